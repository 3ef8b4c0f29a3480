/// Memory of grid variables: allocation, initial values, and the limit that the computer sets.
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

/// An array of at least one byte. It starts `bytes_before` bytes after the start of a cache line. Large arrays use
/// large pages and start at different offsets within them. With `is_used`, each thread touches its share first, in the
/// order in which parallel loops visit the points; otherwise the array takes no physical memory until it is written.
/// Ends the run with a message that contains `name` if memory is exhausted.
Memory allocate(std::size_t bytes, std::size_t bytes_before, char const* name, bool is_used = true);

/// Sets every value. `type` is a CCTK_VARIABLE_* number. InitialValue::unspecified changes nothing, and
/// InitialValue::nan changes only real and complex types.
void initialise(std::byte* memory, std::size_t bytes, int type, InitialValue value);

/// A computer on which processes of the run execute.
struct Node {
  double memory = 0; ///< bytes, shared by all its processes; infinite if the system does not report it
  int n_processes = 1;
};

/// The node of this process, with the number of the communicator's processes on it. Collective.
Node node_of(MPI_Comm communicator);

/// The node of this process in a hypothetical run of `n_processes` processes on computers like this one, with one
/// process per processor.
Node node_with(int n_processes);

/// Sum over the processes of the communicator on this node. Collective.
double sum_on_node(double bytes, MPI_Comm communicator);

/// Empty if variables of so many bytes, on all processes of the node together, can be stored; otherwise the message.
std::string memory_error(double bytes_on_node, Node const& node);

} // namespace pugh
