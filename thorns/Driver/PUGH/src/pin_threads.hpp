// Keeps threads where the memory is that they touched first.
#pragma once

#include <mpi.h>

namespace pugh {

// Each OpenMP thread of this process but the first stays on a processor of its own, if there is one for every thread of
// all processes of the node and none is left over. The first goes wherever the others are not: what it starts later,
// compilers for example, must not be kept to one processor. Does nothing when the user has said otherwise
// (OMP_PROC_BIND, OMP_PLACES, GOMP_CPU_AFFINITY, KMP_AFFINITY). All processes call it together.
void pin_threads(MPI_Comm communicator);

} // namespace pugh
