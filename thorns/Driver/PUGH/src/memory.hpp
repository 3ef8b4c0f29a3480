/// Memory of grid variables: allocation, initial values, and a check of the memory size of the computer.
#pragma once

#include "settings.hpp"

#include <cstddef>
#include <memory>
#include <mpi.h>
#include <string>

namespace pugh {

struct FreeMemory {
  void operator()(std::byte* memory) const;
};
using Memory = std::unique_ptr<std::byte, FreeMemory>;

/// Allocates an array of at least one byte that starts `bytes_before` bytes after the start of a cache line. Large
/// arrays use large pages and start at different offsets within the pages. With `is_used`, each thread touches the part
/// of the array that it accesses in parallel loops. Otherwise the array occupies no physical memory until it is
/// written. Ends the run with a message that contains `name` if there is not enough memory.
Memory allocate(std::size_t bytes, std::size_t bytes_before, char const* name, bool is_used = true);

/// Initialises all values of an array. `type` is a CCTK_VARIABLE_* code. InitialValue::unspecified changes nothing, and
/// InitialValue::nan changes only arrays of real and complex types.
void initialise(std::byte* memory, std::size_t bytes, int type, InitialValue value);

/// A computer on which processes of the run execute.
struct Node {
  double memory = 0; ///< bytes of memory on the node; infinite if the system does not report the size
  int n_processes = 1;
};

/// The node of this process. The result contains the number of processes of the communicator on this node. Collective.
Node node_of(MPI_Comm communicator);

/// The node of this process in a hypothetical run of `n_processes` processes on computers like this one, with one
/// process per processor.
Node node_with(int n_processes);

/// The sum of `bytes` over the processes of the communicator on this node. Collective.
double sum_on_node(double bytes, MPI_Comm communicator);

/// An error message if the memory of the node is smaller than bytes_on_node, the storage of all its processes, else
/// empty.
std::string memory_error(double bytes_on_node, Node const& node);

} // namespace pugh
