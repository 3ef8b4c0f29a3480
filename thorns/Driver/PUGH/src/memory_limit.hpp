// Whether the grid variables fit into the memory of the computer, before they get any.
#pragma once

#include <mpi.h>

#include <string>

namespace pugh {

// A computer on which some processes of the run are.
struct Node {
  double memory = 0; // bytes, of all processes together; infinite if the system does not report it
  int n_processes = 1;
};

// The computer of this process with those of the communicator's processes that are on it. Collective.
Node node_of(MPI_Comm communicator);

// The same if there were `n_processes` processes in all: computers like this one, a process for each processor.
Node node_with(int n_processes);

// Sum over the processes of the communicator on this computer. Collective.
double sum_on_node(double bytes, MPI_Comm communicator);

// Why variables of so many bytes, on all processes of the node together, cannot be stored; empty if they can.
std::string why_too_large(double bytes_on_node, Node const& node);

} // namespace pugh
