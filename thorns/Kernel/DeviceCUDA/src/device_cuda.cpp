// A CUDA device for the processes that are to have one, the host for the others.
#include "Kernel/DeviceArrays/src/device_thorn.hpp"
#include "Kernel/DeviceArrays/src/node_share.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/host/host_device.hpp"

#include <fmt/format.h>

namespace {

std::unique_ptr<chemora::device::Device> make_device() {
  DECLARE_CCTK_PARAMETERS
  auto const share = device_arrays::node_share(processes);
  if (!share.has_device) return chemora::device::make_host_device();
  using chemora::device::CudaCounting;
  return chemora::device::make_cuda_device(
      {device, share.number}, CCTK_EQUALS(counters, "replay") ? CudaCounting::replay : CudaCounting::times);
}

std::string said() {
  DECLARE_CCTK_PARAMETERS
  return fmt::format("DeviceCUDA::device = \"{}\", DeviceCUDA::processes = \"{}\"", device, processes);
}

} // namespace

extern "C" int DeviceCUDA_Startup(void) {
  device_arrays::provide("DeviceCUDA", make_device);
  return 0;
}

extern "C" void DeviceCUDA_CheckDevice(CCTK_ARGUMENTS) {
  (void)cctkGH;
  std::string const reason = device_arrays::check_and_tell(said());
  if (!reason.empty()) CCTK_VPARAMWARN("%s", reason.c_str());
}
