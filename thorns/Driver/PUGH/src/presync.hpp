/// Fills ghost zones and boundaries before a function that reads them (Cactus::presync_mode). Keeps track of the valid
/// region of every variable, and of the boundary conditions that the driver applies.
#pragma once

#include "cctk.h"

namespace pugh::presync {

/// Called before and after a scheduled function. They use its READS and WRITES. `after` returns 1 if the SYNC of the
/// function is to be omitted, because ghost zones are filled when they are read.
void before(cGH* cctkGH, cFunctionData const& function);
int after(cGH* cctkGH, cFunctionData const& function);

void time_levels_rotate(cGH const* cctkGH);

/// The group has new storage, or none, from this time level on, so that its contents are invalid.
void storage_changed(int group, int first_level);

/// The ghost zones of a group have been exchanged.
void synchronised(cGH const* cctkGH, int group);

} // namespace pugh::presync
