// What the functions of CUPTI's range profiler take: each a struct of its binary interface (CUDA 12.6 to 13), with its
// size first. CUPTI's headers count a struct up to the end of its last member, without what pads it.
#pragma once

#include "kernels/device/cuda/cupti.hpp"
#include "kernels/device/cuda/driver.hpp"

#include <cstddef>
#include <cstdint>

namespace chemora::device::cupti {

struct Head {
  std::size_t size;
  void* reserved = nullptr;
};

struct Initialize {
  Head head{sizeof(Initialize)};
};

struct ChipName {
  Head head{sizeof(ChipName)};
  std::size_t device = 0;
  char const* name = nullptr; ///< is set
};

// The host's side: which counters, what they mean.

struct HostInitialize {
  Head head{sizeof(HostInitialize)};
  int type = 0; ///< ranges
  char const* chip = nullptr;
  std::uint8_t const* availability = nullptr;
  void* object = nullptr; ///< is set
};

struct HostObject {
  Head head{sizeof(HostObject)};
  void* object = nullptr;
};

struct AddMetrics {
  Head head{sizeof(AddMetrics)};
  void* object = nullptr;
  char const* const* names = nullptr;
  std::size_t n_names = 0;
};

struct ConfigImageSize {
  Head head{sizeof(ConfigImageSize)};
  void* object = nullptr;
  std::size_t bytes = 0; ///< is set
};

struct ConfigImage {
  Head head{sizeof(ConfigImage)};
  void* object = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* image = nullptr;
};

struct Evaluate {
  Head head{sizeof(Evaluate)};
  void* object = nullptr;
  std::uint8_t const* counters = nullptr;
  std::size_t n_bytes = 0, range = 0;
  char const* const* names = nullptr;
  std::size_t n_names = 0;
  double* values = nullptr; ///< are set
};

// The device's side: what is read when.

struct Enable {
  Head head{sizeof(Enable)};
  CudaContext context = nullptr;
  void* profiler = nullptr; ///< is set
};

struct Profiler { ///< for cuptiRangeProfilerStart and -Disable
  Head head{sizeof(Profiler)};
  void* profiler = nullptr;
};

struct CounterDataSize {
  Head head{sizeof(CounterDataSize)};
  void* profiler = nullptr;
  char const* const* names = nullptr;
  std::size_t n_names = 0, most_ranges = 1;
  std::uint32_t most_nodes = 1;
  std::size_t bytes = 0; ///< is set
};

struct CounterData {
  Head head{sizeof(CounterData)};
  void* profiler = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* counters = nullptr;
};

struct SetConfig {
  Head head{90};
  void* profiler = nullptr;
  std::size_t config_bytes = 0;
  std::uint8_t const* config = nullptr;
  std::size_t n_bytes = 0;
  std::uint8_t* counters = nullptr;
  int range = 1;  ///< around each kernel
  int replay = 2; ///< of each kernel, by CUPTI
  std::size_t most_ranges = 1;
  std::uint16_t n_levels = 1, least_level = 1;
  std::size_t pass = 0;
  std::uint16_t level = 1;
};

struct Stop {
  Head head{41};
  void* profiler = nullptr;
  std::size_t pass = 0, level = 0;
  std::uint8_t has_all = 0; ///< is set
};

struct Decode {
  Head head{sizeof(Decode)};
  void* profiler = nullptr;
  std::size_t n_dropped = 0; ///< is set
};

struct CounterDataInfo {
  Head head{sizeof(CounterDataInfo)};
  std::uint8_t const* counters = nullptr;
  std::size_t n_bytes = 0, n_ranges = 0; ///< ranges are set
};

static_assert(sizeof(Evaluate) == 72 && sizeof(CounterDataSize) == 64 && sizeof(HostInitialize) == 48 &&
              offsetof(SetConfig, range) == 56 && offsetof(SetConfig, pass) == 80 && offsetof(SetConfig, level) == 88 &&
              offsetof(Stop, has_all) == 40);

/// Throws DeviceError when CUPTI is too old to have the function, or fails.
template <typename Params>
void call(char const* name, Params& params) {
  CuptiResult (*function)(Params*) = nullptr;
  cupti_library().find(name, function);
  check_cupti(function(&params), name);
}

} // namespace chemora::device::cupti
