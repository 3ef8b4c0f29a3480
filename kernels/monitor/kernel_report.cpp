// Joins, prints and packs the records of kernels.
#include "kernels/monitor/kernel_report.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace chemora::monitor {

namespace {

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

double points_per_second(KernelRecord const& r) { return ratio(static_cast<double>(r.points), r.seconds); }

double share(KernelRecord const& r, double bandwidth) {
  return ratio(points_per_second(r) * r.bytes_per_point, bandwidth);
}

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

} // namespace

std::string KernelRecord::to_text() const {
  return fmt::format("{}\n{}\n{}\n{} {} {} {} {} {} {}", kernel, plan, plan_reason, is_from_cache ? 1 : 0,
                     compile_seconds, calls, seconds, points, bytes_per_point, flops_per_point);
}

KernelRecord KernelRecord::from_text(std::string const& text) {
  std::istringstream lines(text);
  KernelRecord r;
  std::getline(lines, r.kernel);
  std::getline(lines, r.plan);
  std::getline(lines, r.plan_reason);
  lines >> r.is_from_cache >> r.compile_seconds >> r.calls >> r.seconds >> r.points >> r.bytes_per_point >>
      r.flops_per_point;
  if (!lines) throw base::InternalError("KernelRecord::from_text: not a kernel record: " + text);
  return r;
}

std::vector<KernelRecord> join(std::vector<std::vector<KernelRecord>> const& records_of_processes) {
  std::vector<KernelRecord> joined;
  for (auto const& records : records_of_processes)
    for (auto const& r : records) {
      auto const found =
          std::find_if(joined.begin(), joined.end(), [&](KernelRecord const& j) { return j.kernel == r.kernel; });
      if (found == joined.end()) {
        joined.push_back(r);
        continue;
      }
      if (found->plan != r.plan && !found->plan.ends_with(" (differs)")) found->plan += " (differs)";
      found->is_from_cache = found->is_from_cache && r.is_from_cache;
      found->compile_seconds = std::max(found->compile_seconds, r.compile_seconds);
      found->calls = std::max(found->calls, r.calls);
      found->seconds = std::max(found->seconds, r.seconds);
      found->points += r.points;
    }
  return joined;
}

std::string to_table(std::vector<KernelRecord> const& records, double bandwidth) {
  std::vector<std::vector<std::string>> rows{
      {"kernel", "plan", "compiled", "calls", "time [s]", "points/s", "bytes/pt", "flop/pt", "GB/s", "of memory"}};
  for (auto const& r : records)
    rows.push_back({r.kernel, r.plan, r.is_from_cache ? "cache hit" : fmt::format("{:.2f} s", r.compile_seconds),
                    fmt::format("{}", r.calls), fmt::format("{:.3f}", r.seconds),
                    fmt::format("{:.3g}", points_per_second(r)), fmt::format("{}", r.bytes_per_point),
                    fmt::format("{}", r.flops_per_point),
                    fmt::format("{:.2f}", points_per_second(r) * r.bytes_per_point * 1e-9),
                    bandwidth > 0 ? fmt::format("{:.0f}%", 100 * share(r, bandwidth)) : "-"});
  std::string text = align(rows);
  if (bandwidth > 0)
    text +=
        fmt::format("Memory bandwidth measured here: {:.2f} GB/s. A share above 100% means the arrays stay in cache.\n",
                    bandwidth * 1e-9);
  return text;
}

std::string to_json(std::vector<KernelRecord> const& records, double bandwidth) {
  std::string text = fmt::format("{{\"bandwidth\": {}, \"kernels\": [", bandwidth);
  char const* separator = "";
  for (auto const& r : records) {
    text += fmt::format("{}\n  {{\"kernel\": {}, \"plan\": {}, \"plan_reason\": {}, \"from_cache\": {}, "
                        "\"compile_seconds\": {}, \"calls\": {}, \"seconds\": {}, \"points\": {}, "
                        "\"points_per_second\": {}, \"bytes_per_point\": {}, \"flops_per_point\": {}}}",
                        separator, quoted(r.kernel), quoted(r.plan), quoted(r.plan_reason), r.is_from_cache,
                        r.compile_seconds, r.calls, r.seconds, r.points, points_per_second(r), r.bytes_per_point,
                        r.flops_per_point);
    separator = ",";
  }
  return text + "\n]}\n";
}

} // namespace chemora::monitor
