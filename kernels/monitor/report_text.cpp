// Prints the report: a table for people, JSON for programs.
#include "kernels/monitor/kernel_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::monitor {

namespace {

std::string quoted(std::string const& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      result += c;
  }
  return result + "\"";
}

/// Columns as wide as their widest cell; the first is left-aligned.
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
      line += i < 2 ? fmt::format("{:<{}}  ", row[i], widths[i]) : fmt::format("{:>{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

constexpr char const* no_counters =
    "Times are the clock's, bytes and operations are counted from the graphs; counters of the hardware are not read.";

std::string limits_text(Limits const& limits) {
  if (limits.bandwidth <= 0 && limits.arithmetic <= 0) return limits.how + "\n"; // why there are none
  return fmt::format("Memory bandwidth measured {}: {:.2f} GB/s; additions and multiplications in real64: {:.2f} "
                     "Gflop/s. A share above 100% means the arrays stay in cache.\n",
                     limits.how, limits.bandwidth * 1e-9, limits.arithmetic * 1e-9);
}

/// `, 40 registers, 8 bytes spilled` where the device tells.
std::string facts_text(KernelRecord const& r) {
  if (r.registers == 0) return {};
  return fmt::format(", {} registers, {} bytes spilled", r.registers, r.spilled_bytes);
}

std::string how_compiled(KernelRecord const& r) {
  if (r.is_built_in) return "built in";
  return r.is_from_cache ? "cache hit" : fmt::format("{:.2f} s", r.compile_seconds);
}

} // namespace

std::string to_table(std::vector<KernelRecord> const& records, Limits const& limits) {
  std::vector<std::vector<std::string>> rows{{"kernel", "plan", "compiled", "calls", "time [s]", "points/s", "bytes/pt",
                                              "flop/pt", "GB/s", "Gflop/s", "bound by", "of limit"}};
  for (auto const& r : records) {
    auto const now = rates(r, limits);
    rows.push_back({r.kernel, r.plan + facts_text(r), how_compiled(r), fmt::format("{}", r.calls),
                    fmt::format("{:.3f}", r.seconds), fmt::format("{:.3g}", now.points),
                    fmt::format("{}", r.bytes_per_point), fmt::format("{}", r.flops_per_point),
                    fmt::format("{:.2f}", now.bytes * 1e-9), fmt::format("{:.2f}", now.flops * 1e-9),
                    now.bound_by == Bound::unknown ? "-" : to_text(now.bound_by),
                    now.bound_by == Bound::unknown ? "-" : fmt::format("{:.0f}%", 100 * now.share)});
  }
  return align(rows) + limits_text(limits) + no_counters + "\n";
}

std::string to_json(std::vector<KernelRecord> const& records, Limits const& limits, StageSeconds const& stages) {
  std::string text = fmt::format(
      "{{\"limits\": {{\"bytes_per_second\": {}, \"flops_per_second\": {}, \"measured\": {}}},\n"
      " \"stages\": {{\"read\": {}, \"specialise\": {}, \"plan\": {}, \"lower\": {}, \"compile\": {}, \"load\": {}}},\n"
      " \"counters\": {},\n \"kernels\": [",
      limits.bandwidth, limits.arithmetic, quoted(limits.how), stages.read, stages.specialise, stages.plan,
      stages.lower, stages.compile, stages.load, quoted(no_counters));
  char const* separator = "";
  for (auto const& r : records) {
    auto const now = rates(r, limits);
    text += fmt::format(
        "{}\n  {{\"kernel\": {}, \"plan\": {}, \"plan_reason\": {}, \"from_cache\": {}, \"built_in\": {}, "
        "\"compile_seconds\": {}, \"calls\": {}, \"seconds\": {}, \"points\": {}, "
        "\"points_per_second\": {}, \"bytes_per_point\": {}, \"flops_per_point\": {}, "
        "\"bytes_per_second\": {}, \"flops_per_second\": {}, \"bound_by\": {}, "
        "\"share_of_limit\": {}, \"registers\": {}, \"spilled_bytes\": {}}}",
        separator, quoted(r.kernel), quoted(r.plan), quoted(r.plan_reason), r.is_from_cache, r.is_built_in,
        r.compile_seconds, r.calls, r.seconds, r.points, now.points, r.bytes_per_point, r.flops_per_point, now.bytes,
        now.flops, quoted(to_text(now.bound_by)), now.share, r.registers > 0 ? fmt::format("{}", r.registers) : "null",
        r.registers > 0 ? fmt::format("{}", r.spilled_bytes) : "null");
    separator = ",";
  }
  return text + "\n]}\n";
}

} // namespace chemora::monitor
