// Counts by having each kernel's first launch repeated.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

namespace chemora::device {

/// Traffic of memory, warps and issue slots of the first launch that each counter sees; others run as ever. Throws
/// DeviceError where there is no CUPTI with a range profiler, or it refuses.
std::unique_ptr<Counters> open_replay_counters(std::shared_ptr<CudaSession> session);

} // namespace chemora::device
