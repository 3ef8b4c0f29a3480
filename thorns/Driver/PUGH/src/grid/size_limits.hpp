// Grids whose points cannot be numbered with int, as the interface of thorns numbers them.
#pragma once

#include "decomposition.hpp"

#include <array>

namespace pugh {

// Points in each direction before it is known whether they fit into a Shape.
using LongIndex = std::array<long, max_dimension>;

// Throws DecompositionError unless each extent together with the ghost zones at both ends fits into an int.
void require_numbered_directions(int dimension, LongIndex const& extent, LongIndex const& ghosts);

// Local extents of the largest part, ghost zones included.
Index largest_local_extent(Decomposition const& decomposition);

// Throws DecompositionError if a process holds more points than an int can number. The message states what one variable
// with points of `point_size` bytes would take on it. `shape` is the whole array, `local` what the process holds.
void require_numbered_points(Shape const& shape, Index const& local, std::size_t point_size);

// The product as a real number, which does not overflow.
double number_of_points(Index const& extent);

// "2.5 GiB", in the largest binary unit of which there is at least one.
std::string bytes_text(double bytes);

} // namespace pugh
