// The host as a device: all it has of its own is how it is made.
#include "Kernel/DeviceArrays/src/device_thorn.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "kernels/device/host/host_device.hpp"

namespace {

std::unique_ptr<chemora::device::Device> make_device() {
  DECLARE_CCTK_PARAMETERS
  return chemora::device::make_host_device({.own_memory = own_memory != 0});
}

} // namespace

extern "C" int DeviceHost_Startup(void) {
  device_arrays::provide("DeviceHost", make_device);
  return 0;
}

// Kernels are compiled at their first launch, when the run has begun: a compiler that is missing is told of before.
extern "C" void DeviceHost_CheckCompiler(CCTK_ARGUMENTS) {
  (void)cctkGH;
  std::string const reason = device_arrays::check();
  if (!reason.empty()) CCTK_VPARAMWARN("%s", reason.c_str());
}
