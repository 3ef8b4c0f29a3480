#include "kernels/monitor/kernel_report.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace chemora::monitor {

namespace {

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

double sum_where_known(double a, double b) { return a < 0 || b < 0 ? KernelRecord::unknown : a + b; }

/// Converts the counters of a launch to text: `0` without counters, otherwise `1` and their values.
std::string launch_text(std::optional<device::LaunchCounts> const& launch) {
  if (!launch) return "0";
  return fmt::format("1 {} {} {} {} {} {} {}", launch->seconds, launch->memory_read_bytes, launch->memory_written_bytes,
                     launch->of_memory_peak, launch->active_warps, launch->issue_slots, launch->local_bytes);
}

std::optional<device::LaunchCounts> read_launch(std::istream& text) {
  bool exists = false;
  text >> exists;
  if (!exists) return {};
  device::LaunchCounts launch;
  text >> launch.seconds >> launch.memory_read_bytes >> launch.memory_written_bytes >> launch.of_memory_peak >>
      launch.active_warps >> launch.issue_slots >> launch.local_bytes;
  return launch;
}

/// The number of additions that take the time of one division, square root or function call, in vectors with AVX-512.
/// On the host, functions call the C library for each point. Functions on other devices, and cube roots on all devices,
/// are computed in line.
constexpr int additions_of_division = 30, additions_of_square_root = 90, additions_of_call = 300;
constexpr int additions_of_function = 40, additions_of_cube_root = 40;

/// Bytes of stack that a host function uses without spilled registers. Other devices report only spilled bytes.
constexpr int bytes_without_spills = 512;

/// A launch below this time in seconds is short, because its start and end take several microseconds.
constexpr double short_launch = 100e-6;

/// Returns a text that names divisions, roots and function calls if they dominate the run time. The text is empty if
/// they take less time than all counted operations.
std::string slow_operations(KernelRecord const& r) {
  struct Kind {
    int n, additions;
    char const* name;
  };
  Kind const kinds[] = {
      {r.functions_per_point, r.device == "host" ? additions_of_call : additions_of_function, "function"},
      {r.square_roots_per_point, additions_of_square_root, "square root"},
      {r.cube_roots_per_point, additions_of_cube_root, "cube root"},
      {r.divisions_per_point, additions_of_division, "division"}};
  int additions = 0;
  std::string text;
  for (Kind const& kind : kinds) {
    additions += kind.n * kind.additions;
    if (kind.n > 0) text += (text.empty() ? "" : " and ") + base::counted(kind.n, kind.name);
  }
  if (additions <= r.flops_per_point) return {};
  return text + " a point, counted as one operation each";
}

} // namespace

bool is_fat_by_counters(device::LaunchCounts const& launch) {
  return launch.local_bytes > 0 && launch.local_bytes >= 0.1 * (launch.memory_read_bytes + launch.memory_written_bytes);
}

Rates rates(KernelRecord const& r, LimitsByDevice const& limits_by_device) {
  constexpr double min_share = 0.5; // a kernel below this share of a limit is not bound by the limit
  auto const found = limits_by_device.find(r.device);
  Limits const limits = found == limits_by_device.end() ? Limits() : found->second;
  Rates rates;
  rates.points = ratio(static_cast<double>(r.points), r.seconds);
  rates.bytes = rates.points * r.bytes_per_point;
  rates.flops = rates.points * r.flops_per_point;
  rates.of_memory = ratio(rates.bytes, limits.bandwidth);
  rates.of_arithmetic = ratio(rates.flops, limits.arithmetic);
  if (rates.share() > 0) rates.bound_by = rates.of_memory >= rates.of_arithmetic ? Bound::memory : Bound::arithmetic;
  if (rates.share() > 0 && rates.share() < min_share) rates.bound_by = Bound::neither;
  return rates;
}

std::string to_text(Bound bound) {
  switch (bound) {
  case Bound::memory:
    return "memory";
  case Bound::arithmetic:
    return "arithmetic";
  case Bound::neither:
    return "neither";
  case Bound::unknown:
    break;
  }
  return "unknown";
}

