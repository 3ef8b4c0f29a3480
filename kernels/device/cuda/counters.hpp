/// Hardware counters and time stamps of launches, by CUPTI.
#pragma once

#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/device.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace chemora::device {

/// Counts the seconds of every launch by time stamps of the device, without the time to start the kernel. Throws
/// DeviceError if there is no CUPTI, or if it does not permit recording.
std::unique_ptr<Counters> open_time_counters(std::shared_ptr<CudaSession> session);

/// Counts memory traffic, warps and issue slots of the first launch after each Counter::start(); CUPTI repeats this
/// launch. Throws DeviceError if there is no CUPTI with a range profiler, or if it does not permit counting. An error
/// during the run ends the counting, not the run; Counters::description() reports it.
std::unique_ptr<Counters> open_replay_counters(std::shared_ptr<CudaSession> session);

/// One run of `chemora_kernel`.
struct KernelRun {
  std::uint32_t order = 0; ///< of its launch among all calls of the driver
  double seconds = 0;      ///< by the device's time stamps
};

/// CUPTI's record of the kernels that ran.
class KernelLog {
public:
  /// Recording starts at the first call. Throws DeviceError if there is no CUPTI, or if it does not permit recording:
  /// it serves one profiler at a time, and some systems permit it to administrators only.
  static KernelLog& open();

  /// Version and file name of CUPTI.
  std::string const& name() const { return name_; }

  /// All runs so far, in the order of their launches. Running kernels may be missing. Throws DeviceError if CUPTI has
  /// dropped records.
  std::vector<KernelRun> const& runs();

private:
  KernelLog();

  std::string name_;
  std::vector<KernelRun> runs_;
};

/// The counters of a chip that are read, and their evaluation. It needs no device.
class ChipMetrics {
public:
  /// Throws DeviceError if CUPTI does not know the chip, such as "GH100", or one of its metrics.
  explicit ChipMetrics(std::string const& chip);
  ~ChipMetrics();
  ChipMetrics(ChipMetrics const&) = delete;
  ChipMetrics& operator=(ChipMetrics const&) = delete;

  /// CUPTI's names of the metrics.
  static std::vector<char const*> const& names();
  /// The configuration of the counters in CUPTI's own form.
  std::vector<std::uint8_t> const& image() const { return image_; }
  /// The values of the only range in an image of counters.
  LaunchCounts evaluate(std::vector<std::uint8_t> const& counters) const;

private:
  void release() noexcept;

  void* object_ = nullptr;
  std::vector<std::uint8_t> image_;
};

/// CUPTI's range profiler (CUDA 12.6 and later), which repeats launches to read all counters.
class RangeProfiler {
public:
  /// Does everything that is possible before a launch, so that missing permissions are reported at once. Throws
  /// DeviceError if there is no range profiler, or if it does not permit counting. The context must be current here and
  /// in the other functions.
  RangeProfiler(CudaContext context, int device);
  ~RangeProfiler();

  /// From now on CUPTI repeats launches, and restores the memory they write in between.
  void begin();
  /// The counts of the only launch since begin(), which must have finished. Launches are no longer repeated, even if
  /// this throws DeviceError.
  LaunchCounts end();
  /// Launches are no longer repeated.
  void cancel() noexcept;

private:
  class Enabled;

  CudaContext context_;
  std::unique_ptr<ChipMetrics> metrics_;
  std::unique_ptr<Enabled> enabled_; ///< from begin() to end(); other profilers may count at other times
};

} // namespace chemora::device
