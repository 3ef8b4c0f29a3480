// Counts the distinct cache lines of a tile. The functions visit rows in the order of their addresses. The count of a
// plane depends only on its alignment and on the planes of the stencil that cover it, and is cached. Rows and planes
// with the same count as earlier ones are not visited.
#include "kernels/tiling/cost_model.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace chemora::tiling {

namespace {

std::int64_t row_bytes(ArrayLayout const& layout) {
  return std::int64_t{1} * layout.allocated[0] * layout.element_bytes;
}

/// The cache lines accessed in one plane, with indices relative to the line of the plane's point (0,0).
struct PlaneCount {
  std::int64_t lines = 0;
  std::int64_t first = 0, last = -1;
};

using Interval = std::pair<std::int64_t, std::int64_t>; // first and last element of a row

/// Computes the intervals along x that the offsets in `plane` access in row y. The intervals are disjoint and in
/// ascending order.
void collect_intervals(std::vector<ir::Offset> const& plane, base::Box const& tile, int y,
                       std::vector<Interval>& intervals) {
  intervals.clear();
  for (auto const& o : plane)
    if (y >= tile.lower[1] + o[1] && y < tile.upper[1] + o[1])
      intervals.emplace_back(tile.lower[0] + o[0], tile.upper[0] + o[0] - 1);
  std::sort(intervals.begin(), intervals.end());
  std::size_t n = 0;
  for (auto const& next : intervals) {
    if (n > 0 && next.first <= intervals[n - 1].second + 1)
      intervals[n - 1].second = std::max(intervals[n - 1].second, next.second);
    else
      intervals[n++] = next;
  }
  intervals.resize(n);
}

/// Rows (or planes) covered by every stencil offset repeat with the alignment period. Two periods are counted
/// explicitly, because the first has different predecessors. Each further period adds as many lines as the second.
class Repetition {
public:
  /// Each row (or plane) has a size of `bytes`. All stencil offsets cover the rows from `begin` to `end`.
  Repetition(std::int64_t bytes, std::int64_t line_bytes, int begin, int end)
      : bytes_(bytes), line_bytes_(line_bytes), period_(static_cast<int>(line_bytes / std::gcd(bytes, line_bytes))),
        begin_(begin), end_(end) {}

  /// Returns the number of rows from row `n` on that need not be visited. Adds the lines of these rows to `lines` and
  /// advances `last`.
  int skip(int n, std::int64_t& lines, std::int64_t& last) {
    if (n == begin_ + period_) lines_before_ = lines;
    if (n != begin_ + 2 * period_ || n >= end_) return 0;
    int const n_times = (end_ - n) / period_;
    lines += n_times * (lines - lines_before_);
    last += n_times * period_ * bytes_ / line_bytes_;
    return n_times * period_;
  }

private:
  std::int64_t bytes_, line_bytes_;
  int period_, begin_, end_;
  std::int64_t lines_before_ = 0;
};

/// Counts the lines of a plane. `alignment` is the address of the plane's point (0,0) within its cache line.
PlaneCount count_plane(ArrayLayout const& layout, base::Box const& tile, std::vector<ir::Offset> const& plane,
                       std::int64_t alignment) {
  auto const [low, high] =
      std::minmax_element(plane.begin(), plane.end(), [](auto const& a, auto const& b) { return a[1] < b[1]; });
  PlaneCount count;
  std::vector<Interval> intervals;
  int const begin = tile.lower[1] + (*high)[1], end = tile.upper[1] + (*low)[1]; // range of rows that all offsets cover
  Repetition repetition(row_bytes(layout), layout.line_bytes, begin, end);
  for (int y = tile.lower[1] + (*low)[1]; y < tile.upper[1] + (*high)[1]; ++y) {
    y += repetition.skip(y, count.lines, count.last);
    if (y >= tile.upper[1] + (*high)[1]) break;
    if (y <= begin || y >= end)
      collect_intervals(plane, tile, y, intervals); // otherwise the intervals of the previous
                                                    // row are valid
    std::int64_t const row = alignment + y * row_bytes(layout);
    for (auto const& [from, to] : intervals) {
      std::int64_t first = (row + from * layout.element_bytes) / layout.line_bytes;
      std::int64_t const last = (row + (to + 1) * layout.element_bytes - 1) / layout.line_bytes;
      if (count.lines == 0) count.first = first;
      if (count.lines > 0) first = std::max(first, count.last + 1);
      count.lines += std::max<std::int64_t>(0, last - first + 1);
      count.last = std::max(count.last, last);
    }
  }
  return count;
}

} // namespace

std::int64_t count_lines(ArrayLayout const& layout, base::Box const& tile, std::vector<ir::Offset> const& offsets) {
  if (tile.is_empty() || offsets.empty()) return 0;
  auto const [low, high] =
      std::minmax_element(offsets.begin(), offsets.end(), [](auto const& a, auto const& b) { return a[2] < b[2]; });
  std::int64_t const plane_bytes = layout.allocated[1] * row_bytes(layout);
  std::map<std::pair<std::vector<ir::Offset>, std::int64_t>, PlaneCount> counts;
  std::int64_t total = 0, last_line = -1;
  Repetition repetition(plane_bytes, layout.line_bytes, tile.lower[2] + (*high)[2], tile.upper[2] + (*low)[2]);
  for (int z = tile.lower[2] + (*low)[2]; z < tile.upper[2] + (*high)[2]; ++z) {
    z += repetition.skip(z, total, last_line);
    if (z >= tile.upper[2] + (*high)[2]) break;
    std::vector<ir::Offset> plane;
    for (auto const& o : offsets)
      if (z >= tile.lower[2] + o[2] && z < tile.upper[2] + o[2]) plane.push_back({o[0], o[1], 0});
    if (plane.empty()) continue;
    std::int64_t const address = layout.base_offset + z * plane_bytes;
    std::int64_t const alignment = address % layout.line_bytes, line = address / layout.line_bytes;
    auto const [entry, is_new] = counts.try_emplace({std::move(plane), alignment});
    if (is_new) entry->second = count_plane(layout, tile, entry->first.first, alignment);
    PlaneCount const& count = entry->second;
    total += count.lines - (line + count.first == last_line ? 1 : 0);
    last_line = line + count.last;
  }
  return total;
}

} // namespace chemora::tiling
