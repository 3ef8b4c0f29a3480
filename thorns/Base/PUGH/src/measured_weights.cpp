// Asks the thorn that computes (aliased function MeasureProcessSpeed), which knows on what device it does.
#include "measured_weights.hpp"

#include "overloads.hpp"

#include "cctk.h"
#include "cctk_Functions.h"

namespace pugh {

Weights measured_weights() {
  if (!CCTK_IsFunctionAliased("MeasureProcessSpeed"))
    throw DecompositionError(
        "PUGH::processor_weights = \"measured\" needs a thorn that measures how fast a process "
        "computes (aliased function MeasureProcessSpeed). Activate CaKernel, or list the weights.");
  MPI_Comm const all = communicator();
  int n_ranks = 0;
  MPI_Comm_size(all, &n_ranks);
  MPI_Barrier(all);
  double const mine = MeasureProcessSpeed();
  Weights speeds(static_cast<std::size_t>(n_ranks));
  MPI_Allgather(&mine, 1, MPI_DOUBLE, speeds.data(), 1, MPI_DOUBLE, all);
  return rounded(speeds);
}

} // namespace pugh
