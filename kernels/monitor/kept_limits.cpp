// Three lines of text.
#include "kernels/monitor/kept_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace chemora::monitor {

namespace {

constexpr std::int64_t seconds_until_idle = 600;

} // namespace

std::string to_text(Limits const& limits) {
  return fmt::format("{} {}\n{}\n{}\n", limits.bandwidth, limits.arithmetic, limits.when, limits.disturbance);
}

std::optional<Limits> limits_from(std::string const& text) {
  std::istringstream lines(text);
  Limits limits;
  lines >> limits.bandwidth >> limits.arithmetic >> limits.when;
  lines.ignore(1); // the end of that line
  std::getline(lines, limits.disturbance);
  if (!lines || limits.bandwidth <= 0 || limits.arithmetic <= 0) return {};
  return limits;
}

bool is_to_be_measured_again(Limits const& kept, std::int64_t now) {
  return !kept.disturbance.empty() && now - kept.when > seconds_until_idle;
}

Limits better_of(Limits const& now, std::optional<Limits> const& before) {
  Limits best = now;
  if (!before) return best;
  best.bandwidth = std::max(now.bandwidth, before->bandwidth);
  best.arithmetic = std::max(now.arithmetic, before->arithmetic);
  return best;
}

} // namespace chemora::monitor
