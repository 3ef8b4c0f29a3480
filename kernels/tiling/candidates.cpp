// Enumerates tile shapes.
#include "kernels/tiling/candidates.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace chemora::tiling {

namespace {

int divide_up(int length, int parts) { return (length + parts - 1) / parts; }

/// ceil(length / k) for k = 1, 2, ..., most_parts, each value once, falling.
std::vector<int> even_lengths(int length, int most_parts, int least) {
  std::vector<int> lengths;
  for (int k = 1; k <= std::min(most_parts, length); ++k) {
    int const part = divide_up(length, k);
    if (k > 1 && part < least) break;
    if (lengths.empty() || lengths.back() != part) lengths.push_back(part);
  }
  return lengths;
}

} // namespace

std::vector<base::Index3> all_candidates(base::Index3 const& extent, std::int64_t limit) {
  std::vector<base::Index3> shapes;
  for (int const tx : even_lengths(extent[0], extent[0], 1))
    for (int ty = 1; ty <= extent[1] && std::int64_t{tx} * ty <= limit; ++ty)
      for (int tz = 1; tz <= extent[2] && std::int64_t{tx} * ty * tz <= limit; ++tz) shapes.push_back({tx, ty, tz});
  return shapes;
}

namespace {

/// length / k for k = 1, 2, 3, 4, 6, 8, 12, 16, ..., and for as many parts as there are threads, or twice that.
std::vector<int> spread_lengths(int length, int n_threads) {
  std::set<int, std::greater<>> lengths{divide_up(length, n_threads), divide_up(length, 2 * n_threads)};
  for (int k = 1; k <= 2 * length; k *= 2) {
    lengths.insert(divide_up(length, k));
    lengths.insert(divide_up(length, k + k / 2));
  }
  return {lengths.begin(), lengths.end()};
}

/// The whole length, then what is left when it is halved again and again, rounded up to whole lines.
std::vector<int> halved_lengths(int length, Rows const& rows) {
  std::vector<int> lengths{length};
  for (int parts = 2; parts <= length; parts *= 2) {
    int const part = divide_up(divide_up(length, parts), rows.line) * rows.line;
    if (part < rows.least) break;
    if (part < lengths.back()) lengths.push_back(part);
  }
  return lengths;
}

} // namespace

std::vector<base::Index3> even_candidates(base::Index3 const& extent, int n_threads, Rows const& rows) {
  std::vector<base::Index3> shapes;
  auto const along_y = spread_lengths(extent[1], n_threads), along_z = spread_lengths(extent[2], n_threads);
  for (int const tx : halved_lengths(extent[0], rows))
    for (int const ty : along_y)
      for (int const tz : along_z) shapes.push_back({tx, ty, tz});
  return shapes;
}

} // namespace chemora::tiling
