/// Division of a grid in proportion to the speeds of the ranks.
#pragma once

#include "decomposition.hpp"

#include <span>
#include <string>
#include <vector>

namespace pugh {

/// A positive number per rank, in any unit.
using Weights = std::vector<double>;

/// The value of PUGH::processor_weights is wrong or cannot be followed.
class WeightsError : public DecompositionError {
public:
  using DecompositionError::DecompositionError;
};

/// "1 1 2.5": as many numbers as ranks, with blanks or commas between them. Throws WeightsError.
Weights parse_weights(std::string const& text, int n_ranks);

/// The weights divided by a power of two such that the largest is below 1. Sums and products of them are then finite,
/// and the division is exact.
Weights scaled(std::span<double const> weights);

/// The result of a process' measurement of its own speed.
struct MeasuredSpeed {
  double speed = 0;          // positive
  int kind = 0;              // equal for processes with the same processor or device
  bool is_disturbed = false; ///< another program ran at the same time, so the true speed may be higher
};

/// Weights from measured speeds, 1 for the fastest process. If any process of a kind was disturbed, all processes of
/// this kind get the speed of the fastest of them. Speeds that differ by less than 5% are equal, because measurements
/// scatter. Others are rounded to powers of 1.05, so that runs with nearly equal measurements divide the grid in the
/// same way. Both simplifications together cost less than 10% of the time.
Weights weights_from(std::vector<MeasuredSpeed> const& measured);

/// The time of the slowest rank relative to a perfect division, minus 1: 0.1 means 10% more time. The time of a rank is
/// the number of points that it owns, which are those that kernels compute, divided by its weight.
double imbalance(Decomposition const& decomposition, std::span<double const> weights);

/// The topology with the smallest imbalance. Among topologies with nearly the same imbalance, choose_topology decides.
/// Throws DecompositionError if there is no topology.
Topology choose_weighted_topology(Shape const& shape, Topology const& requested, std::span<double const> weights);

/// The points of each part in each direction, as Decomposition expects them. A grid is cut by planes, so the parts of a
/// direction are in proportion to the sums of the weights of their ranks. This is exact if the weights are products of
/// one factor per direction, and a compromise otherwise. No part is smaller than the width of a ghost zone; throws
/// DecompositionError if that is impossible.
std::array<std::vector<int>, max_dimension> weighted_sizes(Shape const& shape, Topology const& topology,
                                                           std::span<double const> weights);

} // namespace pugh
