// The schedule of a ghost zone exchange, and moving points between arrays and messages. No communication happens here.
#pragma once

#include "decomposition.hpp"

#include <cstddef>
#include <vector>

namespace pugh {

// One message each way across one face of the local box. Ranges are local indices.
struct Transfer {
  int peer = -1;    // the rank at the other side; it may be this rank
  int send_tag = 0; // 0..7, distinct for each face of the receiver
  int receive_tag = 0;
  Range send;    // owned points next to the face
  Range receive; // ghost points behind it
};

// Transfers of one phase are independent. Phases run in order: phase d moves direction d, with the full local extent in
// all other directions, so that edges and corners are filled by points which earlier phases brought.
using Phase = std::vector<Transfer>;
std::vector<Phase> make_exchange(Decomposition const& decomposition, int rank);

// Copies the points of `range` from an array of shape `shape` (first index fastest) to consecutive memory, and back.
void pack(std::byte const* array, Index const& shape, Range const& range, std::size_t point_size, std::byte* message);
void unpack(std::byte const* message, Index const& shape, Range const& range, std::size_t point_size, std::byte* array);

} // namespace pugh
