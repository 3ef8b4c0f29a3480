#include "kernels/patterns/points_by_group.hpp"

#include <algorithm>
#include <cstring>

namespace chemora::patterns {

void PointsByGroup::sort(std::span<std::int32_t const> groups, std::size_t n_groups) {
  n_groups_ = n_groups;
  source_ = nullptr;
  runs_.resize(std::max(runs_.size(), groups.size() + 1));
  n_runs_ = 0;
  for (std::size_t k = 0; k < groups.size(); ++k) { // written without branches, which would be mispredicted
    runs_[n_runs_].end = static_cast<std::uint32_t>(k + 1);
    n_runs_ += k + 1 == groups.size() || groups[k + 1] != groups[k] ? 1 : 0;
  }
  std::fill_n(n_.begin(), n_groups, 0);
  std::uint32_t begin = 0;
  for (Run& run : std::span(runs_).first(n_runs_)) {
    std::uint32_t& n = n_[static_cast<std::size_t>(groups[begin])];
    run.place = n;
    n += run.end - begin;
    begin = run.end;
  }
  std::uint32_t place = 0;
  for (std::size_t group = 0; group < n_groups; ++group) {
    first_[group] = place;
    place += (n_[group] + width - 1) / width * width + width; // set_values() copies whole vectors
  }
  sorted_.resize(std::max<std::size_t>(sorted_.size(), place));
  begin = 0;
  for (Run& run : std::span(runs_).first(n_runs_)) {
    run.place += first_[static_cast<std::size_t>(groups[begin])];
    begin = run.end;
  }
}

void PointsByGroup::set_values(double const* values) {
  if (values == source_ || n_runs_ == 0) return;
  source_ = values;
  constexpr std::size_t vector_bytes = width * sizeof(double);
  std::uint32_t const n_points = runs_[n_runs_ - 1].end;
  std::uint32_t begin = 0;
  for (Run const& run : std::span(runs_).first(n_runs_)) {
    double* to = sorted_.data() + run.place;
    // Elements after the run are those of later runs of the group, which are copied later.
    for (; begin < run.end && begin + width <= n_points; begin += width, to += width)
      std::memcpy(to, values + begin, vector_bytes);
    for (; begin < run.end; ++begin) *to++ = values[begin];
    begin = run.end;
  }
  for (std::size_t group = 0; group < n_groups_; ++group)
    std::fill_n(sorted_.data() + first_[group] + n_[group], width, 0.0);
}

} // namespace chemora::patterns
