// Has the device make copies, counts them and says why.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <string>
#include <vector>

namespace accelerator {

void make(cGH const* cctkGH, std::vector<Copy> const& copies);

/// Boxes of arrays on the device, in the current time level: three local indices each, the upper ones excluded.
struct DeviceBoxes {
  CCTK_INT const *variables, *lower, *upper;
  CCTK_INT n;
};
/// To and from host memory in which the boxes lie one after the other: what an exchange sends and brings.
void pack(cGH const* cctkGH, DeviceBoxes const& boxes, void* packed);
void unpack(cGH const* cctkGH, DeviceBoxes const& boxes, void const* packed);
/// To boxes of the same arrays that begin there, in order.
void copy_within(cGH const* cctkGH, DeviceBoxes const& boxes, CCTK_INT const* to_lower);

/// Collective. What was copied so far on all processes: a line for each variable, part, direction and reader, and the
/// sums.
std::string traffic_report();

/// Lists of variables, levels and time levels, as aliased functions take them.
struct Lists {
  std::vector<CCTK_INT> variables, levels, time_levels;

  void add(Place const& place);
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

} // namespace accelerator
