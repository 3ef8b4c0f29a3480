// Test cases for every device with separate kernels for the updates of a time integrator (codegen/passes/fusion.hpp).
#pragma once

#include "testsuites/devices/device_cases.hpp"

namespace chemora::testing_support {

/// For each seed from `first` to `last`, generates a random kernel and one group of updates after it. The group has two
/// graphs, one for whole rows and one for the remaining points, and each graph is a case. The cases cycle through
/// `plans`, and every fourth case uses real32.
std::vector<DeviceCase> make_update_cases(int first, int last, std::vector<plan::KernelPlan> const& plans);

} // namespace chemora::testing_support
