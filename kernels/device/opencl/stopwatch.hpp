// Times launches by their events.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/device/opencl/session.hpp"

namespace chemora::device {

/// From the beginning to the end of each launch on the device; what lies between launches does not count.
std::unique_ptr<Stopwatch> make_opencl_stopwatch(std::shared_ptr<OpenclSession> session);

} // namespace chemora::device
