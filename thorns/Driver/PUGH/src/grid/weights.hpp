// Parts of a grid in proportion to the speeds of the ranks that get them.
#pragma once

#include "decomposition.hpp"
#include "topology.hpp"

#include <span>
#include <string>
#include <vector>

namespace pugh {

// A positive number per rank, whatever its unit.
using Weights = std::vector<double>;

// What PUGH::processor_weights asks for cannot be done.
class WeightsError : public DecompositionError {
public:
  using DecompositionError::DecompositionError;
};

// "1 1 2.5": as many numbers as ranks, with blanks or commas between them. Throws WeightsError.
Weights parse_weights(std::string const& text, int n_ranks);

// The same proportions with the largest below 1, so that sums and products of weights are finite: a power of two keeps
// the bits.
Weights scaled(std::span<double const> weights);

// What a process measured of itself.
struct MeasuredSpeed {
  double speed = 0;          // positive
  int kind = 0;              // equal for processes with the same processor or device
  bool is_disturbed = false; // something else ran at the same time: it may be faster than that
};

// 1 for the fastest. Processes of one kind are all as fast as the fastest of them if any of them was disturbed. Speeds
// that differ by less than a twentieth are equal, because measured ones scatter. The others are rounded to powers of
// 1.05, so that runs which measure nearly the same divide the grid in the same way. Both together cost less than a
// tenth of the time.
Weights weights_from(std::vector<MeasuredSpeed> const& measured);

// What kernels need more time than with a perfect division, by the slowest rank: 0.1 for a tenth more. Its time is the
// points that it owns, which are those that kernels compute, over its weight. One weight per rank.
double imbalance(Decomposition const& decomposition, std::span<double const> weights);

// The topology with the least imbalance; where that differs little, as choose_topology has it. Throws
// DecompositionError when there is none.
Topology choose_weighted_topology(Shape const& shape, Topology const& requested, std::span<double const> weights);

// The points of each part in each direction, as Decomposition takes them. A grid is cut by planes, so parts of a
// direction are in proportion to the sums of the weights of all ranks that they contain: exact if weights are products
// of one factor per direction, a compromise otherwise. No part is smaller than a ghost zone is wide. Throws
// DecompositionError when it cannot be avoided.
std::array<std::vector<int>, max_dimension> weighted_sizes(Shape const& shape, Topology const& topology,
                                                           std::span<double const> weights);

} // namespace pugh
