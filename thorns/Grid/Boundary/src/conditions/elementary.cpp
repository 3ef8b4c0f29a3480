// Conditions of one operation or less per point: None, Scalar, Flat, Extrapolation, Copy and Static.
#include "../condition.hpp"

namespace boundary {
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
  static auto const method = [] { return method_of<Types::numbers>("Scalar", 0, ScalarFormula()); };
  return {"Scalar", +method, [](Target const& target, int table) {
            double const value = real_option(table, "SCALAR", 0);
            return make_update("Scalar", method(), target, {}, [=](int) { return std::vector<CCTK_REAL>{value}; });
          }};
}

/// Boundary points have the value of the interior point next to them.
Condition flat() {
  static auto const method = [] { return method_of<Types::any>("Flat", 1, FlatFormula()); };
  return {"Flat", +method, [](Target const& target, int) {
            return make_update("Flat", method(), target, {input(target.variable, 0, false)});
          }};
}

/// Boundary points continue the straight line through the two points inside.
Condition extrapolation() {
  static auto const method = [] { return method_of<Types::real>("Extrapolation", 2, ExtrapolationFormula()); };
  return {"Extrapolation", +method, [](Target const& target, int) {
            return make_update("Extrapolation", method(), target, {input(target.variable, 0, false)});
          }};
}

/// Boundary points have the values of the variable COPY_FROM.
Condition copy() {
  static auto const method = [] { return method_of<Types::any>("Copy", 0, CopyFormula()); };
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
  static auto const method = [] { return method_of<Types::any>("Copy", 0, CopyFormula()); };
  return {"Static", +method, [](Target const& target, int) {
            return make_update("Static", method(), target, {input(target.variable, 1, true)});
          }};
}

} // namespace boundary
