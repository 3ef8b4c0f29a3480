/// The schedule of a ghost zone exchange, and moving points between arrays and messages. No communication happens here.
#pragma once

#include "decomposition.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace pugh {

/// One message in each direction between this rank and one neighbour, across a face, an edge or a corner. Ranges are
/// local indices.
struct Transfer {
  int peer = -1;    // the neighbour; it may be this rank
  int send_tag = 0; ///< 0 to 80, distinct for each neighbour of the receiver
  int receive_tag = 0;
  Range send;    // owned points next to the face, edge or corner
  Range receive; ///< ghost points beyond the face, edge or corner; the same shape as `send`
};

/// All transfers of one rank. They are independent of each other, because every ghost point has one owner, which sends
/// it. All transfers can therefore be in flight at once, and the previous values of ghost zones do not matter.
std::vector<Transfer> make_exchange(Decomposition const& decomposition, int rank);

/// The transfer that receives what `sent` sends, for messages of a process to itself. Throws std::logic_error if there
/// is none.
Transfer const& matching_receive(std::vector<Transfer> const& transfers, Transfer const& sent);

/// Copies the points of `range` from an array of shape `shape` (first index fastest) to consecutive memory, or back.
void pack(std::byte const* array, Index const& shape, Range const& range, std::size_t point_size, std::byte* message);
void unpack(std::byte const* message, Index const& shape, Range const& range, std::size_t point_size, std::byte* array);

/// A copy from one range of an array to another range of the same array. A process fills ghost zones in this way if it
/// owns the points at the other end of a periodic grid itself.
struct Copy {
  Range from, to;
  bool operator==(Copy const&) const = default;
};

/// Copies within the same rows. If x is periodic, both ends of a row are copied together, so that each row is visited
/// once.
using RowCopies = std::vector<Copy>;

/// The copies that replace the messages of `rank` to itself.
std::vector<RowCopies> periodic_row_copies(std::vector<Transfer> const& transfers, int rank);

/// The same transfers in the minimal number of copies, for device memory, where each copy has a start-up cost. The
/// sweeps go along one direction after the other. Later directions include the ghost zones that earlier ones have
/// filled, so the order matters.
std::vector<Copy> periodic_sweeps(std::vector<Transfer> const& transfers, int rank);

/// Executes the copies in an array of shape `shape`. Their ranges must have the same extents.
void copy_rows(std::byte* array, Index const& shape, std::span<Copy const> copies, std::size_t point_size);

} // namespace pugh
