/// Fills ghost zones and boundaries before a scheduled function reads them (Cactus::presync_mode). This module tracks
/// the valid regions of every variable and the boundary conditions that the driver applies.
#pragma once

#include "cctk.h"

namespace pugh::presync {

/// Called before and after a scheduled function; they evaluate the READS and WRITES of the function. after() returns 1
/// if the scheduler must omit the SYNC of the function, because ghost zones are filled when they are read.
void before(cGH* cctkGH, cFunctionData const& function);
int after(cGH* cctkGH, cFunctionData const& function);

void time_levels_rotate(cGH const* cctkGH);

/// Reports that storage of a group was allocated or released for time levels >= first_level, whose values are now
/// invalid.
void storage_changed(int group, int first_level);

/// Reports that the ghost zones of a group have been exchanged.
void synchronised(cGH const* cctkGH, int group);

} // namespace pugh::presync
