// Estimated cost of a tile shape: cache lines requested per point, with a penalty for small tiles (Chemora paper,
// equation for sigma).
#pragma once

#include "kernels/tiling/line_count.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chemora::tiling {

/// `n_arrays` arrays with equal stencils, each accessed at all of `offsets`.
struct AccessGroup {
  std::vector<ir::Offset> offsets;
  int n_arrays = 1;
};

/// The arrays that a kernel reads, grouped by equal stencils, and those that it writes, a group with the offset 0.
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
  iterations,    ///< lines of all arrays stay for the next iterations: each line of the tile is requested once
  all,           ///< A: lines of an array stay while it is accessed: each is requested once per iteration
  one_dimension, ///< B: lines stay during the accesses of one axis: each is requested once per axis
  one_row        ///< lines stay during the accesses of one row: each is requested once per row of the stencil
};

/// Lines requested for a tile under an assumption. An access off the axes (mixed derivatives) belongs to the highest
/// axis along which it is displaced, the centre to the first axis that has accesses.
std::int64_t requested_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                             ReuseAssumption assumption);

/// Lines that must be in the cache at the same time for the assumption to hold: those of the block in all arrays, in
/// the array with most lines (A), on its axis with most lines (B), or in one row.
std::int64_t footprint_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                             ReuseAssumption assumption);

enum class Formula {
  corrected, ///< sigma = r / (I T) * (1 + 256 / T): small tiles cost more
  printed    ///< sigma = r / (I T) / (1 + 256 / T), as printed in the paper, which makes small tiles cheaper
};

/// T = tx ty tz points per iteration, I iterations, r lines requested in all of them.
double sigma(double r, double iterations, double points, Formula formula);

/// The properties of a processor on which the model depends.
struct Processor {
  std::int64_t capacity_lines = 384; ///< cache lines available to the tile
  Formula formula = Formula::corrected;
};

struct TileCost {
  base::Index3 tile{1, 1, 1};
  ReuseAssumption assumption = ReuseAssumption::all; ///< that matches the cache
  std::optional<ReuseAssumption> averaged_with;      ///< the next weaker one, if it matches as well
  std::int64_t footprint = 0;                        ///< lines in use at a time under `assumption`
  std::int64_t footprint_iterations = 0, footprint_all = 0, footprint_one = 0; ///< under each assumption
  double requested = 0; ///< r, possibly the mean of two assumptions
  double sigma = 0;
};

/// Chooses the strongest assumption whose footprint fits the cache. If a footprint is within a tenth of the capacity,
/// it is uncertain whether its lines stay; the request is then the mean of those of this assumption and the next weaker
/// one.
TileCost cost_of_tile(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                      Processor const& processor);

std::string to_text(ReuseAssumption assumption);

} // namespace chemora::tiling
