#include "conditions.hpp"

#include <algorithm>

namespace boundary {

// Defined in the sources of this folder.
Condition none();
Condition scalar();
Condition flat();
Condition extrapolation();
Condition copy();
Condition radiation();
Condition robin();
Condition static_values();

namespace {

std::vector<Request> make_requests(CCTK_INT n, CCTK_INT const* variables, CCTK_INT const* faces, CCTK_INT const* widths,
                                   CCTK_INT const* tables) {
  std::vector<Request> requests;
  for (CCTK_INT i = 0; i < n; ++i) requests.push_back({variables[i], faces[i], widths[i], tables[i]});
  return requests;
}

/// The function that is registered for a condition.
template <Condition (*make_condition)()>
CCTK_INT apply(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT n, CCTK_INT const* variables, CCTK_INT const* faces,
               CCTK_INT const* widths, CCTK_INT const* tables) {
  apply_on_host(static_cast<cGH const*>(cctkGH), make_condition(), make_requests(n, variables, faces, widths, tables));
  return 0;
}

template <Condition (*make_condition)()>
Condition row() {
  Condition condition = make_condition();
  condition.function = apply<make_condition>;
  return condition;
}

} // namespace

std::vector<Condition> const& conditions() {
  static std::vector<Condition> const table{row<scalar>(), row<flat>(),  row<extrapolation>(), row<radiation>(),
                                            row<copy>(),   row<robin>(), row<static_values>(), row<none>()};
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

} // namespace boundary
