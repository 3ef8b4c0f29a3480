// Boundary conditions that thorns select once, for the driver to apply when somebody reads the boundary.
#pragma once

#include "cctk.h"

namespace pugh {

bool has_boundary_condition(int variable);

// Selects the variable's conditions in thorn Boundary; false if it has none.
bool pass_selection_to_boundary(cGH const* grid_hierarchy, int variable);

} // namespace pugh
