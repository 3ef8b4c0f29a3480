// Counts by way of CUPTI's log of kernels.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

namespace chemora::device {

/// Seconds of kernels alone, without what it takes to launch them. Throws DeviceError where there is no CUPTI.
std::unique_ptr<Counters> open_cuda_counters(std::shared_ptr<CudaSession> session);

} // namespace chemora::device
