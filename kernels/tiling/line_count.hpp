// The exact number of distinct cache lines that a tile touches, with alignment.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <cstdint>
#include <vector>

namespace chemora::tiling {

/// The memory layout of an array: `allocated` points per axis, x fastest.
struct ArrayLayout {
  base::Index3 allocated{1, 1, 1};
  int element_bytes = 8;
  int line_bytes = 128;
  int base_offset = 0; ///< address of point (0,0,0) modulo line_bytes

  bool operator==(ArrayLayout const&) const = default;
};

/// Number of distinct lines that hold at least one of the elements at p + o, for every point p of `tile` and every
/// o in `offsets`. All these elements must be within the array. Planes with equal counts are counted once.
std::int64_t count_lines(ArrayLayout const& layout, base::Box const& tile, std::vector<ir::Offset> const& offsets);

} // namespace chemora::tiling
