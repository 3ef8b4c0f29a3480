/// Declares the functions of CUPTI, the profiling interface of the CUDA toolkit. The library is opened at run time, so
/// building Chemora needs neither CUPTI nor its headers.
#pragma once

#include "kernels/device/cuda/driver.hpp"
#include "kernels/device/dynamic_library.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace chemora::device {

using CuptiResult = int; ///< 0: success

/// Returns the CUPTI library, which the first call opens. Throws DeviceError if CUPTI is not installed.
inline DynamicLibrary const& cupti_library() {
  static DynamicLibrary const library(
      "CUPTI",
      toolkit_libraries({"libcupti.so.13", "libcupti.so.12", "libcupti.so"}, {"extras/CUPTI/lib64", "lib64", "lib"}),
      "Install the CUDA toolkit's CUPTI (libcupti), or name CUDA's folder in CUDA_HOME.");
  return library;
}

/// Returns the version and the file name of CUPTI.
inline std::string cupti_name() {
  CuptiResult (*get_version)(std::uint32_t*) = nullptr;
  cupti_library().find("cuptiGetVersion", get_version);
  std::uint32_t version = 0;
  get_version(&version);
  return fmt::format("CUPTI {} ({})", version, cupti_library().name());
}

/// Throws DeviceError if `code` is an error. The message names the call, the error and its likely reason.
inline void check_cupti(CuptiResult code, char const* call) {
  constexpr CuptiResult insufficient_privileges = 35;
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

/// The argument structs of the range profiler's functions, as in CUPTI's binary interface (CUDA 12.6 to 13). The first
/// member of each struct is its size without the padding after the last member.
namespace cupti {

struct Head {
  std::size_t size;
  void* reserved = nullptr;
};

/// cuptiProfilerInitialize.
struct Initialize {
  Head head{sizeof(Initialize)};
};

/// cuptiDeviceGetChipName.
struct ChipName {
  Head head{sizeof(ChipName)};
  std::size_t device = 0;
  char const* name = nullptr; ///< set by the call
};

// The following structs contain either the host object, which selects counters and evaluates their values, or the
// profiler of a context, which reads counters.

/// cuptiProfilerHostDeinitialize, cuptiRangeProfilerStart, cuptiRangeProfilerDisable.
struct Object {
  Head head{sizeof(Object)};
  void* object = nullptr;
};

/// cuptiProfilerHostGetConfigImageSize: bytes; cuptiRangeProfilerDecodeData: launches that were dropped.
struct Count {
  Head head{sizeof(Count)};
  void* object = nullptr;
  std::size_t count = 0; ///< set by the call
};

/// cuptiProfilerHostGetConfigImage and cuptiRangeProfilerCounterDataImageInitialize, which write the image.
struct Image {
  Head head{sizeof(Image)};
  void* object = nullptr;
  std::size_t n_bytes = 0;
  std::uint8_t* bytes = nullptr;
};

struct HostInitialize {
  Head head{sizeof(HostInitialize)};
  int type = 0; ///< selects the range profiler
  char const* chip = nullptr;
  std::uint8_t const* availability = nullptr;
  void* object = nullptr; ///< set by the call
};

struct AddMetrics {
  Head head{sizeof(AddMetrics)};
  void* object = nullptr;
  char const* const* names = nullptr;
  std::size_t n_names = 0;
};

struct Evaluate {
  Head head{sizeof(Evaluate)};
  void* object = nullptr;
  std::uint8_t const* counters = nullptr;
  std::size_t n_bytes = 0, range = 0;
  char const* const* names = nullptr;
  std::size_t n_names = 0;
  double* values = nullptr; ///< set by the call
};

struct Enable {
  Head head{sizeof(Enable)};
  CudaContext context = nullptr;
  void* profiler = nullptr; ///< set by the call
};

struct CounterDataSize {
  Head head{sizeof(CounterDataSize)};
  void* profiler = nullptr;
  char const* const* names = nullptr;
  std::size_t n_names = 0, max_ranges = 1;
  std::uint32_t max_nodes = 1;
  std::size_t bytes = 0; ///< set by the call
};

struct SetConfig {
  Head head{90};
  void* profiler = nullptr;
  std::size_t config_bytes = 0;
  std::uint8_t const* config = nullptr;
  std::size_t n_bytes = 0;
  std::uint8_t* counters = nullptr;
  int range = 1;  ///< a range around each kernel
  int replay = 2; ///< CUPTI repeats each kernel
  std::size_t max_ranges = 1;
  std::uint16_t n_levels = 1, min_level = 1;
  std::size_t pass = 0;
  std::uint16_t level = 1;
};

struct Stop {
  Head head{41};
  void* profiler = nullptr;
  std::size_t pass = 0, level = 0;
  std::uint8_t has_all = 0; ///< set by the call
};

struct CounterDataInfo {
  Head head{sizeof(CounterDataInfo)};
  std::uint8_t const* counters = nullptr;
  std::size_t n_bytes = 0, n_ranges = 0; ///< n_ranges is set by the call
};

static_assert(sizeof(Evaluate) == 72 && sizeof(CounterDataSize) == 64 && sizeof(HostInitialize) == 48 &&
              offsetof(SetConfig, range) == 56 && offsetof(SetConfig, pass) == 80 && offsetof(SetConfig, level) == 88 &&
              offsetof(Stop, has_all) == 40);

/// Calls the CUPTI function of this name. Throws DeviceError if CUPTI is too old to have the function, or if the
/// function fails.
template <typename Params>
void call(char const* name, Params& params) {
  CuptiResult (*function)(Params*) = nullptr;
  cupti_library().find(name, function);
  check_cupti(function(&params), name);
}

} // namespace cupti

} // namespace chemora::device
