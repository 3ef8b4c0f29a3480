// The few messages between processes that output and checkpoints need; they work before there is a grid too.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

namespace iotools {

/// Our own copy of MPI_COMM_WORLD.
MPI_Comm communicator();

int my_rank();
int n_ranks();

/// Rank 0's text on all ranks.
std::string from_root(std::string text);

/// The texts of all ranks, by rank, on all ranks.
std::vector<std::string> from_all(std::string const& text);

/// Sends bytes to a rank, any number of them; and receives what was sent.
void send(std::vector<std::byte> const& bytes, int rank);
std::vector<std::byte> receive(int rank);

} // namespace iotools
