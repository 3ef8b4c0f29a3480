// Counts elements.
#include "codegen/ir/buffers.hpp"

namespace chemora::ir {

int tile_points(Loops const& loops, int axis) {
  for (Loop const& loop : loops.nest)
    if (loop.over_tiles && loop.axis == axis) return loop.step;
  return loops.allocated[axis];
}

base::Index3 extent_of(Buffer const& buffer, Loop const& loop, Loops const& loops) {
  base::Index3 extent;
  for (int axis = 0; axis < 3; ++axis) {
    auto const a = static_cast<std::size_t>(axis);
    int const planes = buffer.halo.to[a] - buffer.halo.from[a] + 1;
    bool const is_walked = !loop.over_tiles && loop.axis == axis;
    extent[a] = !is_walked ? tile_points(loops, axis) + planes - 1 : buffer.scope == Scope::tile ? planes + 1 : planes;
  }
  return extent;
}

std::size_t tile_bytes(Loops const& loops) {
  std::size_t bytes = 0;
  for (Loop const& loop : loops.nest)
    for (Buffer const& buffer : loop.buffers) {
      if (buffer.scope != Scope::tile) continue;
      std::size_t elements = buffer.type == Type::real32 ? 4 : 8;
      for (int const n : extent_of(buffer, loop, loops)) elements *= static_cast<std::size_t>(n);
      bytes += elements;
    }
  return bytes;
}

} // namespace chemora::ir
