#include "kernels/device/cuda/cupti.hpp"

#include "kernels/device/device.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace chemora::device {

namespace {

constexpr CuptiResult insufficient_privileges = 35;

} // namespace

DynamicLibrary const& cupti_library() {
  static DynamicLibrary const library(
      "CUPTI",
      toolkit_libraries({"libcupti.so.13", "libcupti.so.12", "libcupti.so"}, {"extras/CUPTI/lib64", "lib64", "lib"}),
      "Install the CUDA toolkit's CUPTI (libcupti), or name CUDA's folder in CUDA_HOME.");
  return library;
}

std::string cupti_name() {
  CuptiResult (*get_version)(std::uint32_t*) = nullptr;
  cupti_library().find("cuptiGetVersion", get_version);
  std::uint32_t version = 0;
  get_version(&version);
  return fmt::format("CUPTI {} ({})", version, cupti_library().name());
}

void check_cupti(CuptiResult code, char const* call) {
  if (code == 0) return;
  CuptiResult (*result_name)(CuptiResult, char const**) = nullptr;
  cupti_library().find("cuptiGetResultString", result_name);
  char const* name = nullptr;
  result_name(code, &name);
  throw DeviceError(
      fmt::format("CUPTI cannot be used: {} returned {}. {}", call, name ? name : "an unknown error",
                  code == insufficient_privileges
                      ? "The driver permits counters to administrators only (ERR_NVGPUCTRPERM). The option "
                        "NVreg_RestrictProfilingToAdminUsers=0 of its kernel module permits them to all users."
                      : "Another profiler may be active, or the driver may permit profiling to administrators only."));
}

} // namespace chemora::device
