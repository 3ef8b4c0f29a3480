// Sums that follow a kernel at once (codegen/passes/fuse_updates.hpp) as cases for every device.
#pragma once

#include "testsuites/devices/device_cases.hpp"

namespace chemora::testing_support {

/// For the seeds from `first` to `last`, real32 for every fourth, with the plans in turn: what is done on whole rows
/// and what beside them, for one group of sums behind a random kernel.
std::vector<DeviceCase> make_sums_cases(int first, int last, std::vector<plan::KernelPlan> const& plans);

} // namespace chemora::testing_support
