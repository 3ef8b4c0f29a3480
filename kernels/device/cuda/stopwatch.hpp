// Times launches by events on their stream.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

namespace chemora::device {

/// From an event just before each launch to one just after: where the stream was idle, with what it takes to launch.
std::unique_ptr<Stopwatch> make_cuda_stopwatch(std::shared_ptr<CudaSession> session);

} // namespace chemora::device
