/// Estimated cost of a tile shape: cache lines requested per point, with a penalty for small tiles (Chemora paper,
/// equation for sigma). Lines are counted exactly, with the alignment of the array.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <cstdint>
#include <optional>
#include <string>
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

/// Counts the distinct cache lines that contain an element p + o for a point p of `tile` and an offset o in `offsets`.
/// All elements p + o must be within the array. The function reuses the count of planes with equal alignment.
std::int64_t count_lines(ArrayLayout const& layout, base::Box const& tile, std::vector<ir::Offset> const& offsets);

/// Returns the bytes of one element of the graph's arrays.
inline int element_bytes(ir::Graph const& graph) { return ir::real_bytes(graph.real); }

/// Returns the number of points of a box along each axis.
inline base::Index3 extent_of(base::Box const& box) { return {box.extent(0), box.extent(1), box.extent(2)}; }

/// A group of `n_arrays` arrays that a kernel accesses with equal stencils, which consist of `offsets`.
struct AccessGroup {
  std::vector<ir::Offset> offsets;
  int n_arrays = 1;
};

/// Returns the arrays that a kernel reads, grouped by equal stencils, and a group with the zero offset for the arrays
/// that it writes.
std::vector<AccessGroup> accesses_of(ir::Graph const& graph);

/// A tile is traversed block by block along z. `block` contains the points that are computed at a time, such as those
/// of all threads of a GPU block; `iterations` is the number of blocks.
struct Tile {
  base::Box block;
  int iterations = 1;

  base::Box whole() const;
};

/// Assumptions about how long a cache line stays in the cache after its first use. Within an iteration, accesses are
/// assumed to be grouped by array, and within an array by the axis of the stencil.
enum class ReuseAssumption {
  iterations,    ///< lines of all arrays stay for the next iterations: a tile requests each line once
  all,           ///< assumption A: lines of an array stay while the array is accessed: each iteration requests each
                 ///< line once
  one_dimension, ///< assumption B: lines stay during the accesses of one axis: each line is requested once per axis
  one_row        ///< lines stay during the accesses of one row: each line is requested once per row of the stencil
};

/// Returns the number of lines requested for a tile under an assumption. An access off the axes (mixed derivatives)
/// belongs to the highest axis with a nonzero offset. The centre belongs to the first axis that has accesses.
std::int64_t requested_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                             ReuseAssumption assumption);

/// Returns the number of lines that must be in the cache at the same time for the assumption to hold. These are the
/// lines of the block in all arrays (`iterations`), in the array with most lines (A), on the axis with most lines (B),
/// or in one row.
std::int64_t footprint_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                             ReuseAssumption assumption);

enum class Formula {
  corrected, ///< sigma = r / (I T) * (1 + 256 / T): small tiles cost more
  printed    ///< sigma = r / (I T) / (1 + 256 / T), as printed in the paper, which makes small tiles cheaper
};

/// Returns the cost sigma of a tile with T = tx ty tz points per iteration, I iterations, and r lines requested in all
/// iterations together.
double sigma(double r, double iterations, double points, Formula formula);

struct BlockMachine; // choose_block_plan.hpp

/// The input of the planners besides the graph and the machine.
struct Problem {
  base::Index3 allocated{1, 1, 1}; ///< extents of all arrays
  base::Box box;                   ///< the largest box on which the kernel will run
  int n_threads = 1;
  Formula formula = Formula::corrected;
  BlockMachine const* blocks = nullptr; ///< properties of a device that runs blocks of threads; null on the host
  int line_begin = 0;                   ///< index along x of a point at the start of a cache line, if rows are whole
                                        ///< lines
};

/// The properties of a processor on which the model depends.
struct Processor {
  std::int64_t capacity_lines = 384; ///< cache lines available to the tile
  Formula formula = Formula::corrected;
};

struct TileCost {
  base::Index3 tile{1, 1, 1};
  ReuseAssumption assumption = ReuseAssumption::all; ///< the assumption whose footprint fits in the cache
  std::optional<ReuseAssumption> averaged_with;      ///< the next weaker assumption, if reuse is uncertain
  std::int64_t footprint = 0;                        ///< lines in use at a time under `assumption`
  std::int64_t footprint_iterations = 0, footprint_all = 0, footprint_one = 0; ///< footprints under each assumption
  double requested = 0; ///< requested lines r, possibly the mean under two assumptions
  double sigma = 0;
};

/// Estimates the cost of a tile under the strongest assumption whose footprint fits in the cache. If a footprint
/// differs from the capacity by less than a tenth, reuse is uncertain. The number of requested lines is then the mean
/// under this assumption and the next weaker assumption.
TileCost cost_of_tile(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                      Processor const& processor);

std::string to_text(ReuseAssumption assumption);

} // namespace chemora::tiling
