// The host as a device: it compiles and launches kernels and shares the memory of everybody else.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "kernels/device/host/host_device.hpp"

#include <exception>
#include <memory>

namespace {

chemora::device::Device* host() {
  static std::unique_ptr<chemora::device::Device> const device = chemora::device::make_host_device();
  return device.get();
}

} // namespace

extern "C" CCTK_POINTER DeviceHost_Interface(CCTK_POINTER_TO_CONST) {
  try {
    return host();
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}

// Kernels are compiled at their first launch, when the run has begun: a compiler that is missing is told of before.
extern "C" void DeviceHost_CheckCompiler(CCTK_ARGUMENTS) {
  (void)cctkGH;
  try {
    host();
  } catch (std::exception const& error) {
    CCTK_VPARAMWARN("%s", error.what());
  }
}

extern "C" CCTK_INT DeviceHost_GetDevice(CCTK_POINTER_TO_CONST) { return -1; }

// Host and device are one memory: what the functions below should achieve is always so.

extern "C" CCTK_INT DeviceHost_CreateVariables(CCTK_POINTER_TO_CONST, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                                               CCTK_INT) {
  return 0;
}
extern "C" CCTK_INT DeviceHost_CopyCycle(CCTK_POINTER_TO_CONST, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                                         CCTK_INT) {
  return 0;
}
extern "C" CCTK_INT DeviceHost_CopyFromPast(CCTK_POINTER_TO_CONST, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                                            CCTK_INT) {
  return 0;
}
extern "C" CCTK_INT DeviceHost_CopyPreSync(CCTK_POINTER_TO_CONST, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                                           CCTK_INT) {
  return 0;
}
extern "C" CCTK_INT DeviceHost_CopyPostSync(CCTK_POINTER_TO_CONST, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                                            CCTK_INT) {
  return 0;
}

extern "C" CCTK_INT DeviceHost_CopyToDevice(CCTK_POINTER_TO_CONST, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                                            CCTK_INT, CCTK_INT* moved) {
  *moved = 0;
  return 0;
}

extern "C" CCTK_INT DeviceHost_CopyToHost(CCTK_POINTER_TO_CONST, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                                          CCTK_INT, CCTK_INT* moved) {
  *moved = 0;
  return 0;
}
