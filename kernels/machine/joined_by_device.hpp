// What processes found that measured together, on devices of one kind or several.
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

/// By kind of device: rates of its processes are added. What else kept a node busy is what none of all its processes
/// did, whatever their device.
std::map<std::string, BestOfRounds> joined_by_device(std::vector<Measured> const& all);

} // namespace chemora::machine
