// Defines a small stencil kernel and a small machine for the tests of tile sizes.
#pragma once

#include "codegen/ir/graph_builder.hpp"
#include "kernels/machine/machine.hpp"

#include <vector>

namespace chemora::tiling {

/// Returns the offsets of a star stencil. The centre is first, followed by the points up to `reach` away along each of
/// the axes.
inline std::vector<ir::Offset> star(int reach, std::vector<int> const& axes) {
  std::vector<ir::Offset> offsets{{0, 0, 0}};
  for (int const axis : axes)
    for (int d = -reach; d <= reach; ++d) {
      ir::Offset o{0, 0, 0};
      o[static_cast<std::size_t>(axis)] = d;
      if (d != 0) offsets.push_back(o);
    }
  return offsets;
}

/// Returns a kernel that sums the neighbours up to `reach` points away along each axis.
inline ir::Graph laplacian(int reach = 1) {
  ir::GraphBuilder builder("laplacian");
  auto const u = builder.load("u");
  auto sum = builder.shift(u, {-1, 0, 0});
  for (auto const& o : star(reach, {0, 1, 2}))
    if (o != ir::Offset{0, 0, 0} && o != ir::Offset{-1, 0, 0})
      sum = builder.apply(ir::Op::add, {sum, builder.shift(u, o)});
  builder.store("v", sum, ir::Region::interior);
  return builder.finish();
}

inline machine::Machine small_machine() {
  machine::Machine machine;
  machine.caches = {{1, 32 << 10, 64, 8, 1}, {2, 256 << 10, 64, 8, 1}};
  machine.vector_bytes = 32;
  return machine;
}

} // namespace chemora::tiling