std::string KernelRecord::to_text() const {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", kernel,
                     device, plan, plan_reason, cache_error, is_from_cache ? 1 : 0, is_built_in ? 1 : 0,
                     compile_seconds, calls, seconds, points, bytes_per_point, flops_per_point,
                     derivative_flops_per_point, advection_flops_per_point, divisions_per_point, square_roots_per_point,
                     cube_roots_per_point, functions_per_point, registers, spilled_bytes, occupancy, counted_seconds,
                     cycles, instructions, memory_bytes, launch_text(launch));
}

KernelRecord KernelRecord::from_text(std::string const& text) {
  std::istringstream lines(text);
  KernelRecord r;
  std::getline(lines, r.kernel);
  std::getline(lines, r.device);
  std::getline(lines, r.plan);
  std::getline(lines, r.plan_reason);
  std::getline(lines, r.cache_error);
  lines >> r.is_from_cache >> r.is_built_in >> r.compile_seconds >> r.calls >> r.seconds >> r.points >>
      r.bytes_per_point >> r.flops_per_point >> r.derivative_flops_per_point >> r.advection_flops_per_point >>
      r.divisions_per_point >> r.square_roots_per_point >> r.cube_roots_per_point >> r.functions_per_point >>
      r.registers >> r.spilled_bytes >> r.occupancy >> r.counted_seconds >> r.cycles >> r.instructions >>
      r.memory_bytes;
  r.launch = read_launch(lines);
  if (!lines) throw base::InternalError("KernelRecord::from_text: not a kernel record: " + text);
  return r;
}

std::vector<KernelRecord> combine(std::vector<std::vector<KernelRecord>> const& records_of_processes) {
  std::vector<KernelRecord> combined;
  for (auto const& records : records_of_processes)
    for (auto const& r : records) {
      auto const found = std::find_if(combined.begin(), combined.end(), [&](KernelRecord const& j) {
        return j.kernel == r.kernel && j.device == r.device;
      });
      if (found == combined.end()) {
        combined.push_back(r);
        continue;
      }
      if (found->plan != r.plan && !found->plan.ends_with(" (differs)")) found->plan += " (differs)";
      if (found->cache_error.empty()) found->cache_error = r.cache_error;
      found->is_from_cache = found->is_from_cache && r.is_from_cache;
      found->is_built_in = found->is_built_in || r.is_built_in;
      found->compile_seconds = std::max(found->compile_seconds, r.compile_seconds);
      found->calls = std::max(found->calls, r.calls);
      found->seconds = std::max(found->seconds, r.seconds);
      found->points += r.points;
      found->registers = std::max(found->registers, r.registers);
      found->spilled_bytes = std::max(found->spilled_bytes, r.spilled_bytes);
      found->occupancy = std::max(found->occupancy, r.occupancy);
      found->counted_seconds = std::max(found->counted_seconds, r.counted_seconds);
      found->cycles = sum_where_known(found->cycles, r.cycles);
      found->instructions = sum_where_known(found->instructions, r.instructions);
      found->memory_bytes = sum_where_known(found->memory_bytes, r.memory_bytes);
      if (!found->launch) found->launch = r.launch;
    }
  return combined;
}

std::string bottleneck_hint(KernelRecord const& r) {
  std::vector<std::string> reasons;
  if (auto slow = slow_operations(r); !slow.empty()) reasons.push_back(std::move(slow));
  if (r.spilled_bytes > (r.device == "host" ? bytes_without_spills : 0))
    reasons.push_back(fmt::format("{} bytes on the stack", r.spilled_bytes));
  if (r.calls > 0 && r.seconds < short_launch * static_cast<double>(r.calls))
    reasons.push_back(fmt::format("launches of {:.1f} us, {} points each",
                                  1e6 * r.seconds / static_cast<double>(r.calls), r.points / r.calls));
  else if (r.calls == 1)
    reasons.push_back("a single launch, whose arrays may not have been in memory or caches before");
  std::string text;
  for (auto const& reason : reasons) text += (text.empty() ? "" : "; ") + reason;
  return text.empty() ? "no counted quantity explains it" : text;
}

} // namespace chemora::monitor
