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

/// Columns as wide as their widest cell; the first three are left-aligned.
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
      line += i < 3 ? fmt::format("{:<{}}  ", row[i], widths[i]) : fmt::format("{:>{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string limits_text(Limits const& limits) {
  if (limits.bandwidth <= 0 && limits.arithmetic <= 0) return limits.how + "\n"; // why there are none
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

/// A line for each kernel that is far from both limits.
std::string far_text(std::vector<KernelRecord> const& records, LimitsByDevice const& limits) {
  std::string text;
  for (auto const& r : records)
    if (auto const now = rates(r, limits); now.bound_by == Bound::neither)
      text += fmt::format("Neither limit bounds {} on {} ({:.2g}% of memory, {:.2g}% of arithmetic): {}.\n", r.kernel,
                          r.device, 100 * now.of_memory, 100 * now.of_arithmetic, why_bound_by_neither(r));
  return text;
}

/// A line for each kernel of which a launch was counted.
std::string launches_text(std::vector<KernelRecord> const& records) {
  std::string text;
  for (auto const& r : records) {
    if (!r.launch) continue;
    auto const& one = *r.launch;
    text += fmt::format(
        "One launch of {} on {} took {:.3f} ms: {:.2f} MB read from memory and {:.2f} MB written, {:.0f}% of the "
        "memory's peak; {:.0f}% of warps active, instructions in {:.0f}% of issue slots; {:.2f} MB to and from "
        "stacks{}.\n",
        r.kernel, r.device, 1e3 * one.seconds, 1e-6 * one.memory_read_bytes, 1e-6 * one.memory_written_bytes,
        100 * one.of_memory_peak, 100 * one.active_warps, 100 * one.issue_slots, 1e-6 * one.local_bytes,
        is_fat_by_counters(one) ? ", a fat kernel by this" : "");
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

/// What the hardware counted, in short.
std::string counts_text(KernelRecord const& r) {
  std::string text = known_or("", r.counted_seconds, "{:.3f} s");
  if (r.cycles > 0 && r.instructions >= 0)
    text += (text.empty() ? "" : ", ") + fmt::format("{:.2f} per cycle", r.instructions / r.cycles);
  if (r.memory_bytes >= 0 && r.seconds > 0)
    text += (text.empty() ? "" : ", ") + fmt::format("{:.2f} GB/s", r.memory_bytes / r.seconds * 1e-9);
  return text.empty() ? "-" : text;
}

/// The members of a JSON object.
class Fields {
public:
  void add(char const* name, std::string const& text) { add_as_is(name, quoted(text)); }
  template <class Number>
  void add(char const* name, Number number) {
    add_as_is(name, fmt::format("{}", number));
  }
  void add_known(char const* name, double value) { add_as_is(name, known_or("null", value, "{}")); }
  void add_as_is(char const* name, std::string const& json) {
    text_ += fmt::format("{}\"{}\": {}", text_.empty() ? "" : ", ", name, json);
  }
  std::string const& text() const { return text_; }

private:
  std::string text_;
};

std::string launch_fields(device::LaunchCounts const& launch) {
  Fields fields;
  fields.add("seconds", launch.seconds);
  fields.add("memory_read_bytes", launch.memory_read_bytes);
  fields.add("memory_written_bytes", launch.memory_written_bytes);
  fields.add("share_of_memory_peak", launch.of_memory_peak);
  fields.add("active_warps", launch.active_warps);
  fields.add("issue_slots", launch.issue_slots);
  fields.add("local_bytes", launch.local_bytes);
  fields.add("is_fat", is_fat_by_counters(launch));
  return "{" + fields.text() + "}";
}

std::string fields_of(KernelRecord const& r, Rates const& now) {
  Fields fields;
  fields.add("kernel", r.kernel);
  fields.add("device", r.device);
  fields.add("plan", r.plan);
  fields.add("plan_reason", r.plan_reason);
  fields.add("from_cache", r.is_from_cache);
  fields.add("built_in", r.is_built_in);
  fields.add("cache_complaint", r.cache_error);
  fields.add("compile_seconds", r.compile_seconds);
  fields.add("calls", r.calls);
  fields.add("seconds", r.seconds);
  fields.add("points", r.points);
  fields.add("points_per_second", now.points);
  fields.add("bytes_per_point", r.bytes_per_point);
  fields.add("flops_per_point", r.flops_per_point);
  fields.add("derivative_flops_per_point", r.derivative_flops_per_point);
  fields.add("advection_flops_per_point", r.advection_flops_per_point);
  fields.add("divisions_per_point", r.divisions_per_point);
  fields.add("square_roots_per_point", r.square_roots_per_point);
  fields.add("cube_roots_per_point", r.cube_roots_per_point);
  fields.add("functions_per_point", r.functions_per_point);
  fields.add("bytes_per_second", now.bytes);
  fields.add("flops_per_second", now.flops);
  fields.add("bound_by", to_text(now.bound_by));
  fields.add_as_is("why", now.bound_by == Bound::neither ? quoted(why_bound_by_neither(r)) : "null");
  fields.add("share_of_limit", now.share());
  fields.add("share_of_memory", now.of_memory);
  fields.add("share_of_arithmetic", now.of_arithmetic);
  fields.add_known("registers", r.registers);
  fields.add_known("spilled_bytes", r.spilled_bytes);
  fields.add_known("occupancy", r.occupancy);
  Fields counted;
  counted.add_known("seconds", r.counted_seconds);
  counted.add_known("cycles", r.cycles);
  counted.add_known("instructions", r.instructions);
  counted.add_known("memory_bytes", r.memory_bytes);
  fields.add_as_is("counted", "{" + counted.text() + "}");
  fields.add_as_is("counted_launch", r.launch ? launch_fields(*r.launch) : "null");
  return fields.text();
}

constexpr char const* how_measured =
    "Times are the device's clock's, bytes and operations are counted from the graphs; spilled: bytes on the stack.";

} // namespace

std::string to_table(std::vector<KernelRecord> const& records, LimitsByDevice const& limits,
                     std::string const& counters) {
  std::vector<std::vector<std::string>> rows{{"kernel", "device", "plan", "compiled", "calls", "time [s]", "points/s",
                                              "bytes/pt", "flop/pt", "GB/s", "Gflop/s", "bound by", "of limit",
                                              "registers", "spilled", "occupancy", "counted"}};
  for (auto const& r : records) {
    auto const now = rates(r, limits);
    rows.push_back({r.kernel, r.device, r.plan, how_compiled(r), fmt::format("{}", r.calls),
                    fmt::format("{:.3f}", r.seconds), fmt::format("{:.3g}", now.points),
                    fmt::format("{}", r.bytes_per_point), fmt::format("{}", r.flops_per_point),
                    fmt::format("{:.2f}", now.bytes * 1e-9), fmt::format("{:.2f}", now.flops * 1e-9),
                    now.bound_by == Bound::unknown ? "-" : to_text(now.bound_by),
                    now.bound_by == Bound::unknown ? "-" : fmt::format("{:.0f}%", 100 * now.share()),
                    known_or("-", r.registers, "{:.0f}"), known_or("-", r.spilled_bytes, "{:.0f} B"),
                    known_or("-", r.occupancy, "{:.0f}%", 100), counts_text(r)});
  }
  return align(rows) + far_text(records, limits) + launches_text(records) + limits_text(limits) + how_measured + " " +
         counters + "\n";
}

std::string to_json(std::vector<KernelRecord> const& records, LimitsByDevice const& limits, std::string const& counters,
                    StageSeconds const& stages) {
  std::string text = "{\"limits\": {";
  char const* comma = "";
  for (auto const& [device, one] : limits) {
    text += fmt::format(
        "{}\n  {}: {{\"bytes_per_second\": {}, \"flops_per_second\": {}, \"measured\": {}, \"disturbance\": {}}}",
        comma, quoted(device), one.bandwidth, one.arithmetic, quoted(one.how), quoted(one.disturbance));
    comma = ",";
  }
  text +=
      fmt::format("}},\n \"stages\": {{\"read\": {}, \"specialise\": {}, \"join\": {}, \"plan\": {}, \"lower\": {}, "
                  "\"compile\": {}, \"load\": {}}},\n \"counters\": {},\n \"kernels\": [",
                  stages.read, stages.specialise, stages.join, stages.plan, stages.lower, stages.compile, stages.load,
                  quoted(counters));
  char const* separator = "";
  for (auto const& r : records) {
    text += std::string(separator) + "\n  {" + fields_of(r, rates(r, limits)) + "}";
    separator = ",";
  }
  return text + "\n]}\n";
}

} // namespace chemora::monitor
