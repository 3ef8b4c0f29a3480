// Parts of a grid in proportion to the speeds of the ranks that get them.
#pragma once

#include "topology.hpp"

#include <span>
#include <string>
#include <vector>

namespace pugh {

// A positive number per rank, whatever its unit.
using Weights = std::vector<double>;

// "1 1 2.5": as many numbers as ranks, with blanks or commas between them. Throws DecompositionError.
Weights parse_weights(std::string const& text, int n_ranks);

// Rounded to twentieths of the largest, so that ranks of one kind get the same weight though measured speeds scatter.
Weights rounded(Weights const& measured);

// The topology in which the slowest rank needs the least time, its time being its points, ghost zones included, over
// its weight; where that differs little, as choose_topology has it. Throws DecompositionError when there is none.
Topology choose_weighted_topology(Shape const& shape, Topology const& requested, std::span<double const> weights);

// The points of each part in each direction, as Decomposition takes them. A grid is cut by planes, so parts of a
// direction are in proportion to the sums of the weights of all ranks that they contain: exact if weights are products
// of one factor per direction, a compromise otherwise. No part is smaller than a ghost zone is wide. Throws
// DecompositionError when it cannot be avoided.
std::array<std::vector<int>, max_dimension> weighted_sizes(Shape const& shape, Topology const& topology,
                                                           std::span<double const> weights);

} // namespace pugh
