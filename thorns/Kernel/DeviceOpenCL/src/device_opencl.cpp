// An OpenCL device for the processes that are to have one, the host for the others.
#include "Kernel/DeviceArrays/src/device_thorn.hpp"
#include "Kernel/DeviceArrays/src/node_share.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"

#include <fmt/format.h>

namespace {

std::unique_ptr<chemora::device::Device> make_device() {
  DECLARE_CCTK_PARAMETERS
  auto const share = device_arrays::node_share(processes);
  if (!share.has_device) return chemora::device::make_host_device();
  return chemora::device::make_opencl_device({platform, device, share.number});
}

std::string said() {
  DECLARE_CCTK_PARAMETERS
  return fmt::format("DeviceOpenCL::platform = \"{}\", DeviceOpenCL::device = \"{}\", DeviceOpenCL::processes = \"{}\"",
                     platform, device, processes);
}

} // namespace

extern "C" int DeviceOpenCL_Startup(void) {
  device_arrays::provide("DeviceOpenCL", make_device);
  return 0;
}

extern "C" void DeviceOpenCL_CheckDevice(CCTK_ARGUMENTS) {
  (void)cctkGH;
  std::string const reason = device_arrays::check_and_tell(said());
  if (!reason.empty()) CCTK_VPARAMWARN("%s", reason.c_str());
}
