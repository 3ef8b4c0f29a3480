// Counters of NVIDIA's devices, read by CUPTI's range profiler (CUDA 12.6 and later).
#pragma once

#include "kernels/device/cuda/driver.hpp"
#include "kernels/device/device.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace chemora::device {

/// Which counters of a chip are to be read, and what they mean. It needs no device.
class ChipMetrics {
public:
  /// Throws DeviceError when CUPTI does not know the chip, such as "GH100", or one of its metrics.
  explicit ChipMetrics(std::string const& chip);
  ~ChipMetrics();
  ChipMetrics(ChipMetrics const&) = delete;
  ChipMetrics& operator=(ChipMetrics const&) = delete;

  /// As CUPTI names them.
  static std::vector<char const*> const& names();
  /// What CUPTI is to do, in its own form.
  std::vector<std::uint8_t> const& image() const { return image_; }
  /// Of the only range in an image of counters.
  LaunchCounts evaluate(std::vector<std::uint8_t> const& counters) const;

private:
  void release() noexcept;

  void* object_ = nullptr;
  std::vector<std::uint8_t> image_;
};

class RangeProfiler {
public:
  /// Does all that can be done before a launch, so that who may not read counters is told at once: throws DeviceError
  /// where CUPTI has no range profiler or refuses. The context must be current, as it must be for the others.
  RangeProfiler(CudaContext context, int device);
  ~RangeProfiler();

  /// From here on launches are repeated, one after the other; CUPTI saves and restores the memory they write.
  void begin();
  /// Of the only launch since then, which must be done. Launches are no longer repeated, even if it throws DeviceError.
  LaunchCounts end();
  /// Launches are no longer repeated.
  void cancel() noexcept;

private:
  class Enabled;

  CudaContext context_;
  std::unique_ptr<ChipMetrics> metrics_;
  std::unique_ptr<Enabled> enabled_; ///< from begin() to end(): others may use the counters otherwise
};

} // namespace chemora::device
