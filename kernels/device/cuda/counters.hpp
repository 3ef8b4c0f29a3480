/// Reads hardware counters and time stamps of launches through NVIDIA's profiling interface CUPTI.
#pragma once

#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/device.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace chemora::device {

/// Measures every launch by time stamps of the device, which exclude the time to start the kernel. Throws DeviceError
/// if CUPTI is missing or does not permit recording.
std::unique_ptr<Counters> open_time_counters(std::shared_ptr<CudaSession> session);

/// Counts memory traffic, warps and issue slots of the first launch after each Counter::start(); CUPTI repeats this
/// launch. Throws DeviceError if CUPTI has no range profiler or does not permit counting. After an error during the
/// run, the run continues without counting, and Counters::description() reports the error.
std::unique_ptr<Counters> open_replay_counters(std::shared_ptr<CudaSession> session);

/// One run of `chemora_kernel`.
struct KernelRun {
  std::uint32_t order = 0; ///< position of its launch among all calls of the driver
  double seconds = 0;      ///< run time by the device's time stamps
};

/// CUPTI's record of the kernels that ran.
class KernelLog {
public:
  /// Starts recording at the first call. Throws DeviceError if CUPTI is missing or does not permit recording. CUPTI
  /// serves one profiler at a time, and some systems permit profiling to administrators only.
  static KernelLog& open();

  /// Returns the version and the file name of CUPTI.
  std::string const& name() const { return name_; }

  /// Returns all runs so far in the order of their launches. Kernels that have not finished may be missing. Throws
  /// DeviceError if CUPTI has dropped records.
  std::vector<KernelRun> const& runs();

private:
  KernelLog();

  std::string name_;
  std::vector<KernelRun> runs_;
};

/// Selects the hardware counters of a chip and evaluates their values. The class needs no device.
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
  /// Computes the metrics from an image of counters, which contains exactly one range.
  LaunchCounts evaluate(std::vector<std::uint8_t> const& counters) const;

private:
  void release() noexcept;

  void* object_ = nullptr;
  std::vector<std::uint8_t> image_;
};

/// CUPTI's range profiler (CUDA 12.6 and later), which repeats launches to read all counters.
class RangeProfiler {
public:
  /// Initialises the profiler as far as possible before a launch, so that missing permissions are reported early.
  /// Throws DeviceError if CUPTI has no range profiler or does not permit counting. The context must be current in all
  /// member functions.
  RangeProfiler(CudaContext context, int device);
  ~RangeProfiler();

  /// Makes CUPTI repeat the following launches. CUPTI restores the memory that a launch writes before it repeats the
  /// launch.
  void begin();
  /// Returns the counts of the only launch since begin(), which must have finished. Later launches are not repeated,
  /// even if end() throws DeviceError.
  LaunchCounts end();
  /// Ends the repetition of launches.
  void cancel() noexcept;

private:
  class Enabled;

  CudaContext context_;
  std::unique_ptr<ChipMetrics> metrics_;
  std::unique_ptr<Enabled> enabled_; ///< set from begin() to end() only, so that other profilers can count at other
                                     ///< times
};

} // namespace chemora::device
