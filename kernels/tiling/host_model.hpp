/// Estimated cost of traversing a box in tiles on the host.
#pragma once

#include "kernels/machine/machine.hpp"
#include "kernels/tiling/cost_model.hpp"

#include <array>
#include <map>
#include <string>

namespace chemora::tiling {

/// Kinds of reuse of cache lines within the cache of a core. A line may be used again
///
///     rows    by the next row of the tile
///     planes  by the next planes of the tile
///     tiles   by the tile's neighbours along x and y, which share the points around it
///     layers  by the next layer of tiles along z
struct Reuse {
  double footprint = 0; ///< lines of all arrays that are used in between
  double share = 0;     ///< of lines that stay: 1 up to a footprint of half the cache, 0 above one and a half
                        ///< times the cache, linear in between
  double requested = 0; ///< lines requested by a tile if all lines stay
};

struct HostCost {
  base::Index3 tile{1, 1, 1};
  std::array<Reuse, 4> reuse{}; ///< rows, planes, tiles, layers
  double requested = 0;         ///< lines of a tile, weighted by the shares
  double inner = 0;             ///< the same for the first-level cache
  double restarts = 0;          ///< loss by restarts of prefetching, in times of a line
  double loads = 0;             ///< vectors loaded and stored per point, if all are full
  double vectors = 0;           ///< of a row of the box, including partial ones
  double imbalance = 1;         ///< points of the thread with most points over the mean
  /// Per point, in times of a line from memory: the longer of memory time (sigma of the lines, starts of rows) and core
  /// time (first-level lines, loads), plus a part of the shorter one, times the imbalance.
  double cost = 0;
};

class HostModel {
public:
  /// `planes` are computed at a time. The model refers to the graph and the machine.
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
  double capacity_, inner_capacity_; ///< in lines
  int lanes_;
  std::vector<AccessGroup> accesses_;
  double n_arrays_ = 0;
  std::map<int, double> layers_;  ///< lines of a layer, by its number of planes
  std::map<int, double> vectors_; ///< vectors of a row, by the length of its pieces
};

/// `rows 100%, planes 64%, tiles 0%, layers 0%`
std::string to_text(std::array<Reuse, 4> const& reuse);

} // namespace chemora::tiling
