// Starts and stops what measures; puts its numbers into the record.
#include "measured_kernel.hpp"

namespace ca_kernel {

namespace device = chemora::device;
namespace monitor = chemora::monitor;

monitor::KernelRecord MeasuredKernel::whole_record() {
  monitor::KernelRecord whole = record;
  whole.seconds = stopwatch->seconds();
  if (!counter) return whole;
  device::HardwareCounts const counts = counter->counts();
  whole.counted_seconds = counts.seconds.value_or(whole.unknown);
  whole.cycles = counts.cycles.value_or(whole.unknown);
  whole.instructions = counts.instructions.value_or(whole.unknown);
  whole.memory_bytes = counts.memory_bytes.value_or(whole.unknown);
  whole.launch = counts.launch;
  return whole;
}

MeasuredKernel::Launch::Launch(MeasuredKernel& kernel) : kernel_(kernel) {
  if (kernel_.counter) kernel_.counter->start();
  kernel_.stopwatch->start();
}

MeasuredKernel::Launch::~Launch() {
  kernel_.stopwatch->stop();
  if (kernel_.counter) kernel_.counter->stop();
}

Meters::Meters(device::Device& device, bool counts) : device_(device) {
  if (!counts) {
    text_ = "Counters of the hardware are not read: CaKernel::counters is \"no\".";
    return;
  }
  try {
    counters_ = device.open_counters();
  } catch (device::DeviceError const& error) {
    text_ = std::string("Counters of the hardware cannot be read: ") + error.what();
  }
}

MeasuredKernel Meters::make(std::string const& kernel) {
  MeasuredKernel made{{}, device_.make_stopwatch(), counters_ ? counters_->make_counter() : nullptr};
  made.record.kernel = kernel;
  made.record.device = device_.properties().kind;
  return made;
}

} // namespace ca_kernel
