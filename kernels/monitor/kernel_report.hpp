/// Reports the performance of the kernels of a run, as a table and as JSON, and compares it with the limits of the
/// devices.
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

/// The performance data of one compiled kernel. The function `combine` combines the records of several processes.
struct KernelRecord {
  std::string kernel; ///< kernel name as thorn::kernel, followed by the region if the kernel stores several regions
  std::string device; ///< kind of the device that ran the kernel, such as host or cuda:sm_90
  std::string plan;   ///< execution plan as one line, such as "tile 64 8 8, vector 8"
  std::string plan_reason; ///< the reason why this plan was chosen
  /// a sentence that states why a disk cache entry was unusable; empty if the entry was usable or did not exist
  std::string cache_error{};
  bool is_from_cache = false;
  bool is_built_in = false; ///< true if at least one process used a built-in kernel; plan_reason states why
  double compile_seconds = 0;
  std::int64_t calls = 0;
  double seconds = 0;      ///< run time of the kernel
  std::int64_t points = 0; ///< number of computed points
  int bytes_per_point = 0; ///< compulsory memory traffic per point, which counts each array once
  int flops_per_point = 0;
  int derivative_flops_per_point = 0,
      /// the parts of flops_per_point that plan::operations_by_purpose assigns to derivatives and advection
      advection_flops_per_point = 0;
  int divisions_per_point = 0, square_roots_per_point = 0, cube_roots_per_point = 0;
  int functions_per_point = 0; ///< function calls; each division, root or function call counts as one operation

  static constexpr int unknown = -1; ///< value of each of the following members that the device does not report
  int registers = unknown;           ///< registers per thread
  int spilled_bytes = unknown;       ///< bytes of spilled registers on the stack of each thread
  double occupancy = unknown;        ///< number of resident threads of a multiprocessor, relative to its maximum

  double counted_seconds = unknown; ///< run time of the kernel by time stamps of the device
  double cycles = unknown, instructions = unknown;
  double memory_bytes = unknown;                ///< bytes fetched from memory after misses of the last-level cache
  std::optional<device::LaunchCounts> launch{}; ///< counters of the first launch on one process

  /// Converts the record to text for messages between processes. from_text(to_text(r)) is equal to r.
  std::string to_text() const;
  static KernelRecord from_text(std::string const& text);

  bool operator==(KernelRecord const&) const = default;
};

/// Combines the records of all processes into one record for each kernel and device kind, in the order of the
/// processes. Points are added, and the maxima of times and calls are taken. Hardware counters are added if all
/// processes have them. A plan that differs between processes is marked.
std::vector<KernelRecord> combine(std::vector<std::vector<KernelRecord>> const& records_of_processes);

/// The combined performance limits of all processes with one device kind. A limit of 0 was not measured.
struct Limits {
  double bandwidth = 0;      ///< bytes per second to and from memory
  double arithmetic = 0;     ///< additions and multiplications of real64 per second
  std::string how{};         ///< text that states what was measured, where and when, or why nothing was measured
  std::int64_t when = 0;     ///< time of the measurement in seconds since 1970
  std::string disturbance{}; ///< text that states what disturbed the measurement; empty if it was not disturbed
};

using LimitsByDevice = std::map<std::string, Limits>; ///< maps device kinds to limits

/// Measured limits of one device.
struct DeviceLimits {
  machine::BestOfRounds bandwidth;  ///< bytes per second of the triad a = b + s c, which counts each array once
  machine::BestOfRounds arithmetic; ///< real64 additions and multiplications per second without fused multiply-add
};

/// Measures the bandwidth and arithmetic limits of a device. On the host, kernels/machine measures the limits. On other
/// devices, generated kernels compute a triad over arrays that exceed the caches, and chains of x f + t in registers.
/// The measurement takes about a second and needs three arrays of 32 to 256 MiB, or less if `n_on_node` processes share
/// the node. The call is collective, like machine::best_of_rounds. The function throws device::DeviceError.
DeviceLimits measure_limits(
    device::Device& device, int n_on_node = 1, std::function<void()> const& wait_for_all = [] {});

/// Converts limits to text for the disk cache. The text contains all members except `how`. limits_from() converts the
/// text back, and returns an empty result for an invalid text.
std::string to_text(Limits const& limits);
std::optional<Limits> limits_from(std::string const& text);

/// Returns whether limits must be measured again at the time `now`. This is the case if the measurement was disturbed
/// and is more than ten minutes old, because the machine may be idle now.
bool must_be_measured_again(Limits const& cached, std::int64_t now);

/// Returns for each limit the larger value of `measured` and `cached`, because the largest measured rate is the closest
/// to the limit of the hardware.
Limits better_of(Limits const& measured, std::optional<Limits> const& cached);

enum class Bound { unknown, memory, arithmetic, neither };
std::string to_text(Bound bound);

/// The rates per second that a kernel achieved.
struct Rates {
  double points = 0;
  double bytes = 0; ///< compulsory traffic
  double flops = 0;
  /// ratios of the kernel's rates to the limits of memory bandwidth and arithmetic
  double of_memory = 0, of_arithmetic = 0;
  /// The limit of which the kernel reaches the larger share; `neither` if this share is below one half.
  Bound bound_by = Bound::unknown;
  double share() const { return std::max(of_memory, of_arithmetic); }
};
Rates rates(KernelRecord const& record, LimitsByDevice const& limits);

/// Returns possible reasons why a kernel reaches neither limit, as part of a sentence. Reasons are function calls and
/// divisions, which count as one operation each, values on the stack, and short launches.
std::string bottleneck_hint(KernelRecord const& record);

/// Returns whether hardware counters show that the kernel has too few registers. This is the case if stack accesses
/// cause at least a tenth of the memory traffic.
bool is_fat_by_counters(device::LaunchCounts const& launch);

/// The time in seconds that a process spent to prepare all kernels, for each stage of the preparation.
struct StageSeconds {
  double read = 0; ///< reading registered graphs; the operations of a variant are read when the variant is first used
  double specialise = 0;
  double fuse = 0;    ///< fusion with updates of a time integrator, including failed attempts
  double plan = 0;    ///< choice of fission and tiles; includes trial compilations on accelerators
  double lower = 0;   ///< generation of loop trees and source text
  double compile = 0; ///< cache look-up, waiting for other processes, compilation
  double load = 0;
};

/// Returns the report as a table with one line per kernel. After the table, the text contains hints for kernels that
/// reach neither limit, hardware counters of single launches, the limits, and `counters`. `counters` contains sentences
/// that state what the hardware counters measured, or why they were not read.
std::string to_table(std::vector<KernelRecord> const& records, LimitsByDevice const& limits,
                     std::string const& counters);

/// Returns the beginning of the report in a few lines of at most 100 columns: the time in kernels and in compilers, and
/// the shares of the five kernels with the longest times. `records` are sorted by time.
std::string to_summary(std::vector<KernelRecord> const& records, LimitsByDevice const& limits);

std::string to_json(std::vector<KernelRecord> const& records, LimitsByDevice const& limits, std::string const& counters,
                    StageSeconds const& stages);

} // namespace chemora::monitor
