/// Prints the kernel report, as a table for the user and as JSON for programs.
#include "kernels/monitor/kernel_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace chemora::monitor {

namespace {

using Json = nlohmann::ordered_json;

/// Formats rows of cells as a table. Each column is as wide as its widest cell. The first two columns and the last one
/// are left-aligned.
std::string align(std::vector<std::vector<std::string>> const& rows) {
  std::vector<std::size_t> widths;
  for (auto const& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], row[i].size());
    }
  std::string text;
  for (auto const& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i < 2 || i + 1 == row.size() ? fmt::format("{:<{}}  ", row[i], widths[i])
                                           : fmt::format("{:>{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string limits_text(Limits const& limits) {
  if (limits.bandwidth <= 0 && limits.arithmetic <= 0) return limits.how + "\n"; // the reason
  std::string text = fmt::format("Limits {}: {:.2f} GB/s of memory; {:.2f} Gflop/s, additions and multiplications in "
                                 "real64. A share above 100% means the arrays stay in cache.\n",
                                 limits.how, limits.bandwidth * 1e-9, limits.arithmetic * 1e-9);
  if (!limits.disturbance.empty())
    text += "The measurement was disturbed (" + limits.disturbance +
            "), so the limits may be higher. A run after ten minutes measures them again.\n";
  return text;
}

std::string limits_text(LimitsByDevice const& limits) {
  std::string text;
  for (auto const& [device, of_device] : limits)
    if (std::string const line = limits_text(of_device); text.find(line) == std::string::npos) text += line;
  return text;
}

/// Returns a line for each kernel that reaches less than half of both limits of its device.
std::string hints_text(std::vector<KernelRecord> const& records, LimitsByDevice const& limits) {
  std::string text;
  for (auto const& r : records)
    if (auto const now = rates(r, limits); now.bound_by == Bound::neither)
      text += fmt::format("Neither limit bounds {} on {} ({:.2g}% of memory, {:.2g}% of arithmetic): {}.\n", r.kernel,
                          r.device, 100 * now.of_memory, 100 * now.of_arithmetic, bottleneck_hint(r));
  return text;
}

/// Returns a line with hardware counters of the first launch for each kernel that has them.
std::string launches_text(std::vector<KernelRecord> const& records) {
  std::string text;
  for (auto const& r : records) {
    if (!r.launch) continue;
    auto const& launch = *r.launch;
    text += fmt::format(
        "One launch of {} on {} took {:.3f} ms: {:.2f} MB read from memory and {:.2f} MB written, {:.0f}% of the "
        "memory's peak; {:.0f}% of warps active, instructions in {:.0f}% of issue slots; {:.2f} MB to and from "
        "stacks{}.\n",
        r.kernel, r.device, 1e3 * launch.seconds, 1e-6 * launch.memory_read_bytes, 1e-6 * launch.memory_written_bytes,
        100 * launch.of_memory_peak, 100 * launch.active_warps, 100 * launch.issue_slots, 1e-6 * launch.local_bytes,
        is_fat_by_counters(launch) ? ", which makes it a fat kernel" : "");
  }
  return text;
}

std::string known_or(std::string const& otherwise, double value, char const* form, double unit = 1) {
  return value < 0 ? otherwise : fmt::format(fmt::runtime(form), value * unit);
}

std::string how_compiled(KernelRecord const& r) {
  if (r.is_built_in) return "built in";
  return r.is_from_cache ? "cache hit" : fmt::format("{:.2f} s", r.compile_seconds);
}

/// Returns a short text with the values of the hardware counters.
std::string counts_text(KernelRecord const& r) {
  std::string text = known_or("", r.counted_seconds, "{:.3f} s");
  if (r.cycles > 0 && r.instructions >= 0)
    text += (text.empty() ? "" : ", ") + fmt::format("{:.2f} per cycle", r.instructions / r.cycles);
  if (r.memory_bytes >= 0 && r.seconds > 0)
    text += (text.empty() ? "" : ", ") + fmt::format("{:.2f} GB/s", r.memory_bytes / r.seconds * 1e-9);
  return text.empty() ? "-" : text;
}

/// Unknown values are null.
Json known_or_null(double value) { return value < 0 ? Json() : Json(value); }

Json json_of(device::LaunchCounts const& launch) {
  return {{"seconds", launch.seconds},
          {"memory_read_bytes", launch.memory_read_bytes},
          {"memory_written_bytes", launch.memory_written_bytes},
          {"share_of_memory_peak", launch.of_memory_peak},
          {"active_warps", launch.active_warps},
          {"issue_slots", launch.issue_slots},
          {"local_bytes", launch.local_bytes},
          {"is_fat", is_fat_by_counters(launch)}};
}

Json json_of(KernelRecord const& r, Rates const& rates) {
  return {{"kernel", r.kernel},
          {"device", r.device},
          {"plan", r.plan},
          {"plan_reason", r.plan_reason},
          {"from_cache", r.is_from_cache},
          {"built_in", r.is_built_in},
          {"cache_error", r.cache_error},
          {"compile_seconds", r.compile_seconds},
          {"calls", r.calls},
          {"seconds", r.seconds},
          {"points", r.points},
          {"points_per_second", rates.points},
          {"bytes_per_point", r.bytes_per_point},
          {"flops_per_point", r.flops_per_point},
          {"derivative_flops_per_point", r.derivative_flops_per_point},
          {"advection_flops_per_point", r.advection_flops_per_point},
          {"divisions_per_point", r.divisions_per_point},
          {"square_roots_per_point", r.square_roots_per_point},
          {"cube_roots_per_point", r.cube_roots_per_point},
          {"functions_per_point", r.functions_per_point},
          {"bytes_per_second", rates.bytes},
          {"flops_per_second", rates.flops},
          {"bound_by", to_text(rates.bound_by)},
          {"why", rates.bound_by == Bound::neither ? Json(bottleneck_hint(r)) : Json()},
          {"share_of_limit", rates.share()},
          {"share_of_memory", rates.of_memory},
          {"share_of_arithmetic", rates.of_arithmetic},
          {"registers", known_or_null(r.registers)},
          {"spilled_bytes", known_or_null(r.spilled_bytes)},
          {"occupancy", known_or_null(r.occupancy)},
          {"counted",
           {{"seconds", known_or_null(r.counted_seconds)},
            {"cycles", known_or_null(r.cycles)},
            {"instructions", known_or_null(r.instructions)},
            {"memory_bytes", known_or_null(r.memory_bytes)}}},
          {"counted_launch", r.launch ? json_of(*r.launch) : Json()}};
}

constexpr std::size_t n_in_summary = 5; ///< kernels

constexpr char const* how_measured = "Times are those of the device's clock. Bytes and operations are counted from the "
                                     "graphs. Spilled: bytes on the stack.";

} // namespace

