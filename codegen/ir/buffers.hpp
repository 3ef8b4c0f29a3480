// Sizes of the buffers of loops.
#pragma once

#include "codegen/ir/loops.hpp"

#include <cstddef>

namespace chemora::ir {

/// Elements per axis of a buffer filled by `loop`: a tile's points and the halo. Along the axis of a loop over points
/// it is the number of planes: those of the halo, and in a tile one more, which threads that are ahead may fill while
/// others still read (so that one barrier an iteration is enough).
base::Index3 extent_of(Buffer const& buffer, Loop const& loop, Loops const& loops);

/// Points of a tile along an axis.
int tile_points(Loops const& loops, int axis);

/// Memory that the threads of a block share.
std::size_t tile_bytes(Loops const& loops);

} // namespace chemora::ir
