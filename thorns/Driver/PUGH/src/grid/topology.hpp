// How many ranks cut each direction of a grid.
#pragma once

#include "shape.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace pugh {

// The grid cannot be divided as asked; what() is a whole sentence for the user.
class DecompositionError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// Number of parts in each direction; directions beyond the shape's dimension have one part.
using Topology = Index;

// The topology whose parts number n_ranks and whose ghost zones hold the fewest points; among equals the one with the
// smallest largest part, then the one that keeps the first directions whole (so that lines along x stay long).
// requested[d] > 0 fixes the number of parts in direction d, 0 leaves it open.
// Every part owns at least one point and at least as many as the ghost zone of an exchanged direction is wide.
// Throws DecompositionError when there is no such topology.
Topology choose_topology(Shape const& shape, int n_ranks, Topology const& requested = {0, 0, 0, 0});

// The one that choose_topology would take of these, which are not empty.
Topology best_of(Shape const& shape, std::vector<Topology> const& topologies);

// All that there are.
std::vector<Topology> all_topologies(Shape const& shape, int n_ranks, Topology const& requested);

// As choose_topology, for arrays that may be smaller than the number of ranks: when n_ranks parts do not fit, the
// largest smaller number that does; the remaining ranks hold no points.
Topology choose_small_topology(Shape const& shape, int n_ranks);

// The most parts that direction can be cut into.
int max_parts(Shape const& shape, int direction);

} // namespace pugh
