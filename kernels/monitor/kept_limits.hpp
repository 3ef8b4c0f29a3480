// Limits that an earlier run measured.
#pragma once

#include "kernels/monitor/kernel_report.hpp"

#include <optional>
#include <string>

namespace chemora::monitor {

/// What is kept of limits: all but `how`. limits_from(to_text(l)) == l; nothing for other texts.
std::string to_text(Limits const& limits);
std::optional<Limits> limits_from(std::string const& text);

/// Whether limits are to be measured again at the time `now`: something disturbed the measurement, and ten minutes have
/// passed, after which the machine may be idle.
bool is_to_be_measured_again(Limits const& kept, std::int64_t now);

/// `now` with the higher values of both: the best that was seen counts, whenever that was.
Limits better_of(Limits const& now, std::optional<Limits> const& before);

} // namespace chemora::monitor
