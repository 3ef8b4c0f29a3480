// NVIDIA's devices: NVRTC compiles, the driver loads and launches.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::device {

/// Work is done in order, on one stream; what `unpack` brings crosses the bus on another, beside kernels launched
/// before. Objects are machine code for the device's architecture. Arrays are addresses in its memory. Throws
/// DeviceError when there is no driver, no compiler, or no such device.
std::unique_ptr<Device> make_cuda_device(CudaChoice const& choice = {});

} // namespace chemora::device
