#include "kernels/tiling/cost_model.hpp"

#include "testsuites/unit/kernels/tiling/small_problems.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace chemora::tiling {
namespace {

using base::Index3;

std::int64_t count_by_simulation(ArrayLayout const& layout, base::Box const& tile,
                                 std::vector<ir::Offset> const& offsets) {
  std::set<std::int64_t> lines;
  for (int z = tile.lower[2]; z < tile.upper[2]; ++z)
    for (int y = tile.lower[1]; y < tile.upper[1]; ++y)
      for (int x = tile.lower[0]; x < tile.upper[0]; ++x)
        for (auto const& o : offsets) {
          std::int64_t const element =
              x + o[0] +
              std::int64_t{layout.allocated[0]} * (y + o[1] + std::int64_t{layout.allocated[1]} * (z + o[2]));
          std::int64_t const address = layout.base_offset + element * layout.element_bytes;
          for (std::int64_t byte = address; byte < address + layout.element_bytes; ++byte)
            lines.insert(byte / layout.line_bytes);
        }
  return static_cast<std::int64_t>(lines.size());
}

TEST(CountLines, EqualsASimulationOfAddressesForRandomStencils) {
  std::mt19937 random(1);
  auto const pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int run = 0; run < 400; ++run) {
    int const reach = pick(0, 3);
    ArrayLayout layout{{pick(8, 30), pick(8, 40), pick(8, 10)}, pick(0, 1) ? 8 : 4, 1 << pick(5, 7), 0};
    layout.base_offset = layout.element_bytes * pick(0, layout.line_bytes / layout.element_bytes - 1);
    if (run % 2 == 0) layout.allocated = {pick(8, 30), pick(8, 10), pick(8, 60)};
    base::Box tile;
    for (std::size_t a = 0; a < 3; ++a) {
      tile.lower[a] = pick(reach, layout.allocated[a] - reach - 1);
      tile.upper[a] = pick(tile.lower[a] + 1, layout.allocated[a] - reach);
    }
    std::vector<ir::Offset> offsets;
    for (int n = pick(1, 8); n > 0; --n)
      offsets.push_back({pick(-reach, reach), pick(-reach, reach), pick(-reach, reach)});
    EXPECT_EQ(count_lines(layout, tile, offsets), count_by_simulation(layout, tile, offsets))
        << to_text(tile) << " run " << run;
  }
}

/// The arrays are so small that one or several planes fit into one cache line. The test covers padded rows and both
/// element types.
TEST(CountLines, EqualsASimulationForTinyAndForPaddedArrays) {
  std::mt19937 random(2);
  auto const pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int run = 0; run < 600; ++run) {
    bool const is_tiny = run % 2 == 0;
    ArrayLayout layout{{pick(1, 5), pick(1, 4), pick(1, 6)}, pick(0, 1) ? 8 : 4, 64, 0};
    if (!is_tiny) layout.allocated = {64 / layout.element_bytes * pick(1, 4), pick(5, 9), pick(5, 9)};
    layout.base_offset = layout.element_bytes * pick(0, 64 / layout.element_bytes - 1);
    base::Box tile;
    std::vector<ir::Offset> offsets;
    Index3 low, high; // how far offsets may go
    for (std::size_t a = 0; a < 3; ++a) {
      tile.lower[a] = pick(0, layout.allocated[a] - 1);
      tile.upper[a] = pick(tile.lower[a] + 1, layout.allocated[a]);
      low[a] = -tile.lower[a];
      high[a] = layout.allocated[a] - tile.upper[a];
    }
    for (int n = pick(1, 6); n > 0; --n)
      offsets.push_back({pick(low[0], high[0]), pick(low[1], high[1]), pick(low[2], high[2])});
    EXPECT_EQ(count_lines(layout, tile, offsets), count_by_simulation(layout, tile, offsets))
        << to_text(tile) << " run " << run;
  }
}

/// The arrays start at different offsets in a cache line, and each array has its own stencil. The total number of lines
/// is the sum over the arrays.
TEST(CountLines, OfSeveralArraysAddUp) {
  ArrayLayout layout{{21, 11, 9}, 8, 64, 0};
  base::Box const tile{{4, 3, 2}, {17, 8, 7}};
  std::vector<std::vector<ir::Offset>> const stencils{
      star(2, {0, 1, 2}), star(1, {2}), {{0, 0, 0}}, {{-4, -3, -2}, {4, 3, 2}, {1, -1, 0}}};
  std::set<std::int64_t> lines;
  std::int64_t sum = 0;
  for (std::size_t n = 0; n < stencils.size(); ++n) {
    std::int64_t const address = static_cast<std::int64_t>(n) * (1 << 20) + 8 * static_cast<std::int64_t>(3 * n);
    for (int z = tile.lower[2]; z < tile.upper[2]; ++z)
      for (int y = tile.lower[1]; y < tile.upper[1]; ++y)
        for (int x = tile.lower[0]; x < tile.upper[0]; ++x)
          for (auto const& o : stencils[n])
            lines.insert((address + 8 * (x + o[0] + 21 * (y + o[1] + 11 * (z + o[2])))) / 64);
    layout.base_offset = static_cast<int>(address % 64);
    sum += count_lines(layout, tile, stencils[n]);
  }
  EXPECT_EQ(sum, static_cast<std::int64_t>(lines.size()));
}

TEST(CountLines, WholeRowsShareLinesWithTheirNeighbours) {
  ArrayLayout const layout{{10, 10, 10}, 8, 64, 0}; // rows of 80 bytes
  base::Box const tile{{0, 0, 0}, {10, 10, 10}};
  EXPECT_EQ(count_lines(layout, tile, {{0, 0, 0}}), 125); // 8000 bytes without gaps
}

/// The example of the Chemora paper has a tile of 102 x 3 x 3 points, a stencil of 11 points per axis, lines of 128
/// bytes and rows that start at a line.
TEST(CountLines, ReproducesThePapersExample) {
  ArrayLayout const layout{{112, 112, 112}, 8, 128, 0};
  base::Box const tile{{0, 5, 5}, {102, 8, 8}};
  EXPECT_EQ(count_lines(layout, tile, star(5, {1})), 273);
  EXPECT_EQ(count_lines(layout, tile, star(5, {2})), 273);
  EXPECT_EQ(count_lines(layout, tile, star(5, {1, 2})), 483);
  EXPECT_EQ(count_lines(layout, tile, star(2, {1})), 147);
  EXPECT_EQ(count_lines(layout, tile, star(4, {1, 2})), 399);
}

TEST(CountLines, IsZeroForAnEmptyBox) {
  EXPECT_EQ(count_lines({{4, 4, 4}, 8, 64, 0}, {{1, 1, 1}, {1, 2, 2}}, {{0, 0, 0}}), 0);
  EXPECT_EQ(count_lines({{4, 4, 4}, 8, 64, 0}, {{1, 1, 1}, {2, 2, 2}}, {}), 0);
}

} // namespace
} // namespace chemora::tiling
