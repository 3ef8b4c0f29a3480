// NVIDIA's devices: NVRTC compiles, the driver loads and launches.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::device {

/// What Device::open_counters reads: the time stamps of every launch, or the counters of each kernel's first launch,
/// which is repeated for them.
enum class CudaCounting { times, replay };

/// Work is done in order, on one stream; what `unpack` brings crosses the bus on another, beside kernels launched
/// before. Objects are machine code for the device's architecture. Arrays are addresses in its memory. Throws
/// DeviceError when there is no driver, no compiler, or no such device.
std::unique_ptr<Device> make_cuda_device(CudaChoice const& choice = {}, CudaCounting counting = CudaCounting::times);

} // namespace chemora::device
