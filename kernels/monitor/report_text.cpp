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

std::string limits_text(Limits const& limits) {
  if (limits.bandwidth <= 0 && limits.arithmetic <= 0) return limits.how + "\n"; // why there are none
  std::string text =
      fmt::format("Limits {}: {:.2f} GB/s of memory; {:.2f} Gflop/s, additions and multiplications in real64. A share "
                  "above 100% means the arrays stay in cache.\n",
                  limits.how, limits.bandwidth * 1e-9, limits.arithmetic * 1e-9);
  if (!limits.disturbance.empty())
    text += "The measurement was disturbed (" + limits.disturbance +
            "), so the limits may be higher. A run after ten minutes measures them again.\n";
  return text;
}

std::string known_or(std::string const& otherwise, double value, char const* form, double unit = 1) {
  return value < 0 ? otherwise : fmt::format(fmt::runtime(form), value * unit);
}

std::string how_compiled(KernelRecord const& r) {
  if (r.is_built_in) return "built in";
  return r.is_from_cache ? "cache hit" : fmt::format("{:.2f} s", r.compile_seconds);
}

/// What the hardware counted, in short.
std::string counts_text(KernelRecord const& r) {
  std::string text = known_or("", r.counted_seconds, "{:.3f} s");
  if (r.cycles > 0 && r.instructions >= 0)
    text += (text.empty() ? "" : ", ") + fmt::format("{:.2f} per cycle", r.instructions / r.cycles);
  if (r.memory_bytes >= 0 && r.seconds > 0)
    text += (text.empty() ? "" : ", ") + fmt::format("{:.2f} GB/s", r.memory_bytes / r.seconds * 1e-9);
  return text.empty() ? "-" : text;
}

constexpr char const* how_measured =
    "Times are the device's clock's, bytes and operations are counted from the graphs; spilled: bytes on the stack.";

} // namespace

std::string to_table(std::vector<KernelRecord> const& records, Limits const& limits, std::string const& counters) {
  std::vector<std::vector<std::string>> rows{{"kernel", "plan", "compiled", "calls", "time [s]", "points/s", "bytes/pt",
                                              "flop/pt", "GB/s", "Gflop/s", "bound by", "of limit", "registers",
                                              "spilled", "occupancy", "counted"}};
  for (auto const& r : records) {
    auto const now = rates(r, limits);
    rows.push_back({r.kernel, r.plan, how_compiled(r), fmt::format("{}", r.calls), fmt::format("{:.3f}", r.seconds),
                    fmt::format("{:.3g}", now.points), fmt::format("{}", r.bytes_per_point),
                    fmt::format("{}", r.flops_per_point), fmt::format("{:.2f}", now.bytes * 1e-9),
                    fmt::format("{:.2f}", now.flops * 1e-9),
                    now.bound_by == Bound::unknown ? "-" : to_text(now.bound_by),
                    now.bound_by == Bound::unknown ? "-" : fmt::format("{:.0f}%", 100 * now.share),
                    known_or("-", r.registers, "{:.0f}"), known_or("-", r.spilled_bytes, "{:.0f} B"),
                    known_or("-", r.occupancy, "{:.0f}%", 100), counts_text(r)});
  }
  return align(rows) + limits_text(limits) + how_measured + " " + counters + "\n";
}

std::string to_json(std::vector<KernelRecord> const& records, Limits const& limits, std::string const& counters,
                    StageSeconds const& stages) {
  std::string text = fmt::format(
      "{{\"limits\": {{\"bytes_per_second\": {}, \"flops_per_second\": {}, \"measured\": {}, \"disturbance\": {}}},\n"
      " \"stages\": {{\"read\": {}, \"specialise\": {}, \"plan\": {}, \"lower\": {}, \"compile\": {}, \"load\": {}}},\n"
      " \"counters\": {},\n \"kernels\": [",
      limits.bandwidth, limits.arithmetic, quoted(limits.how), quoted(limits.disturbance), stages.read,
      stages.specialise, stages.plan, stages.lower, stages.compile, stages.load, quoted(counters));
  char const* separator = "";
  for (auto const& r : records) {
    auto const now = rates(r, limits);
    text +=
        fmt::format("{}\n  {{\"kernel\": {}, \"plan\": {}, \"plan_reason\": {}, \"from_cache\": {}, \"built_in\": {}, "
                    "\"cache_complaint\": {}, \"compile_seconds\": {}, \"calls\": {}, \"seconds\": {}, \"points\": {}, "
                    "\"points_per_second\": {}, \"bytes_per_point\": {}, \"flops_per_point\": {}, "
                    "\"bytes_per_second\": {}, \"flops_per_second\": {}, \"bound_by\": {}, "
                    "\"share_of_limit\": {}, \"registers\": {}, \"spilled_bytes\": {}, \"occupancy\": {}, "
                    "\"counted\": {{\"seconds\": {}, \"cycles\": {}, \"instructions\": {}, \"memory_bytes\": {}}}}}",
                    separator, quoted(r.kernel), quoted(r.plan), quoted(r.plan_reason), r.is_from_cache, r.is_built_in,
                    quoted(r.complaint), r.compile_seconds, r.calls, r.seconds, r.points, now.points, r.bytes_per_point,
                    r.flops_per_point, now.bytes, now.flops, quoted(to_text(now.bound_by)), now.share,
                    known_or("null", r.registers, "{}"), known_or("null", r.spilled_bytes, "{}"),
                    known_or("null", r.occupancy, "{}"), known_or("null", r.counted_seconds, "{}"),
                    known_or("null", r.cycles, "{}"), known_or("null", r.instructions, "{}"),
                    known_or("null", r.memory_bytes, "{}"));
    separator = ",";
  }
  return text + "\n]}\n";
}

} // namespace chemora::monitor
