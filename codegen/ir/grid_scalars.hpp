// Grid and time as numbers: the arguments of every kernel besides its arrays and parameters.
#pragma once

#include <array>

namespace chemora::ir {

/// The values of the graph's operations spacing, origin, size, index, time, time_step and iteration.
struct GridScalars {
  std::array<double, 3> spacing{1, 1, 1};
  std::array<double, 3> origin{0, 0, 0}; ///< coordinate of global point 0
  std::array<int, 3> global_size{1, 1, 1};
  std::array<int, 3> lower_global{0, 0, 0}; ///< global index of local point 0
  double time = 0;
  double time_step = 0;
  int iteration = 0;
};

} // namespace chemora::ir
