// What Linux counts of the processors' work (perf_event_open), over all OpenMP threads of this process.
#pragma once

#include "kernels/device/device.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace chemora::device {

/// As <linux/perf_event.h> names it.
struct PerfEvent {
  std::uint32_t type;
  std::uint64_t config;
  char const* name;
};

struct PerfEvents {
  PerfEvent cycles, instructions, misses; ///< misses of the last cache
  int bytes_per_miss;

  static PerfEvents of_hardware();
};

/// Counts what threads do in their own code, not in the kernel's. The threads are those that OpenMP has now. Throws
/// DeviceError with what the system said and what would help.
std::unique_ptr<Counters> open_perf_counters(PerfEvents const& events = PerfEvents::of_hardware());

/// That message for an error number of perf_event_open; `paranoid` is the text of kernel.perf_event_paranoid.
std::string perf_error(PerfEvent const& event, int error, std::string const& paranoid);

} // namespace chemora::device
