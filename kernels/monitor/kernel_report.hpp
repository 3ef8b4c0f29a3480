/// A report of the kernels of a run, as a table and as JSON, and the limits of devices with which it compares them.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/machine/measured_rates.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::monitor {

/// One compiled kernel. `combine` combines the records of several processes.
struct KernelRecord {
  std::string kernel;        ///< thorn::kernel, and the region if it has several
  std::string device;        ///< kind of device that ran it: host, opencl:..., cuda:sm_90
  std::string plan;          ///< one line: tile 64 8 8, vector 8
  std::string plan_reason;   ///< why this tile
  std::string cache_error{}; ///< a sentence why the cache entry could not be used; empty if it could, or if there
                             ///< was none
  bool is_from_cache = false;
  bool is_built_in = false; ///< on at least one process; plan_reason has the reason
  double compile_seconds = 0;
  std::int64_t calls = 0;
  double seconds = 0;      ///< run time of the kernel
  std::int64_t points = 0; ///< number of computed points
  int bytes_per_point = 0; ///< compulsory traffic: each array once
  int flops_per_point = 0;
  int derivative_flops_per_point = 0,
      advection_flops_per_point = 0; ///< parts of flops_per_point: plan::operations_by_purpose
  int divisions_per_point = 0, square_roots_per_point = 0, cube_roots_per_point = 0;
  int functions_per_point = 0; ///< each of these four kinds of operation counts as one operation

  static constexpr int unknown = -1; ///< the value of the following members if the device does not report them
  int registers = unknown;           ///< registers per thread
  int spilled_bytes = unknown;       ///< bytes of spilled registers on the stack of each thread
  double occupancy = unknown;        ///< resident threads of a multiprocessor over its maximum

  double counted_seconds = unknown; ///< run time of the kernel by time stamps of the device
  double cycles = unknown, instructions = unknown;
  double memory_bytes = unknown;                ///< fetched because of misses of the last-level cache
  std::optional<device::LaunchCounts> launch{}; ///< counters of the first launch on one process

  /// For messages between processes; from_text(to_text(r)) == r.
  std::string to_text() const;
  static KernelRecord from_text(std::string const& text);

  bool operator==(KernelRecord const&) const = default;
};

/// Combines the records of all processes to one for each kernel and device kind, in the order of the processes. Points
/// are added, times and calls are the maxima, hardware counters are added if all processes have them. A plan that
/// differs between processes is marked.
std::vector<KernelRecord> combine(std::vector<std::vector<KernelRecord>> const& records_of_processes);

/// The limits of all processes with one device kind together; 0: not measured.
struct Limits {
  double bandwidth = 0;      ///< bytes per second to and from memory
  double arithmetic = 0;     ///< additions and multiplications of real64 per second
  std::string how{};         ///< text that states what was measured, where and when; or a sentence why nothing was
                             ///< measured
  std::int64_t when = 0;     ///< seconds since 1970
  std::string disturbance{}; ///< what disturbed the measurement; empty: nothing
};

using LimitsByDevice = std::map<std::string, Limits>; ///< by kind of device

/// Measured limits of one device.
struct DeviceLimits {
  machine::BestOfRounds bandwidth;  ///< bytes per second of a = b + s c, each array counted once
  machine::BestOfRounds arithmetic; ///< additions and multiplications of real64 per second, not fused
};

/// On the host, kernels/machine measures the limits. On other devices, generated kernels measure the limits: a triad
/// over arrays that exceed the caches of the device, and chains of x f + t in registers. Takes about a second and the
/// memory of three arrays of 32 to 256 MiB, or less if `n_on_node` processes share the node. Collective, like
/// machine::best_of_rounds. Throws device::DeviceError.
DeviceLimits measure_limits(
    device::Device& device, int n_on_node = 1, std::function<void()> const& wait_for_all = [] {});

/// The text of cached limits, which contains all members but `how`. limits_from(to_text(l)) == l; empty for other
/// texts.
std::string to_text(Limits const& limits);
std::optional<Limits> limits_from(std::string const& text);

/// Whether limits must be measured again at the time `now`: the measurement was disturbed, and ten minutes have passed,
/// after which the machine may be idle.
bool must_be_measured_again(Limits const& cached, std::int64_t now);

/// The larger value of `measured` and `cached` for each limit, because the best measurement is the closest to the
/// limit.
Limits better_of(Limits const& measured, std::optional<Limits> const& cached);

enum class Bound { unknown, memory, arithmetic, neither };
std::string to_text(Bound bound);

/// The rates of a kernel per second.
struct Rates {
  double points = 0;
  double bytes = 0; ///< compulsory traffic
  double flops = 0;
  double of_memory = 0, of_arithmetic = 0; ///< ratios of the kernel's rates to the limits
  /// The limit that the kernel is closer to; neither if it does not reach half of it.
  Bound bound_by = Bound::unknown;
  double share() const { return std::max(of_memory, of_arithmetic); }
};
Rates rates(KernelRecord const& record, LimitsByDevice const& limits);

/// Known reasons why a kernel reaches neither limit, as part of a sentence: functions and divisions, which count as one
/// operation each, values on the stack, short launches.
std::string bottleneck_hint(KernelRecord const& record);

/// Whether hardware counters show that the kernel has too few registers: at least a tenth of the memory traffic
/// accesses stacks.
bool is_fat_by_counters(device::LaunchCounts const& launch);

/// The time that a process spent on all kernels before they ran, by stage.
struct StageSeconds {
  double read = 0; ///< reading registered graphs; the values of a variant are read when it is chosen
  double specialise = 0;
  double fuse = 0;    ///< fusion with updates of a time integrator, also if it is not possible
  double plan = 0;    ///< fission, tiles; on devices, trial compilations
  double lower = 0;   ///< loop trees and source text
  double compile = 0; ///< cache look-up, waiting for other processes, compilation
  double load = 0;
};

/// A line per kernel, hints for kernels that reach neither limit, hardware counters of single launches, the limits, and
/// `counters`: sentences on what the hardware counted, or why it did not.
std::string to_table(std::vector<KernelRecord> const& records, LimitsByDevice const& limits,
                     std::string const& counters);

std::string to_json(std::vector<KernelRecord> const& records, LimitsByDevice const& limits, std::string const& counters,
                    StageSeconds const& stages);

} // namespace chemora::monitor
