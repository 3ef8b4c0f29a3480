// The functions that replace the flesh's own, and the driver's part in a grid hierarchy.
#pragma once

#include "cctk.h"

#include <mpi.h>

namespace pugh {

// All processes of this run; a communicator of the driver's own.
MPI_Comm communicator();

// Replaces what the run needs, and of the rest what the overload* parameters ask for.
void replace_flesh_functions();

// The grid hierarchy's extension: makes the driver, fills the hierarchy, runs a bin.
void* setup_extension(tFleshConfig* config, int convergence_level, cGH* grid_hierarchy);
int initialise_extension(cGH* grid_hierarchy);
int traverse(cGH* grid_hierarchy, char const* where);

} // namespace pugh
