// One device per process: told of at STARTUP, made when it is needed.
#include "process_device.hpp"

#include "cctk.h"
#include "device_thorn.hpp"
#include "node_share.hpp"

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

namespace {

/// Tried once: processes make their devices together, and one that has none must not begin again alone.
struct Made {
  std::unique_ptr<chemora::device::Device> device;
  std::string error;

  Made() {
    if (!provider().make_device) {
      error = "No device thorn is active: activate DeviceHost.";
      return;
    }
    try {
      device = provider().make_device();
    } catch (std::exception const& reason) {
      error = reason.what();
    }
  }
};

} // namespace

chemora::device::Device& device() {
  static Made const made;
  if (!made.device) throw std::runtime_error(made.error);
  return *made.device;
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

std::string check_and_tell(std::string const& parameters) {
  std::string const reason = check();
  std::string const devices = devices_of_processes(reason.empty() ? device().properties().name : "nothing");
  if (!reason.empty()) return parameters + ": " + reason;
  if (CCTK_MyProc(nullptr) == 0) CCTK_VINFO("%s", devices.c_str());
  return {};
}

} // namespace device_arrays
