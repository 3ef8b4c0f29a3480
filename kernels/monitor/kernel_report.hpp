// What each kernel did in a run, as a table for people and as JSON for programs.
#pragma once

#include "kernels/device/device.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::monitor {

/// One compiled kernel. Numbers of several processes are joined by `join`.
struct KernelRecord {
  std::string kernel;        ///< thorn::kernel, and the region if it has several
  std::string device;        ///< kind of device that ran it: host, opencl:..., cuda:sm_90
  std::string plan;          ///< one line: tile 64 8 8, vector 8
  std::string plan_reason;   ///< why this tile
  std::string cache_error{}; ///< why the entry of the cache was not usable, as a sentence; empty if it was, or if there
                             ///< was none
  bool is_from_cache = false;
  bool is_built_in = false; ///< on one process at least; plan_reason tells why
  double compile_seconds = 0;
  std::int64_t calls = 0;
  double seconds = 0;      ///< in the kernel
  std::int64_t points = 0; ///< computed
  int bytes_per_point = 0; ///< each array once: compulsory traffic
  int flops_per_point = 0;
  int derivative_flops_per_point = 0, advection_flops_per_point = 0; ///< of these: plan::operations_by_purpose
  int divisions_per_point = 0, square_roots_per_point = 0, cube_roots_per_point = 0;
  int functions_per_point = 0; ///< these four are counted as one operation each

  static constexpr int unknown = -1; ///< of what follows: the device does not tell
  int registers = unknown;           ///< per thread
  int spilled_bytes = unknown;       ///< per thread, on its stack
  double occupancy = unknown;        ///< of the threads that a unit of the device can hold, those that run at a time

  double counted_seconds = unknown; ///< of the kernel, by the device's time stamps
  double cycles = unknown, instructions = unknown;
  double memory_bytes = unknown;                ///< fetched because the last cache missed
  std::optional<device::LaunchCounts> launch{}; ///< the first one, on one process

  /// For messages between processes; from_text(to_text(r)) == r.
  std::string to_text() const;
  static KernelRecord from_text(std::string const& text);

  bool operator==(KernelRecord const&) const = default;
};

/// The records of all processes, one of each kernel on each kind of device, in the order in which processes have them:
/// points are added, times and calls are the largest, what hardware counted is added where all tell. A plan that
/// differs between processes is marked.
std::vector<KernelRecord> join(std::vector<std::vector<KernelRecord>> const& records_of_processes);

/// What all processes with one kind of device together can do; 0: not measured.
struct Limits {
  double bandwidth = 0;      ///< bytes per second to and from memory
  double arithmetic = 0;     ///< additions and multiplications of real64 per second
  std::string how{};         ///< `of` what, measured by whom and when; why not, as a sentence
  std::int64_t when = 0;     ///< seconds since 1970
  std::string disturbance{}; ///< what made the measurement doubtful; empty: nothing did
};

using LimitsByDevice = std::map<std::string, Limits>; ///< by kind of device

enum class Bound { unknown, memory, arithmetic, neither };
std::string to_text(Bound bound);

/// What a kernel did per second.
struct Rates {
  double points = 0;
  double bytes = 0; ///< compulsory ones
  double flops = 0;
  double of_memory = 0, of_arithmetic = 0; ///< shares of the limits
  /// The limit that it is closer to; neither if it does not reach half of it.
  Bound bound_by = Bound::unknown;
  double share() const { return std::max(of_memory, of_arithmetic); }
};
Rates rates(KernelRecord const& record, LimitsByDevice const& limits);

/// What is known to keep a kernel from both limits, as part of a sentence: functions and divisions, which count as one
/// operation each, values on the stack, short launches.
std::string why_bound_by_neither(KernelRecord const& record);

/// Whether counters say that registers do not suffice: a tenth or more of what memory moves goes to and from stacks.
bool is_fat_by_counters(device::LaunchCounts const& launch);

/// What a process spent on kernels before they ran, all of them together.
struct StageSeconds {
  double read = 0; ///< graphs that thorns register: their heads at once, the rest of a variant when it is chosen
  double specialise = 0;
  double join = 0;    ///< with sums of a time integrator, or finding that this cannot be
  double plan = 0;    ///< fission, tiles; on devices, trial compilations
  double lower = 0;   ///< loops and their text
  double compile = 0; ///< looking up, waiting for other processes, compiling
  double load = 0;
};

/// One line per kernel, why some are bound by neither limit, what was counted in single launches, then the limits, then
/// `counters`: what hardware counted, or why it did not, as sentences.
std::string to_table(std::vector<KernelRecord> const& records, LimitsByDevice const& limits,
                     std::string const& counters);

std::string to_json(std::vector<KernelRecord> const& records, LimitsByDevice const& limits, std::string const& counters,
                    StageSeconds const& stages);

} // namespace chemora::monitor
