// NVIDIA GPUs: NVRTC compiles, the driver loads and launches.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::device {

/// What Device::open_counters reads: the time stamps of every launch, or the hardware counters of each kernel's first
/// launch, which is repeated until all counters have been read.
enum class CudaCounting { times, replay };

/// Launches and copies are in order, on one stream. The transfers of `unpack` use a second stream and run at the same
/// time as earlier kernels. Objects are machine code for the device's architecture, arrays are addresses in its memory.
/// Throws DeviceError if there is no driver, no compiler, or no device that matches.
std::unique_ptr<Device> make_cuda_device(CudaChoice const& choice = {}, CudaCounting counting = CudaCounting::times);

} // namespace chemora::device
