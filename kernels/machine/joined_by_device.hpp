// Combines the results of processes that measured at the same time, on devices of several kinds.
#pragma once

#include "kernels/machine/best_of_rounds.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::machine {

struct Measured {
  std::string node;
  std::string device; ///< its kind
  BestOfRounds best;
};

/// By device kind: the sum of the rates of its processes. The load by other programs of a node is the load that none of
/// its processes caused, on any device.
std::map<std::string, BestOfRounds> joined_by_device(std::vector<Measured> const& results);

} // namespace chemora::machine
