// Separate updates of a time integrator (codegen/passes/fusion.hpp) as cases for every device.
#pragma once

#include "testsuites/devices/device_cases.hpp"

namespace chemora::testing_support {

/// Cases for the seeds from `first` to `last`, every fourth in real32, with the plans in turn: the two graphs of one
/// group of updates after a random kernel, for whole rows and for the other points.
std::vector<DeviceCase> make_update_cases(int first, int last, std::vector<plan::KernelPlan> const& plans);

} // namespace chemora::testing_support
