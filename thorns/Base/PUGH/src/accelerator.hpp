// Tells a thorn that keeps variables in other memories what is about to happen; does nothing when there is none.
#pragma once

#include "cctk.h"

#include <vector>

namespace pugh::accelerator {

void time_levels_rotate(cGH const* grid_hierarchy);
void before_exchange(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& groups);
void after_exchange(cGH const* grid_hierarchy, std::vector<CCTK_INT> const& groups);

// A time level of these variables was given values on the host: memory that is new, or filled after a rotation.
void filled_on_host(cGH const* grid_hierarchy, int first_variable, int n_variables, int time_level);

// Calls a scheduled function between Accelerator_PreCallFunction and Accelerator_PostCallFunction. Returns 0: its
// groups are not synchronised yet.
int call_function(void* function, cFunctionData* attribute, void* grid_hierarchy);

} // namespace pugh::accelerator
