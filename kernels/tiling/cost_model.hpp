// Estimated cost of a tile shape: cache lines requested per point, small tiles punished (Chemora paper, eq. of sigma).
#pragma once

#include "kernels/tiling/line_count.hpp"

#include <cstdint>
#include <optional>
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

/// A tile is worked through block by block along z: `block` is what is in flight at a time (all threads of a GPU
/// block), `iterations` is how many blocks there are.
struct Tile {
  base::Box block;
  int iterations = 1;

  base::Box whole() const;
};

/// What is assumed about lines that were touched once. Ordering assumption: in an iteration, accesses are grouped by
/// array, and within an array by the axis of the stencil.
enum class Survival {
  iterations,    ///< lines of all arrays survive to the next iterations: each line of the tile is requested once
  all,           ///< A: all lines of an array survive while it is accessed: requested once per iteration
  one_dimension, ///< B: lines of one axis' accesses are gone before the next axis' accesses: once per axis
  one_row        ///< nothing but the row at hand survives: every row of the stencil is requested anew
};

/// Lines requested for a tile under an assumption. Accesses off all axes (mixed derivatives) count with the highest
/// axis they leave; the centre with the first axis that has accesses.
std::int64_t requested_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                             Survival survival);

/// Lines that must be in the cache at the same time for the assumption to hold: the block's of all arrays, of the most
/// demanding array (A), of its most demanding axis (B), or of one row.
std::int64_t footprint_lines(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
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
  Formula formula = Formula::corrected;
};

struct TileCost {
  base::Index3 tile{1, 1, 1};
  Survival survival = Survival::all;     ///< the assumption that matches the cache
  std::optional<Survival> averaged_with; ///< the next weaker one, if it matches, too
  std::int64_t footprint = 0;            ///< lines in use at a time for `survival`
  std::int64_t footprint_iterations = 0, footprint_all = 0, footprint_one = 0; ///< and for each assumption
  double requested = 0;                                                        ///< r, possibly the mean of two
  double sigma = 0;
};

/// Chooses the assumptions that match the cache best and takes the mean of what they request: the strongest whose
/// footprint fits; where a footprint is within a tenth of the capacity, be it below or above, it is open whether its
/// lines survive, and the mean with the next weaker assumption is taken.
TileCost cost_of_tile(ArrayLayout const& layout, Tile const& tile, std::vector<AccessGroup> const& accesses,
                      Processor const& processor);

std::string to_text(Survival survival);

} // namespace chemora::tiling
