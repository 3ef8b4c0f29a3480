// Estimated cost of a tile shape: cache lines requested per point, small tiles punished (Chemora paper, eq. of sigma).
#pragma once

#include "kernels/tiling/line_count.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace chemora::tiling {

/// Arrays that are accessed alike: `n_arrays` of them, each at all of `offsets`.
struct AccessGroup {
  std::vector<ir::Offset> offsets;
  int n_arrays = 1;
};

/// What a kernel reads (grouped by equal stencils) and writes (a group with the offset 0).
std::vector<AccessGroup> accesses_of(ir::Graph const& graph);

/// What is assumed about lines that were touched once, under the ordering assumption: accesses are grouped by array,
/// and within an array by the axis of the stencil.
enum class Survival {
  all,           ///< A: every line of the tile survives: a line is requested once
  one_dimension, ///< B: lines of one axis' accesses are gone before the next axis' accesses: once per axis
  one_row        ///< nothing but the row at hand survives: every row of the stencil is requested anew
};

/// Lines requested for a tile under an assumption. Accesses off all axes (mixed derivatives) count with the highest
/// axis they leave; the centre with the first axis that has accesses.
std::int64_t requested_lines(ArrayLayout const& layout, base::Box const& tile, std::vector<AccessGroup> const& accesses,
                             Survival survival);

/// Lines that must be in the cache at the same time for the assumption to hold: all those of the tile (A), or those
/// of the most demanding axis (B), or those of one row.
std::int64_t footprint_lines(ArrayLayout const& layout, base::Box const& tile, std::vector<AccessGroup> const& accesses,
                             Survival survival);

enum class Formula {
  corrected, ///< sigma = r / (I T) * (1 + 256 / T): small tiles cost more
  printed    ///< sigma = r / (I T) / (1 + 256 / T), as printed in the paper; it makes small tiles cheaper
};

/// T = tx ty tz points per iteration, I iterations, r lines requested in all of them.
double sigma(double r, double iterations, double points, Formula formula);

/// The processor as the model sees it.
struct Processor {
  std::int64_t capacity_lines = 384; ///< lines of the cache that the tile has for itself
  bool sweeps_along_z = false;       ///< a host thread goes plane by plane; a GPU block has all points in flight
  Formula formula = Formula::corrected;
};

struct TileCost {
  base::Index3 tile{1, 1, 1};
  Survival survival = Survival::all;
  std::int64_t footprint_all = 0, footprint_one = 0; ///< lines in use at a time under A and B
  double requested = 0;                              ///< r, possibly the mean of two assumptions
  bool is_mean_of_two = false;
  double sigma = 0;
};

/// Chooses the assumption: the strongest whose footprint fits the cache. When A only just fits, the mean of A and B
/// is taken. On a processor that sweeps along z the footprint is that of one plane with all its stencils.
TileCost cost_of_tile(ArrayLayout const& layout, base::Box const& tile, std::vector<AccessGroup> const& accesses,
                      Processor const& processor);

std::string to_text(Survival survival);

} // namespace chemora::tiling
