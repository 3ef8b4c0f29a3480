/// Messages between processes for output and checkpoints. These functions do not need a grid and may be called before
/// it is set up.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

namespace iotools {

/// A duplicate of MPI_COMM_WORLD for these messages.
MPI_Comm communicator();

int my_rank();
int n_ranks();

/// Whether this is rank 0, which prints messages that are the same on all ranks.
bool is_root();

/// Returns the text of rank 0 on all ranks. Collective.
std::string broadcast_from_root(std::string text);

/// Returns the texts of all ranks, in their order, on all ranks. Collective.
std::vector<std::string> gather_from_all(std::string const& text);

/// Send and receive any number of bytes.
void send(std::vector<std::byte> const& bytes, int rank);
std::vector<std::byte> receive(int rank);

} // namespace iotools
