// Any device that has an OpenCL driver, with memory of its own.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/device/opencl/choose.hpp"

namespace chemora::device {

/// Work is done in order, on one queue. Objects are the program binaries of the driver. Arrays are `cl_mem` buffers.
/// Throws DeviceError when there is no such device, or when it cannot give the bits of the host: it must compute with
/// 64-bit reals, fused multiply-adds, and correctly rounded quotients and square roots of 32-bit reals.
std::unique_ptr<Device> make_opencl_device(OpenclChoice const& choice = {});

} // namespace chemora::device