std::string to_table(std::vector<KernelRecord> const& records, LimitsByDevice const& limits,
                     std::string const& counters) {
  std::vector<std::vector<std::string>> rows{{"kernel", "device", "compiled", "calls", "time [s]", "points/s",
                                              "bytes/pt", "flop/pt", "GB/s", "Gflop/s", "bound by", "of limit",
                                              "registers", "spilled", "occupancy", "counted", "plan"}};
  for (auto const& r : records) {
    auto const now = rates(r, limits);
    auto const of_points = [&](auto value, char const* form) {
      return r.points > 0 ? fmt::format(fmt::runtime(form), value) : std::string("-");
    };
    rows.push_back({r.kernel, r.device, how_compiled(r), fmt::format("{}", r.calls), fmt::format("{:.3f}", r.seconds),
                    of_points(now.points, "{:.3g}"), of_points(r.bytes_per_point, "{}"),
                    of_points(r.flops_per_point, "{}"), of_points(now.bytes * 1e-9, "{:.2f}"),
                    of_points(now.flops * 1e-9, "{:.2f}"), now.bound_by == Bound::unknown ? "-" : to_text(now.bound_by),
                    now.bound_by == Bound::unknown ? "-" : fmt::format("{:.0f}%", 100 * now.share()),
                    known_or("-", r.registers, "{:.0f}"), known_or("-", r.spilled_bytes, "{:.0f} B"),
                    known_or("-", r.occupancy, "{:.0f}%", 100), counts_text(r), r.plan});
  }
  return align(rows) + hints_text(records, limits) + launches_text(records) + limits_text(limits) + how_measured + " " +
         counters + "\n";
}

std::string to_summary(std::vector<KernelRecord> const& records, LimitsByDevice const& limits) {
  double in_kernels = 0, in_compiler = 0;
  for (auto const& r : records) {
    in_kernels += r.seconds;
    if (!r.is_from_cache && !r.is_built_in) in_compiler += r.compile_seconds;
  }
  std::string text = fmt::format("Kernels ran for {:.1f} s, and compilers for {:.1f} s.\n", in_kernels, in_compiler);
  std::vector<std::vector<std::string>> rows;
  for (auto const& r : records) {
    if (rows.size() == n_in_summary || r.seconds <= 0) break;
    auto const now = rates(r, limits);
    std::string const share = fmt::format("{:.0f}% of the {} limit", 100 * now.share(),
                                          now.of_memory > now.of_arithmetic ? "memory" : "arithmetic");
    rows.push_back({fmt::format("  {:3.0f}%", 100 * r.seconds / in_kernels), r.kernel,
                    now.bound_by == Bound::unknown ? "on " + r.device : "on " + r.device + ", " + share});
  }
  return text + align(rows);
}

std::string to_json(std::vector<KernelRecord> const& records, LimitsByDevice const& limits_by_device,
                    std::string const& counters, StageSeconds const& stages) {
  Json limits = Json::object(), kernels = Json::array();
  for (auto const& [device, of_device] : limits_by_device)
    limits[device] = {{"bytes_per_second", of_device.bandwidth},
                      {"flops_per_second", of_device.arithmetic},
                      {"measured", of_device.how},
                      {"disturbance", of_device.disturbance}};
  for (auto const& record : records) kernels.push_back(json_of(record, rates(record, limits_by_device)));
  Json const report{{"limits", limits},
                    {"stages",
                     {{"read", stages.read},
                      {"specialise", stages.specialise},
                      {"fuse", stages.fuse},
                      {"plan", stages.plan},
                      {"lower", stages.lower},
                      {"compile", stages.compile},
                      {"load", stages.load}}},
                    {"counters", counters},
                    {"kernels", kernels}};
  return report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; // invalid UTF-8 is replaced
}

} // namespace chemora::monitor
