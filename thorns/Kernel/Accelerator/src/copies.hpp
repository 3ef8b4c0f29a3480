/// Copies between host and device, and between boxes on the device.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <vector>

namespace accelerator {

/// Executes, counts and reports copies between host and device.
void make_copies(cGH const* cctkGH, std::vector<Copy> const& copies);

/// Boxes of arrays on the device at the current time level. Each box has three local indices; `upper` is exclusive.
struct DeviceBoxes {
  CCTK_INT const *variables, *lower, *upper;
  CCTK_INT n;
};
/// Copies boxes from the device to a contiguous buffer in host memory, or back, for the messages of an exchange.
void pack(cGH const* cctkGH, DeviceBoxes const& boxes, void* packed);
void unpack(cGH const* cctkGH, DeviceBoxes const& boxes, void const* packed);
/// Copies each box to the box of the same array that begins at `to_lower`. The copies are made in the order of the
/// list.
void copy_within(cGH const* cctkGH, DeviceBoxes const& boxes, CCTK_INT const* to_lower);

} // namespace accelerator
