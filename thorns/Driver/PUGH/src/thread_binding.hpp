/// Binding of threads to processors, which keeps them near their memory.
#pragma once

#include <mpi.h>
#include <vector>

namespace pugh {

/// A process on a node: the processors on which it may run, in ascending order, and its number of threads.
struct ProcessOnNode {
  std::vector<int> processors;
  int n_threads = 1;
};

/// Assigns a processor to each thread of process number `process`. No two threads of the node share a processor;
/// processes with the fewest permitted processors choose first. The result is empty if there is no such assignment. It
/// is also empty if a permitted processor would remain idle, because another program may then use some of these
/// processors.
std::vector<int> assign_processors(std::vector<ProcessOnNode> const& processes, std::size_t process);

/// Binds each OpenMP thread of this process except the first to a processor of its own, so that the thread stays near
/// its memory. Does nothing unless the threads of all processes of the node use every permitted processor exactly once.
/// The first thread is not bound, because programs that it starts later, such as compilers, inherit the binding. The
/// function also does nothing if the user has set OMP_PROC_BIND, OMP_PLACES, GOMP_CPU_AFFINITY or KMP_AFFINITY.
/// Collective.
void bind_threads(MPI_Comm communicator);

} // namespace pugh
