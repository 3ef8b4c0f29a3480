// What CUPTI, the profiling interface of NVIDIA's toolkit, records of the kernels that ran. It is opened when the
// program runs; neither it nor its headers are needed to build.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace chemora::device {

/// One run of `chemora_kernel`.
struct KernelRun {
  std::uint32_t order = 0; ///< of its launch among all calls of the driver
  double seconds = 0;      ///< by the device's time stamps
};

class KernelLog {
public:
  /// CUPTI records all kernels from the first call on. Throws DeviceError where there is no CUPTI or it refuses: one
  /// profiler at a time, and some systems only permit it to their administrators.
  static KernelLog& open();

  /// Version and library.
  std::string const& name() const { return name_; }

  /// All runs so far, in the order of their launches. Kernels that have not ended may be missing. Throws DeviceError
  /// when CUPTI had no memory for some.
  std::vector<KernelRun> const& runs();

private:
  KernelLog();

  std::string name_;
  std::vector<KernelRun> runs_;
};

} // namespace chemora::device
