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
  char const* name; ///< name in plans and in Devices::kind; plans name a device `name` or `name:model`
  Language language;
  char const* language_name; ///< name of the language in `edlc --emit`
  bool runs_blocks;         ///< whether the device runs blocks of threads (work-groups); the host runs vectorised loops
  bool can_limit_residency; ///< whether a plan may limit the number of blocks that run on a multiprocessor at the same
                            ///< time
};

/// All kinds of devices. The emitter (emit.cpp) and the factory (kernels/device/device.cpp) have a case for each
/// language; all other code reads the properties of devices from this table.
inline constexpr std::array device_kinds{DeviceKind{"host", Language::cpp, "cpp", false, false},
                                         DeviceKind{"opencl", Language::opencl, "opencl", true, false},
                                         DeviceKind{"cuda", Language::cuda, "cuda", true, true}};

/// Returns the kind of a device `name` (without blocks) or `name:model` (with blocks), such as `cuda:sm_90`. Returns
/// null if there is no such kind.
constexpr DeviceKind const* find_device_kind(std::string_view device) {
  for (DeviceKind const& kind : device_kinds) {
    bool const has_model = device.find(':') != std::string_view::npos;
    if (device.substr(0, device.find(':')) == kind.name && has_model == kind.runs_blocks) return &kind;
  }
  return nullptr;
}

} // namespace chemora::plan
