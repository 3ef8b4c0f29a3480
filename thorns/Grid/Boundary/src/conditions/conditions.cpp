// The table of conditions, and the functions of Boundary.h that apply each of them on the host.
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
  extern "C" CCTK_INT name(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT n, CCTK_INT const* variables, CCTK_INT const* faces, \
                           CCTK_INT const* widths, CCTK_INT const* tables) {                                           \
    std::vector<Request> requests;                                                                                     \
    for (CCTK_INT i = 0; i < n; ++i) requests.push_back({variables[i], faces[i], widths[i], tables[i]});               \
    apply_on_host(static_cast<cGH const*>(cctkGH), condition(), requests);                                             \
    return 0;                                                                                                          \
  }
FOR_ALL_CONDITIONS(DEFINE_FUNCTION)

std::vector<Condition> const& conditions() {
#define ADD_ROW(name, condition)                                                                                       \
  list.push_back(condition());                                                                                         \
  list.back().function = name;
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

} // namespace boundary
