/// Sorts the values of a list of points by the groups of the points, so that vectors add the values of a group.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chemora::patterns {

/// Values of points, contiguous for each group. The order of points in a group is that of the list.
class PointsByGroup {
public:
  /// Limit of the number of groups. With more groups, lists have too few points per group to fill vectors.
  static constexpr std::size_t max_groups = 128;

  /// Sorts the points by the numbers of their groups, which are less than `n_groups`.
  void sort(std::span<std::int32_t const> groups, std::size_t n_groups);

  std::size_t n_points(std::size_t group) const { return n_[group]; }
  /// Sorts these values, one for each point. They are not copied again if the preceding call after sort() had the same
  /// address, so that the array must not change in between.
  void set_values(double const* values);
  std::span<double const> values(std::size_t group) const { return {sorted_.data() + first_[group], n_[group]}; }
  /// Returns the values of a group, followed by zeros up to a multiple of the length of vectors.
  std::span<double const> padded_values(std::size_t group) const {
    return {sorted_.data() + first_[group], (n_[group] + width - 1) / width * width};
  }

private:
  static constexpr std::uint32_t width = 8;
  /// Consecutive points of a group.
  struct Run {
    std::uint32_t end = 0, place = 0; ///< end in the list, and position of the first point in `sorted_`
  };

  std::size_t n_groups_ = 0;
  std::array<std::uint32_t, max_groups> first_{}, n_{};
  std::vector<Run> runs_{}; ///< `n_runs_`, and unused ones
  std::size_t n_runs_ = 0;
  std::vector<double> sorted_{};
  double const* source_ = nullptr; ///< of the values in `sorted_`
};

} // namespace chemora::patterns
