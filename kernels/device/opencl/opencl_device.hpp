// A device with an OpenCL driver and memory of its own.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>
#include <string>

namespace chemora::device {

/// The user's choice. A text is the number of a platform or device in the list of list_of_opencl(), or part of its name
/// in any case; an empty text matches all.
struct OpenclChoice {
  std::string platform{};
  std::string device{};
  int share = 0; ///< chooses matching device number `share` modulo their count, so that the processes of a node share
};

/// A device with one in-order queue. Objects are program binaries of the driver, arrays are `cl_mem` buffers. Throws
/// DeviceError if no device matches, or if it cannot give the bits of the host. For these it needs 64-bit reals, fused
/// multiply-adds, and correctly rounded quotients and square roots of 32-bit reals.
std::unique_ptr<Device> make_opencl_device(OpenclChoice const& choice = {});

} // namespace chemora::device
