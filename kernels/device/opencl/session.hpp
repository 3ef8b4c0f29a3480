// The context and queue that a device's memory, programs and launches share.
#pragma once

#include "kernels/device/opencl/choose.hpp"

#include <memory>
#include <string>

namespace chemora::device {

/// Takes over the events of launches.
class OpenclLaunches {
public:
  virtual ~OpenclLaunches() = default;
  virtual void add(cl_event launch) = 0;
};

struct OpenclSession {
  explicit OpenclSession(ChosenOpencl const& chosen);
  ~OpenclSession();
  OpenclSession(OpenclSession const&) = delete;
  OpenclSession& operator=(OpenclSession const&) = delete;

  ChosenOpencl chosen;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  OpenclLaunches* timed = nullptr; ///< who times launches now
};

/// A property of the device that is a number or a set of bits.
template <typename Number>
Number opencl_number(cl_device_id device, cl_device_info what) {
  Number number{};
  check_opencl(opencl().get_device_info(device, what, sizeof number, &number, nullptr), "clGetDeviceInfo", "OpenCL");
  return number;
}

} // namespace chemora::device
