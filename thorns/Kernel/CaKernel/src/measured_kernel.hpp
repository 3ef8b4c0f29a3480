// A kernel's record and what measures it.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/monitor/kernel_report.hpp"

#include <memory>

namespace ca_kernel {

struct MeasuredKernel {
  chemora::monitor::KernelRecord record; ///< all but what stopwatch and counter know
  std::unique_ptr<chemora::device::Stopwatch> stopwatch;
  std::unique_ptr<chemora::device::Counter> counter; ///< null: nothing is counted

  /// Waits for launches under way.
  chemora::monitor::KernelRecord whole_record();

  /// What is launched during the life of the result counts.
  class Launch {
  public:
    explicit Launch(MeasuredKernel& kernel);
    ~Launch();
    Launch(Launch const&) = delete;
    Launch& operator=(Launch const&) = delete;

  private:
    MeasuredKernel& kernel_;
  };
};

/// Makes what measures kernels of a device.
class Meters {
public:
  Meters(chemora::device::Device& device, bool counts);

  MeasuredKernel make(std::string const& kernel);

  /// What hardware counts, or why it does not, as sentences.
  std::string counters_text() const { return counters_ ? counters_->description() : text_; }

private:
  chemora::device::Device& device_;
  std::unique_ptr<chemora::device::Counters> counters_;
  std::string text_; ///< why nothing is counted
};

} // namespace ca_kernel
