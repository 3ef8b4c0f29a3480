// Hardware counters of the processors (perf_event_open), summed over the OpenMP threads of this process.
#pragma once

#include "kernels/device/device.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace chemora::device {

/// A counter as <linux/perf_event.h> names it.
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

/// Opens the counters for all current OpenMP threads. Only their user code counts. Throws DeviceError with the system's
/// reason and a remedy.
std::unique_ptr<Counters> open_perf_counters(PerfEvents const& events = PerfEvents::of_hardware());

/// The message for an error number of perf_event_open; `paranoid` is the value of kernel.perf_event_paranoid.
std::string perf_error(PerfEvent const& event, int error, std::string const& paranoid);

} // namespace chemora::device
