// All processes of the run, as the driver says.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

#include <mpi.h>

namespace thorntools {

// MPI_COMM_WORLD when no active thorn provides GetMPICommWorld.
inline MPI_Comm communicator(cGH const* grid_hierarchy) {
  static bool const is_provided = CCTK_IsFunctionAliased("GetMPICommWorld") != 0;
  return is_provided ? *static_cast<MPI_Comm const*>(GetMPICommWorld(grid_hierarchy)) : MPI_COMM_WORLD;
}

} // namespace thorntools
