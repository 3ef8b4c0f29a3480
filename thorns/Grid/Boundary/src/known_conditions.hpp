// This thorn's own conditions by name, with options from tables.
#pragma once

#include "Boundary.h"
#include "conditions/updates.hpp"

namespace boundary {

// Whether a function is that of one of them which does something (None does nothing).
bool is_known(phys_bc_fn_ptr function);

// A condition by its name, for one request. Ends the run where it cannot be applied.
Update known_update(cGH const* cctkGH, char const* condition, Request const& request);
// The same, after another update: mostly where that is to be applied, this one is.
Update known_update_after(Update const& other, char const* condition, Request const& request);

} // namespace boundary
