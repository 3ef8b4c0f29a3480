// The table of conditions with the functions of Boundary.h that apply each of them on the host, and the conditions with
// short formulas: None, Scalar, Flat, Extrapolation, Copy and Static.
#include "../condition.hpp"

namespace boundary {

/// The table of conditions, in the order of their registration: the function of Boundary.h, and the function that
/// returns the condition, which is defined in a source of this folder.
#define FOR_ALL_CONDITIONS(ACT)                                                                                        \
  ACT(BndScalar, scalar)                                                                                               \
  ACT(BndFlat, flat)                                                                                                   \
  ACT(BndExtrapolation, extrapolation)                                                                                 \
  ACT(BndRadiative, radiation)                                                                                         \
  ACT(BndCopy, copy)                                                                                                   \
  ACT(BndRobin, robin)                                                                                                 \
  ACT(BndStatic, static_values)                                                                                        \
  ACT(BndNone, none)

#define DEFINE_FUNCTION(name, condition)                                                                               \
  Condition condition();                                                                                               \
  extern "C" CCTK_INT name(cGH const* cctkGH, CCTK_INT n, CCTK_INT* variables, CCTK_INT* faces, CCTK_INT* widths,      \
                           CCTK_INT* tables) {                                                                         \
    std::vector<Request> requests;                                                                                     \
    for (CCTK_INT i = 0; i < n; ++i) requests.push_back({variables[i], faces[i], widths[i], tables[i]});               \
    apply_on_host(cctkGH, condition(), requests);                                                                      \
    return 0;                                                                                                          \
  }
FOR_ALL_CONDITIONS(DEFINE_FUNCTION)

std::vector<Condition> const& conditions() {
#define ADD_ROW(name, condition)                                                                                       \
  list.push_back(condition());                                                                                         \
  list.back().function = reinterpret_cast<phys_bc_fn_ptr>(name);
  static std::vector<Condition> const table = [] {
    std::vector<Condition> list;
    FOR_ALL_CONDITIONS(ADD_ROW)
    return list;
  }();
  return table;
}

Condition const* find_condition(char const* name) {
  for (Condition const& condition : conditions())
    if (CCTK_Equals(condition.name, name)) return &condition;
  return nullptr;
}

Condition const* find_condition(phys_bc_fn_ptr function) {
  for (Condition const& condition : conditions())
    if (condition.function == function) return &condition;
  return nullptr;
}

std::vector<Update> make_updates(cGH const* cctkGH, Condition const& condition, std::vector<Request> const& requests) {
  std::vector<Update> updates;
  updates.reserve(requests.size());
  for (Request const& request : requests) {
    Target const* const similar = updates.empty() ? nullptr : &updates.back().target;
    updates.push_back(condition.update(make_target(cctkGH, request, condition.name, similar), request.table));
  }
  return updates;
}

void apply_on_host(cGH const* cctkGH, Condition const& condition, std::vector<Request> const& requests) {
  if (!condition.update) return;
  for (Update const& update : make_updates(cctkGH, condition, requests)) update.method.on_host(update);
}

namespace {

struct ScalarFormula {
  template <class At>
  auto operator()(At& at) const {
    return at.parameter(0);
  }
};

struct FlatFormula {
  template <class At>
  auto operator()(At& at) const {
    return at.input(0, 1);
  }
};

/// Linear extrapolation, f_0 = 2 f_1 - f_2, with the error h^2 d^2 f/dn^2. Polynomials of higher degree amplify what
/// the grid does not resolve: over four layers alternating values grow by a factor of 9 on a line and of 49 on a
/// parabola.
struct ExtrapolationFormula {
  template <class At>
  auto operator()(At& at) const {
    return 2 * at.input(0, 1) - at.input(0, 2);
  }
};

struct CopyFormula {
  template <class At>
  auto operator()(At& at) const {
    return at.input(0);
  }
};

} // namespace

Condition none() { return {"None", nullptr, nullptr}; }

/// All boundary points have the value SCALAR (0).
Condition scalar() {
  static auto const method = [] { return method_of<Types::numbers>("Scalar", 0, 0, ScalarFormula()); };
  return {"Scalar", +method, [](Target const& target, int table) {
            double const value = real_option(table, "SCALAR", 0);
            return make_update("Scalar", method(), target, {}, [=](int) { return std::vector<CCTK_REAL>{value}; });
          }};
}

/// Each boundary point has the value of the nearest interior point along the normal.
Condition flat() {
  static auto const method = [] { return method_of<Types::any>("Flat", 1, 1, FlatFormula()); };
  return {"Flat", +method, [](Target const& target, int) {
            return make_update("Flat", method(), target, {input(target.variable, 0, false)});
          }};
}

/// Boundary points are extrapolated linearly from the two nearest interior points.
Condition extrapolation() {
  static auto const method = [] { return method_of<Types::real>("Extrapolation", 2, 1, ExtrapolationFormula()); };
  return {"Extrapolation", +method, [](Target const& target, int) {
            return make_update("Extrapolation", method(), target, {input(target.variable, 0, false)});
          }};
}

/// Boundary points have the values of the variable COPY_FROM.
Condition copy() {
  static auto const method = [] { return method_of<Types::any>("Copy", 0, 1, CopyFormula()); };
  return {"Copy", +method, [](Target const& target, int table) {
            int const source = variable_option(table, "COPY_FROM");
            if (source < 0)
              CCTK_VERROR("The boundary condition Copy of %s requires a table in which COPY_FROM is the full name or "
                          "the index of the variable to copy from.",
                          CCTK_FullVarName(target.variable));
            return make_update("Copy", method(), target, {input(source, 0, true)});
          }};
}

/// Boundary points keep the values of the past time level.
Condition static_values() {
  static auto const method = [] { return method_of<Types::any>("Copy", 0, 1, CopyFormula()); };
  return {"Static", +method, [](Target const& target, int) {
            return make_update("Static", method(), target, {input(target.variable, 1, true)});
          }};
}

} // namespace boundary
