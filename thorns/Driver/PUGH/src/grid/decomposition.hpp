// Which points of a distributed array each rank holds.
#pragma once

#include "shape.hpp"
#include "topology.hpp"

#include <span>
#include <vector>

namespace pugh {

// What one rank holds, as the grid hierarchy describes it. All zero-based, all inclusive of ghost zones.
struct LocalBox {
  Index shape = {1, 1, 1, 1};                       // cctk_lsh
  Index lower = {0, 0, 0, 0};                       // cctk_lbnd: global index of the first local point
  Range owned;                                      // local indices of the points this rank owns
  std::array<int, 2 * max_dimension> is_outer = {}; // cctk_bbox: lower and upper face of each direction

  int upper(int direction) const { return lower[direction] + shape[direction] - 1; } // cctk_ubnd, inclusive
  long n_points() const {
    long n = 1;
    for (int extent : shape) n *= extent;
    return n;
  }
};

// cuts[d] has parts[d] + 1 entries: part p owns the global indices [cuts[d][p], cuts[d][p + 1]).
using Cuts = std::array<std::vector<int>, max_dimension>;

class Decomposition {
public:
  // Even parts, the larger ones first; sizes[d], when not empty, gives the number of points of each part instead and
  // must have parts[d] entries that add up to the extent. Throws DecompositionError.
  Decomposition(Shape const& shape, Topology const& topology,
                std::array<std::vector<int>, max_dimension> const& sizes = {});

  Shape const& shape() const { return shape_; }
  Topology const& topology() const { return topology_; }
  Cuts const& cuts() const { return cuts_; }
  int n_parts() const; // ranks from here on hold no points

  LocalBox local_box(int rank) const;
  // The rank at the other side of a face: side 0 is towards lower indices; -1 at an outer boundary.
  int neighbour(int rank, int direction, int side) const;
  // The same at a face, an edge or a corner: -1, 0 or +1 per direction.
  int neighbour(int rank, Index const& offset) const;

private:
  Index position(int rank) const;
  int rank_at(Index const& position) const;

  Shape shape_;
  Topology topology_;
  Cuts cuts_;
};

// A grid of which every rank holds all points: a replicated array.
LocalBox replicated_box(Shape const& shape);

} // namespace pugh
