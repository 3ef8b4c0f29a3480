#include "kernels/recursions/problem_checks.hpp"

#include "codegen/wavefront/schedule.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursions {

ProblemChecks::ProblemChecks(recursion::System system, std::map<std::string, long> sizes)
    : system_(std::move(system)), sizes_(std::move(sizes)), ranges_(system_),
      has_schedule_(
          std::ranges::any_of(system_.functions, [](auto const& each) { return each.schedule.has_value(); })) {}

void ProblemChecks::check(std::span<Problem const> problems) {
  if (!ranges_.are_needed() && !has_schedule_) return;
  std::map<std::string, long> longest = sizes_;
  for (Problem const& problem : problems) {
    std::map<std::string, long> sizes = sizes_;
    for (auto const& [name, letters] : problem.sequences) {
      long const length = sizes["length_" + name] = static_cast<long>(letters.size());
      longest["length_" + name] = std::max(longest["length_" + name], length);
    }
    if (ranges_.are_needed() && checked_.insert(sizes).second) ranges_.check(sizes);
  }
  if (!has_schedule_ || problems.empty() || !checked_schedules_.insert(longest).second) return;
  if (!wavefront::find_schedule(system_, longest))
    throw base::UserError(
        system_.where,
        fmt::format("The functions of `{}` without a schedule have none that agrees with the given ones. "
                    "{} Add schedules for all functions, or remove them.",
                    system_.name, wavefront::no_schedule_reason(system_)));
}

} // namespace chemora::recursions
