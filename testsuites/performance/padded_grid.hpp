// A cube of points in memory as the driver pads it and as loops written by hand want it, and comparing the two.
#pragma once

#include "framework/base/box.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace performance {

/// `size` points per axis that are computed, ghost zones around them.
struct PaddedGrid {
  int size, ghosts, element_bytes;

  int line() const { return 64 / element_bytes; } ///< points of a cache line
  int with_ghosts() const { return size + 2 * ghosts; }
  /// As the driver allocates with PUGH::padding: rows are whole cache lines, and the first point computed begins one
  /// when the array's first element is `points_before` elements behind the beginning of one.
  chemora::base::Index3 allocated() const { return {whole_lines(with_ghosts()), with_ghosts(), with_ghosts()}; }
  int points_before() const { return (line() - ghosts % line()) % line(); }
  /// For loops written by hand: a line before the first point computed, which begins one, and one behind the last.
  chemora::base::Index3 by_hand() const { return {whole_lines(size + 2 * line()), with_ghosts(), with_ghosts()}; }

private:
  int whole_lines(int n_points) const { return (n_points + line() - 1) / line() * line(); }
};

/// Numbers of an array, counted from the first point that is computed.
template <typename Number>
struct GridView {
  Number* data;
  chemora::base::Index3 extent, first;

  Number& operator()(int i, int j, int k) const {
    return data[i + first[0] + extent[0] * (j + first[1] + std::ptrdiff_t{extent[1]} * (k + first[2]))];
  }
};

/// The largest difference relative to the largest number, of the points from `begin` to `end` along each axis. Infinite
/// where a number is not finite or all of `theirs` are zero: nothing was computed then.
template <typename Number>
double largest_difference(GridView<Number> const& ours, GridView<Number> const& theirs, int begin, int end) {
  double largest = 0, worst = 0;
  for (int k = begin; k < end; ++k)
    for (int j = begin; j < end; ++j)
      for (int i = begin; i < end; ++i) {
        auto const a = static_cast<double>(ours(i, j, k)), b = static_cast<double>(theirs(i, j, k));
        if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
        worst = std::max(worst, std::abs(a - b));
        largest = std::max(largest, std::abs(b));
      }
  return largest > 0 ? worst / largest : std::numeric_limits<double>::infinity();
}

} // namespace performance
