/// The schedule of a ghost zone exchange, and copies of points between arrays and message buffers. These functions do
/// not communicate.
#pragma once

#include "decomposition.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace pugh {

/// A pair of messages between this rank and a neighbour across a face, an edge or a corner, one sent and one received.
/// Ranges contain local indices.
struct Transfer {
  int peer = -1;    // rank of the neighbour; it may be this rank
  int send_tag = 0; ///< 0 to 80, distinct for each neighbour of the receiver
  int receive_tag = 0;
  Range send;    // owned points next to the face, edge or corner, which are sent
  Range receive; ///< ghost points beyond the face, edge or corner, in a box with the shape of `send`
};

/// All transfers of one rank. The transfers are independent of each other, because the rank that owns a point sends it
/// to every ghost point with this value. All transfers can therefore be in flight at the same time, and previous values
/// of ghost zones have no effect.
std::vector<Transfer> make_exchange(Decomposition const& decomposition, int rank);

/// For a message of a process to itself, the transfer that receives the points that `sent` sends. Throws
/// std::logic_error if there is no such transfer.
Transfer const& matching_receive(std::vector<Transfer> const& transfers, Transfer const& sent);

/// Copies the points of `range` from an array of shape `shape` (first index fastest) to consecutive memory, or back.
void pack(std::byte const* array, Index const& shape, Range const& range, std::size_t point_size, std::byte* message);
void unpack(std::byte const* message, Index const& shape, Range const& range, std::size_t point_size, std::byte* array);

/// A copy from one range of an array to another range of the same array. Such copies fill ghost zones of a periodic
/// grid if the same process owns the points at the other end.
struct Copy {
  Range from, to;
  bool operator==(Copy const&) const = default;
};

/// Copies that read and write the same rows. If x is periodic, both ends of a row are copied together, so that each row
/// is accessed once.
using RowCopies = std::vector<Copy>;

/// The copies that replace the messages of `rank` to itself.
std::vector<RowCopies> periodic_row_copies(std::vector<Transfer> const& transfers, int rank);

/// The copies that replace the messages of `rank` to itself, in the minimal number for device memory, where each copy
/// has a start-up cost. The copies proceed direction by direction and must be executed in order, because copies of
/// later directions include the ghost zones that earlier directions have filled.
std::vector<Copy> periodic_sweeps(std::vector<Transfer> const& transfers, int rank);

/// Executes the copies in an array of shape `shape`. All ranges must have the same extents.
void copy_rows(std::byte* array, Index const& shape, std::span<Copy const> copies, std::size_t point_size);

} // namespace pugh
