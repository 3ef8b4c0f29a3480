// Tells a thorn that keeps variables in other memories what is about to happen.
#include "accelerator.hpp"

namespace pugh::accelerator {
namespace {

// Providers are fixed before the first call.
bool has(char const* function) { return CCTK_IsFunctionAliased(function) != 0; }

} // namespace

void time_levels_rotate(cGH const* grid_hierarchy) {
  static bool const is_provided = has("Accelerator_Cycle");
  if (is_provided) Accelerator_Cycle(grid_hierarchy);
}

void before_exchange(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& groups) {
  static bool const is_provided = has("Accelerator_PreSync");
  if (is_provided && !groups.empty())
    Accelerator_PreSync(grid_hierarchy, groups.data(), static_cast<CCTK_INT>(groups.size()));
}

void after_exchange(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& groups) {
  static bool const is_provided = has("Accelerator_PostSync");
  if (is_provided && !groups.empty())
    Accelerator_PostSync(grid_hierarchy, groups.data(), static_cast<CCTK_INT>(groups.size()));
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
