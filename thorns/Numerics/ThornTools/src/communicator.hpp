/// The MPI communicator of the driver. A thorn that includes this header needs `USES FUNCTION GetMPICommWorld` and
/// `REQUIRES MPI`.
#pragma once

#include "cctk.h"
#include "cctk_Functions.h"

#include <mpi.h>

namespace thorntools {

/// The communicator of all processes; MPI_COMM_WORLD if no thorn provides GetMPICommWorld.
inline MPI_Comm communicator(cGH const* cctkGH) {
  static bool const is_provided = CCTK_IsFunctionAliased("GetMPICommWorld") != 0;
  return is_provided ? *static_cast<MPI_Comm const*>(GetMPICommWorld(cctkGH)) : MPI_COMM_WORLD;
}

} // namespace thorntools
