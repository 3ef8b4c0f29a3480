// Tells a thorn that keeps variables in other memories what is about to happen.
#include "accelerator.hpp"

#include <numeric>

namespace pugh::accelerator {
namespace {

// Providers are fixed before the first call.
bool has(char const* function) { return CCTK_IsFunctionAliased(function) != 0; }

// Chemora's Accelerator does; others know _PreSync and _PostSync.
bool keeps_account() {
  return has("Accelerator_BeginSync") && has("Accelerator_EndSync") && has("Accelerator_NotifyInFlight");
}

} // namespace

void arrays_changed(cGH const* grid_hierarchy) {
  static bool const is_provided = has("Accelerator_ArraysChanged");
  if (is_provided) Accelerator_ArraysChanged(grid_hierarchy);
}

void time_levels_rotate(cGH const* grid_hierarchy) {
  static bool const is_provided = has("Accelerator_Cycle");
  if (is_provided) Accelerator_Cycle(grid_hierarchy);
}

Exchanged before_exchange(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& groups,
                          std::vector<CCTK_INT> const& variables) {
  static bool const is_accountant = keeps_account();
  static bool const is_provided = has("Accelerator_PreSync");
  Exchanged result{std::vector<CCTK_INT>(variables.size(), 0), is_accountant};
  if (is_accountant)
    Accelerator_BeginSync(grid_hierarchy, variables.data(), static_cast<CCTK_INT>(variables.size()),
                          result.on_device.data());
  else if (is_provided && !groups.empty())
    Accelerator_PreSync(grid_hierarchy, groups.data(), static_cast<CCTK_INT>(groups.size()));
  return result;
}

void after_exchange(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& groups,
                    std::vector<CCTK_INT> const& variables) {
  static bool const is_accountant = keeps_account();
  static bool const is_provided = has("Accelerator_PostSync");
  if (is_accountant)
    Accelerator_EndSync(grid_hierarchy, variables.data(), static_cast<CCTK_INT>(variables.size()));
  else if (is_provided && !groups.empty())
    Accelerator_PostSync(grid_hierarchy, groups.data(), static_cast<CCTK_INT>(groups.size()));
}

void Boxes::add(int variable, Range const& range) {
  constexpr int dimension = 3;
  variables.push_back(variable);
  lower.insert(lower.end(), range.lower.begin(), range.lower.begin() + dimension);
  upper.insert(upper.end(), range.upper.begin(), range.upper.begin() + dimension);
}

void in_flight(cGH const* grid_hierarchy, Boxes const& boxes) {
  Accelerator_NotifyInFlight(grid_hierarchy, boxes.variables.data(), boxes.lower.data(), boxes.upper.data(),
                             static_cast<CCTK_INT>(boxes.variables.size()));
}

void pack(cGH const* grid_hierarchy, Boxes const& boxes, std::byte* message) {
  Accelerator_PackBoxes(grid_hierarchy, boxes.variables.data(), boxes.lower.data(), boxes.upper.data(),
                        static_cast<CCTK_INT>(boxes.variables.size()), message);
}

void unpack(cGH const* grid_hierarchy, Boxes const& boxes, std::byte const* message) {
  Accelerator_UnpackBoxes(grid_hierarchy, boxes.variables.data(), boxes.lower.data(), boxes.upper.data(),
                          static_cast<CCTK_INT>(boxes.variables.size()), message);
}

void copy_within(cGH const* grid_hierarchy, Boxes const& from, Boxes const& to) {
  Accelerator_CopyWithin(grid_hierarchy, from.variables.data(), from.lower.data(), from.upper.data(), to.lower.data(),
                         static_cast<CCTK_INT>(from.variables.size()));
}

void run_what_waits(cGH const* grid_hierarchy) {
  static bool const is_provided = has("CaKernel_RunDeferred");
  if (is_provided) CaKernel_RunDeferred(grid_hierarchy, nullptr);
}

void filled_on_host(cGH const* grid_hierarchy, int first_variable, int n_variables, int time_level) {
  static bool const is_provided = has("Accelerator_NotifyDataModified");
  if (!is_provided) return;
  auto const n = static_cast<std::size_t>(n_variables);
  std::vector<CCTK_INT> variables(n);
  std::iota(variables.begin(), variables.end(), first_variable);
  std::vector<CCTK_INT> const refinement_levels(n, 0), time_levels(n, time_level);
  constexpr CCTK_INT on_host = 0;
  Accelerator_NotifyDataModified(grid_hierarchy, variables.data(), refinement_levels.data(), time_levels.data(),
                                 n_variables, on_host);
}

int call_function(void* function, cFunctionData* attribute, void* grid_hierarchy) {
  static bool const has_before = has("Accelerator_PreCallFunction"), has_after = has("Accelerator_PostCallFunction");
  auto const* const gh = static_cast<cGH const*>(grid_hierarchy);
  if (has_before) Accelerator_PreCallFunction(gh, attribute);
  CCTK_CallFunction(function, attribute, grid_hierarchy);
  if (has_after) Accelerator_PostCallFunction(gh, attribute);
  return 0;
}

} // namespace pugh::accelerator
