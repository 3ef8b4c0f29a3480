/// The kinds of devices that run kernels.
#pragma once

#include <array>
#include <string_view>

namespace chemora::plan {

/// The languages in which kernels are emitted.
enum class Language {
  cpp,    ///< GNU C++ with OpenMP, for the host
  opencl, ///< OpenCL C 1.2 with 64-bit reals
  cuda    ///< CUDA C++ as NVRTC compiles it
};

struct DeviceKind {
  char const* name; ///< in plans, which name a device `name` or `name:model`, and in Devices::kind
  Language language;
  char const* language_name; ///< in edlc --emit
  bool runs_blocks;          ///< on blocks of threads (work-groups); the host runs vectorised loops
  bool can_limit_residency;  ///< a plan may bound the number of blocks that run on a unit at the same time
};

/// All kinds of devices. The emitter (emit.cpp) and the factory (kernels/device/device.cpp) have a case for each
/// language; everything else reads this table.
inline constexpr std::array device_kinds{DeviceKind{"host", Language::cpp, "cpp", false, false},
                                         DeviceKind{"opencl", Language::opencl, "opencl", true, false},
                                         DeviceKind{"cuda", Language::cuda, "cuda", true, true}};

/// The kind of a device `name` (without blocks) or `name:model` (with blocks), such as `cuda:sm_90`; null if there is
/// none.
constexpr DeviceKind const* find_device_kind(std::string_view device) {
  for (DeviceKind const& kind : device_kinds) {
    bool const has_model = device.find(':') != std::string_view::npos;
    if (device.substr(0, device.find(':')) == kind.name && has_model == kind.runs_blocks) return &kind;
  }
  return nullptr;
}

} // namespace chemora::plan
