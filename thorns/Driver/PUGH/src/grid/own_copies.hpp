// Ghost zones that a process fills from its own points: those at the other end of a periodic grid.
#pragma once

#include "exchange.hpp"

#include <span>

namespace pugh {

// From one range of an array to another one.
struct Copy {
  Range from, to;
  bool operator==(Copy const&) const = default;
};

// Copies along the same rows: of both ends of a row where x is periodic, so that each row is met once.
using RowCopies = std::vector<Copy>;

// What `rank` sends to itself.
std::vector<RowCopies> own_copies(std::vector<Transfer> const& transfers, int rank);

// The same in as few copies as can be, for memories where each costs something to start: along one direction after the
// other, later ones with the ghost zones that earlier ones have filled. To be done in order.
std::vector<Copy> own_sweeps(std::vector<Transfer> const& transfers, int rank);

// Does these copies in an array of shape `shape`.
void copy_rows(std::byte* array, Index const& shape, std::span<Copy const> copies, std::size_t point_size);

} // namespace pugh
