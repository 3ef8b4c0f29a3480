// How launches are measured on devices that have nothing better: the process' clock, and no counters.
#include "kernels/device/device.hpp"

#include <chrono>

namespace chemora::device {

namespace {

class ClockStopwatch final : public Stopwatch {
public:
  void start() override { started_ = Clock::now(); }
  void stop() noexcept override { seconds_ += std::chrono::duration<double>(Clock::now() - started_).count(); }
  double seconds() override { return seconds_; }

private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point started_;
  double seconds_ = 0;
};

} // namespace

std::unique_ptr<Stopwatch> Device::make_stopwatch() { return std::make_unique<ClockStopwatch>(); }

std::unique_ptr<Counters> Device::open_counters() {
  throw DeviceError(properties().name + " has no counters that can be read from here.");
}

} // namespace chemora::device
