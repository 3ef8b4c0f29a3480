/// The host device, which runs kernels on the CPUs of this machine, and the hardware counters of these CPUs.
#pragma once

#include "kernels/device/device.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace chemora::device {

struct HostOptions {
  bool own_memory = false; ///< kernels work on copies of the host's arrays, as on an accelerator; for tests
};

/// Creates the host device. Kernels access the host's arrays directly, unless HostOptions::own_memory is set. The
/// compiler of find_compiler() compiles kernels to shared objects, which are loaded from memory. If no compiler works,
/// Properties::no_compiler contains the reason. Throws DeviceError for an invalid CHEMORA_CXX.
std::unique_ptr<Device> make_host_device(HostOptions const& options = {});

/// Wraps a kernel that is compiled into the program. emit::emit_cpp documents the type of `function`.
std::unique_ptr<Module> make_built_in_module(void const* function);

/// The type and the number of a hardware counter in <linux/perf_event.h>.
struct PerfEvent {
  std::uint32_t type;
  std::uint64_t config;
  char const* name;
};

struct PerfEvents {
  PerfEvent cycles, instructions, misses; ///< misses of the last-level cache
  int bytes_per_miss;

  static PerfEvents of_hardware();
};

/// Opens hardware counters (perf_event_open) for all current OpenMP threads of this process, and adds the counts of all
/// threads. Code of the operating system is not counted. Throws DeviceError with the system's reason and a remedy.
std::unique_ptr<Counters> open_perf_counters(PerfEvents const& events = PerfEvents::of_hardware());

/// Returns the message for an error number of perf_event_open. `paranoid` is the value of kernel.perf_event_paranoid.
std::string perf_error(PerfEvent const& event, int error, std::string const& paranoid);

} // namespace chemora::device
