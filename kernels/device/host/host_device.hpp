/// The processors of this machine as a device, and their hardware counters.
#pragma once

#include "kernels/device/device.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace chemora::device {

struct HostOptions {
  bool own_memory = false; ///< kernels work on copies of the host's arrays, as on an accelerator; for tests
};

/// Kernels work on the host's arrays in place, unless the device has memory of its own. They are compiled by the
/// compiler of find_compiler() into shared objects and loaded from memory. Without a working compiler
/// Properties::no_compiler has the reason. Throws DeviceError for a wrong CHEMORA_CXX.
std::unique_ptr<Device> make_host_device(HostOptions const& options = {});

/// A kernel that is compiled into the program. emit::emit_cpp documents the type of `function`.
std::unique_ptr<Module> make_built_in_module(void const* function);

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

/// Opens hardware counters (perf_event_open) for all current OpenMP threads of this process, whose counts are added.
/// Only their user code counts. Throws DeviceError with the system's reason and a remedy.
std::unique_ptr<Counters> open_perf_counters(PerfEvents const& events = PerfEvents::of_hardware());

/// The message for an error number of perf_event_open; `paranoid` is the value of kernel.perf_event_paranoid.
std::string perf_error(PerfEvent const& event, int error, std::string const& paranoid);

} // namespace chemora::device
