// Which of the machine's OpenCL devices to use.
#pragma once

#include "kernels/device/opencl/library.hpp"
#include "kernels/device/opencl/opencl_device.hpp"

#include <string>

namespace chemora::device {

struct ChosenOpencl {
  cl_platform_id platform;
  cl_device_id device;
  std::string platform_name, device_name;
  int number = 0; ///< of the device on its platform
};

/// Throws DeviceError when there is no OpenCL, or when nothing there is meant: then with a list of what there is.
ChosenOpencl choose_opencl(OpenclChoice const& choice);

/// Every platform with its devices, one per line; when there are none, the drivers that should have one.
std::string list_of_opencl();

/// A text about a platform or device: CL_PLATFORM_NAME, CL_DEVICE_VERSION, ...
std::string opencl_text(cl_platform_id platform, cl_platform_info what);
std::string opencl_text(cl_device_id device, cl_device_info what);

} // namespace chemora::device
