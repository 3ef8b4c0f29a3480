/// Estimated cost of traversing a box in tiles on the host.
#pragma once

#include "kernels/machine/machine.hpp"
#include "kernels/tiling/cost_model.hpp"

#include <array>
#include <map>
#include <string>

namespace chemora::tiling {

/// A kind of reuse of cache lines within the cache of a core. The model has four kinds: a line may be used again
///
///     rows    by the next row of the tile
///     planes  by the next planes of the tile
///     tiles   by the tile's neighbours along x and y, which share the points around it
///     layers  by the next layer of tiles along z
struct Reuse {
  double footprint = 0; ///< lines of all arrays that are accessed between the two uses
  double share = 0;     ///< fraction of lines that stay: 1 up to a footprint of half the cache, 0 above one and a half
                        ///< times the cache, linear in between
  double requested = 0; ///< lines requested by a tile if all lines stay
};

struct HostCost {
  base::Index3 tile{1, 1, 1};
  std::array<Reuse, 4> reuse{}; ///< the kinds of reuse, in the order rows, planes, tiles, layers
  double requested = 0;         ///< lines that a tile requests from memory, weighted by the fractions of reuse
  double inner = 0;             ///< lines that a tile requests from the second-level cache
  double restarts = 0;          ///< loss by restarts of prefetchers, in units of the time of a line
  double loads = 0;             ///< vectors loaded and stored per point, if all are full
  double vectors = 0;           ///< vectors in a row of the box, including partial vectors
  double imbalance = 1;         ///< largest number of points of a thread divided by the mean number
  /// Estimated time per point, in units of the time of a line from memory. It is the longer of memory time (sigma of
  /// the lines, starts of rows) and core time (first-level lines, loads), plus a fraction of the shorter time,
  /// multiplied by the imbalance.
  double cost = 0;
};

class HostModel {
public:
  /// `planes` planes are computed at a time. `graph` and `machine` must outlive the model.
  HostModel(ir::Graph const& graph, Problem const& problem, int planes, machine::Machine const& machine);

  HostCost cost(base::Index3 const& tile);
  double capacity_lines() const { return capacity_; }

private:
  double lines(base::Box const& box) const;
  double lines_without_reuse(base::Box const& block) const;
  double requested(std::array<Reuse, 4>& reuse, double capacity, base::Box const& block, double iterations) const;
  double loads(int planes) const;
  double vectors_in_row(int length);
  double lines_of_layer(int planes);
  double restarts(base::Index3 const& tile) const;
  double imbalance(base::Index3 const& tile) const;

  ir::Graph const& graph_;
  Problem problem_;
  machine::Machine const& machine_;
  int planes_;
  ArrayLayout layout_;
  double capacity_, inner_capacity_; ///< capacities in lines
  int lanes_;
  std::vector<AccessGroup> accesses_;
  double n_arrays_ = 0;
  std::map<int, double> layers_;  ///< lines of a layer of tiles, by the number of planes of the layer
  std::map<int, double> vectors_; ///< vectors of a row, by the length of its pieces
};

/// Returns a text such as `rows 100%, planes 64%, tiles 0%, layers 0%`.
std::string to_text(std::array<Reuse, 4> const& reuse);

} // namespace chemora::tiling
