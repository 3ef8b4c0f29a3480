// The schedule of a ghost zone exchange, and moving points between arrays and messages. No communication happens here.
#pragma once

#include "decomposition.hpp"

#include <cstddef>
#include <vector>

namespace pugh {

// One message each way between the local box and that of one neighbour, across a face, an edge or a corner. Ranges are
// local indices.
struct Transfer {
  int peer = -1;    // the rank at the other side; it may be this rank
  int send_tag = 0; // 0..80, distinct for each neighbour of the receiver
  int receive_tag = 0;
  Range send;    // owned points next to the face, edge or corner
  Range receive; // ghost points behind it, as many
};

// All transfers of one rank. They are independent of each other: every ghost point has one owner, who sends it. So all
// can be in flight at once, and what is in the ghost zones meanwhile does not matter.
std::vector<Transfer> make_exchange(Decomposition const& decomposition, int rank);

// What arrives of what a process sends to itself: the other end of the same copy. Throws std::logic_error if nothing
// does.
Transfer const& received_of(std::vector<Transfer> const& transfers, Transfer const& sent);

// Copies the points of `range` from an array of shape `shape` (first index fastest) to consecutive memory, and back.
void pack(std::byte const* array, Index const& shape, Range const& range, std::size_t point_size, std::byte* message);
void unpack(std::byte const* message, Index const& shape, Range const& range, std::size_t point_size, std::byte* array);

} // namespace pugh
