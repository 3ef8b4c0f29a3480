/// Copies between host and device: executes, counts and reports them.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <map>
#include <string>
#include <vector>

namespace accelerator {

void make_copies(cGH const* cctkGH, std::vector<Copy> const& copies);

/// Boxes of arrays on the device at the current time level, three local indices each; `upper` is exclusive.
struct DeviceBoxes {
  CCTK_INT const *variables, *lower, *upper;
  CCTK_INT n;
};
/// Copies boxes to and from host memory that holds them one after the other, for the messages of an exchange.
void pack(cGH const* cctkGH, DeviceBoxes const& boxes, void* packed);
void unpack(cGH const* cctkGH, DeviceBoxes const& boxes, void const* packed);
/// Copies each box to the box of the same array that begins at `to_lower`, in order.
void copy_within(cGH const* cctkGH, DeviceBoxes const& boxes, CCTK_INT const* to_lower);

/// Collective. The copies so far on all processes: sums, and a line for each variable, part, direction and reader.
std::string traffic_report();

/// The seconds that copies have taken on this process so far, by reader.
std::map<std::string, double> const& seconds_of_copies();

/// Lists of variables, refinement levels and time levels, as the aliased functions take them.
struct ArrayLists {
  std::vector<CCTK_INT> variables, levels, time_levels;

  void add(ArrayId const& array);
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

} // namespace accelerator
