// Ghost zones and boundaries made valid before a function that reads them (Cactus::presync_mode).
#pragma once

#include "cctk.h"

namespace pugh::presync {

// Before and after a scheduled function, by its READS and WRITES. `after` returns 1 when the function's SYNC is to be
// left out.
void before(cGH* grid_hierarchy, cFunctionData const& function);
int after(cGH* grid_hierarchy, cFunctionData const& function);

void time_levels_rotate(cGH const* gh);

// The group has other memory, or none, from this time level on: nothing in it is valid.
void storage_changed(int group, int first_level);

// The ghost zones of a group have been exchanged.
void synchronised(cGH const* grid_hierarchy, int group);

} // namespace pugh::presync
