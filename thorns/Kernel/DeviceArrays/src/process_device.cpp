// One device per process: told of at STARTUP, made when it is needed.
#include "process_device.hpp"

#include "cctk.h"
#include "device_thorn.hpp"

#include <stdexcept>

namespace device_arrays {

namespace {

struct Provider {
  std::string thorn;
  MakeDevice make_device = nullptr;
};

Provider& provider() {
  static Provider active;
  return active;
}

} // namespace

void provide(char const* thorn, MakeDevice make_device) {
  if (provider().make_device)
    CCTK_VERROR("%s and %s are both active, but a process has one device. Take one of them out of ActiveThorns.",
                provider().thorn.c_str(), thorn);
  provider() = {thorn, make_device};
}

chemora::device::Device& device() {
  static std::unique_ptr<chemora::device::Device> const made = [] {
    if (!provider().make_device) throw std::runtime_error("No device thorn is active: activate DeviceHost.");
    return provider().make_device();
  }();
  return *made;
}

chemora::arrays::DeviceArrays& arrays() {
  static chemora::arrays::DeviceArrays of_process(device());
  return of_process;
}

std::string check() {
  try {
    bool const is_told_what_is_valid = CCTK_IsFunctionAliased("Accelerator_RequireValidBoxes") != 0;
    if (device().properties().shares_host_memory || is_told_what_is_valid) return {};
    return "Kernels are to run on " + device().properties().kind +
           " with a memory of its own, but no active thorn knows when data must be copied between it and the host. "
           "Activate Kernel/Accelerator.";
  } catch (std::exception const& error) {
    return error.what();
  }
}

} // namespace device_arrays
