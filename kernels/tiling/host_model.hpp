// What going through a box in tiles costs on the host.
#pragma once

#include "kernels/tiling/cost_model.hpp"
#include "kernels/tiling/problem.hpp"

#include <array>
#include <map>
#include <string>

namespace chemora::tiling {

/// Lines that were read once stay in a core's cache until they are needed again, or not:
///
///     rows    by the next row of the tile
///     planes  by the next planes of the tile
///     tiles   by the tile's neighbours along x and y, which share the points around it
///     layers  by the next layer of tiles along z
struct Reuse {
  double footprint = 0; ///< lines touched in between, of all arrays
  double share = 0;     ///< of the lines that stay: all while the footprint is below half of the cache, none beyond
                        ///< one and a half of it, in proportion in between
  double requested = 0; ///< by a tile from beyond the cache if all lines stay
};

struct HostCost {
  base::Index3 tile{1, 1, 1};
  std::array<Reuse, 4> reuse{}; ///< rows, planes, tiles, layers
  double requested = 0;         ///< lines of a tile, as the shares say
  double inner = 0;             ///< the same of the first level of caches
  double beginnings = 0;        ///< lines' time that prefetching loses where it must begin anew
  double loads = 0;             ///< and stores of vectors, per point of full ones
  double vectors = 0;           ///< of a row of the box, those that hold parts of pieces included
  double imbalance = 1;         ///< points of the thread with most of them, over the mean
  double cost = 0;              ///< per point, in times of a line: what takes longer of what memory does (sigma of the
                                ///< lines, beginnings of rows) and what the core does (lines of the first level,
                                ///< loads), with a part of the other, times the imbalance
};

class HostModel {
public:
  /// `planes` are done at a time. The graph and the machine stay where they are.
  HostModel(ir::Graph const& graph, Problem const& problem, int planes, machine::Machine const& machine);

  HostCost cost(base::Index3 const& tile);
  double capacity_lines() const { return capacity_; }

private:
  double lines(base::Box const& box) const;
  double rows_anew(base::Box const& block) const;
  double requested(std::array<Reuse, 4>& reuse, double capacity, base::Box const& block, double iterations) const;
  double loads(int planes) const;
  double vectors_in_row(int length);
  double lines_of_layer(int planes);
  double beginnings(base::Index3 const& tile) const;
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
  std::map<int, double> layers_;  ///< lines of a layer of so many planes
  std::map<int, double> vectors_; ///< of a row in pieces of so many points
};

/// `rows 100%, planes 64%, tiles 0%, layers 0%`
std::string to_text(std::array<Reuse, 4> const& reuse);

} // namespace chemora::tiling
