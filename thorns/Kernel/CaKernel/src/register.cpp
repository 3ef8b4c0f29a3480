// The functions CaKernel provides to other thorns.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "kernels/device/host/host_device.hpp"
#include "mpi_exchange.hpp"
#include "runtime.hpp"
#include "waiting.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

using ca_kernel::Runtime;
using ca_kernel::Waiting;

extern "C" CCTK_INT CaKernelThorn_RegisterKernel(CCTK_STRING thorn, CCTK_STRING graph_text) {
  Runtime::instance().register_kernel(thorn, graph_text);
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_RegisterBuiltIn(CCTK_STRING, CCTK_STRING identity, CCTK_STRING instructions,
                                                  CCTK_POINTER_TO_CONST function) {
  Runtime::instance().built_in_functions().add(
      identity, {instructions, [function] { return chemora::device::make_built_in_module(function); }});
  return 0;
}

extern "C" CCTK_INT CaKernelThorn_LaunchKernel(CCTK_POINTER_TO_CONST cctkGH, CCTK_STRING thorn, CCTK_STRING kernel) {
  try {
    Waiting::instance().launch(static_cast<cGH const*>(cctkGH), thorn, kernel);
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
  return 0;
}

extern "C" void CaKernel_CheckGraphs(CCTK_ARGUMENTS) {
  (void)cctkGH;
  for (auto const& message : Runtime::instance().registry().problems()) CCTK_VPARAMWARN("%s", message.c_str());
}

extern "C" void CaKernel_CheckPlans(CCTK_ARGUMENTS) {
  Runtime& runtime = Runtime::instance();
  if (!runtime.pinned_plans().are_any()) return;
  auto const* const device = static_cast<chemora::device::Device const*>(Device_Interface(cctkGH));
  std::string const mine = device ? device->properties().kind : ""; // the device's thorn tells why there is none
  auto devices = ca_kernel::MpiExchange(cctkGH).all_gather(mine);
  std::erase(devices, "");
  std::sort(devices.begin(), devices.end());
  devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
  for (auto const& message : runtime.pinned_plans().problems(runtime.registry(), devices))
    CCTK_VPARAMWARN("%s", message.c_str());
}
