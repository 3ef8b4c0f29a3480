#include "kernels/device/make_device.hpp"

#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"

namespace chemora::device {

std::unique_ptr<Device> make_device(plan::Language language, DeviceOptions const& options) {
  switch (language) {
  case plan::Language::cpp:
    return make_host_device({.own_memory = options.own_memory});
  case plan::Language::opencl:
    return make_opencl_device({options.platform, options.device, options.share});
  case plan::Language::cuda:
    return make_cuda_device({options.device, options.share},
                            options.replays_launches ? CudaCounting::replay : CudaCounting::times);
  }
  throw DeviceError("This language has no device."); // unreachable: -Wswitch reports a missing case
}

} // namespace chemora::device
