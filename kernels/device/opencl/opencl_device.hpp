// Any device that has an OpenCL driver, with memory of its own.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>
#include <string>

namespace chemora::device {

/// What a user says. A platform or device is meant by its number in the list of choose_opencl's message, by a part of
/// its name in any case, or, when empty, by being there.
struct OpenclChoice {
  std::string platform{};
  std::string device{};
  int share = 0; ///< of the devices that are meant, the one of this number, counted round and round: processes of a
                 ///< node take one each
};

/// Work is done in order, on one queue. Objects are the program binaries of the driver. Arrays are `cl_mem` buffers.
/// Throws DeviceError when there is no such device, or when it cannot give the bits of the host: it must compute with
/// 64-bit reals, fused multiply-adds, and correctly rounded quotients and square roots of 32-bit reals.
std::unique_ptr<Device> make_opencl_device(OpenclChoice const& choice = {});

} // namespace chemora::device
