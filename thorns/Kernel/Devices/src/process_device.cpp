#include "process_device.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "codegen/plan/device_kind.hpp"
#include "kernels/device/device.hpp"
#include "processes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace devices {

namespace {

namespace device_library = chemora::device;
using chemora::plan::Language;

struct Provider {
  std::string thorn;
  MakeDevice make_device = nullptr;
};

/// The thorn that has called provide(), if any.
Provider& provider() {
  static Provider of_process;
  return of_process;
}

chemora::plan::DeviceKind const& chosen_kind() {
  DECLARE_CCTK_PARAMETERS
  for (auto const& each : chemora::plan::device_kinds)
    if (CCTK_EQUALS(kind, each.name)) return each;
  throw std::runtime_error(fmt::format("Devices::kind = \"{}\" has no entry in codegen/plan/device_kind.hpp.", kind));
}

std::unique_ptr<device_library::Device> make_device() {
  DECLARE_CCTK_PARAMETERS
  if (provider().make_device) return provider().make_device();
  Language const language = chosen_kind().language;
  if (language == Language::cpp) return device_library::make_device(language, {.own_memory = own_memory != 0});
  auto const share = node_share(processes);
  if (!share.has_device) return device_library::make_device(Language::cpp, {});
  return device_library::make_device(language, {.platform = platform,
                                                .device = device,
                                                .share = share.number,
                                                .replays_launches = CCTK_EQUALS(counters, "replay") != 0});
}

/// The device, or the error that prevented its creation. The device is created at most once, because creation is
/// collective.
struct CreatedDevice {
  std::unique_ptr<device_library::Device> device;
  std::string error;

  CreatedDevice() {
    try {
      device = make_device();
    } catch (std::exception const& reason) {
      error = reason.what();
    }
  }
};

/// A parameter that applies only to some kinds of devices.
struct KindParameter {
  char const* name;
  std::vector<std::string_view> kinds;
  std::string value;
  bool has_default;
  bool applies() const { return std::find(kinds.begin(), kinds.end(), chosen_kind().name) != kinds.end(); }
};

std::vector<KindParameter> kind_parameters() {
  DECLARE_CCTK_PARAMETERS
  return {{"own_memory", {"host"}, own_memory ? "yes" : "no", own_memory == 0},
          {"platform", {"opencl"}, platform, *platform == '\0'},
          {"device", {"opencl", "cuda"}, device, *device == '\0'},
          {"processes", {"opencl", "cuda"}, processes, CCTK_EQUALS(processes, "all") != 0},
          {"counters", {"cuda"}, counters, CCTK_EQUALS(counters, "times") != 0}};
}

/// The parameter values that choose the device, in the syntax of parameter files.
std::string chosen_values() {
  std::string text = fmt::format("Devices::kind = \"{}\"", chosen_kind().name);
  for (auto const& parameter : kind_parameters())
    if (parameter.applies() && parameter.name != std::string_view("counters"))
      text += fmt::format(", Devices::{} = \"{}\"", parameter.name, parameter.value);
  return text;
}

/// Unused parameters cause a warning instead of an error. A run that continues from a checkpoint inherits parameters
/// that may belong to another kind of device.
void warn_of_unused_parameters() {
  for (auto const& parameter : kind_parameters())
    if (!parameter.applies() && !parameter.has_default)
      CCTK_VWARN(
          CCTK_WARN_ALERT,
          "Devices::%s = \"%s\" has no effect: it applies only to Devices::kind = \"%s\", and the kind is \"%s\".",
          parameter.name, parameter.value.c_str(), fmt::format("{}", fmt::join(parameter.kinds, "\" or \"")).c_str(),
          chosen_kind().name);
}

/// Creates the device. Returns the reason why the device cannot be used, or an empty string.
std::string why_unusable() {
  try {
    bool const is_tracked = CCTK_IsFunctionAliased("Accelerator_RequireValidBoxes") != 0;
    if (device().properties().shares_host_memory || is_tracked) return {};
    return "Kernels are to run on " + device().properties().kind +
           " with a memory of its own, but no active thorn copies data between it and the host. "
           "Activate Kernel/Accelerator.";
  } catch (std::exception const& error) {
    return error.what();
  }
}

} // namespace

void provide(char const* thorn, MakeDevice make_device) {
  if (provider().make_device)
    CCTK_VERROR("%s and %s are both active, but a process has one device. Take one of them out of ActiveThorns.",
                provider().thorn.c_str(), thorn);
  provider() = {thorn, make_device};
}

chemora::device::Device& device() {
  static CreatedDevice const created;
  if (!created.device) throw std::runtime_error(created.error);
  return *created.device;
}

chemora::arrays::DeviceArrays& arrays() {
  static chemora::arrays::DeviceArrays of_process(device());
  return of_process;
}

} // namespace devices

// Reports a missing device or compiler before the run starts. Otherwise the error would occur at the first launch of
// a kernel.
extern "C" void Devices_Check(CCTK_ARGUMENTS) {
  (void)cctkGH;
  using namespace devices;
  if (CCTK_MyProc(nullptr) == 0) warn_of_unused_parameters();
  std::string const reason = why_unusable();
  if (chosen_kind().language == Language::cpp) {
    if (!reason.empty()) CCTK_VPARAMWARN("%s", reason.c_str());
    return;
  }
  std::string const text = describe_devices(reason.empty() ? device().properties().name : "nothing");
  if (!reason.empty())
    CCTK_VPARAMWARN("%s: %s", chosen_values().c_str(), reason.c_str());
  else if (CCTK_MyProc(nullptr) == 0)
    CCTK_VINFO("%s", text.c_str());
}
