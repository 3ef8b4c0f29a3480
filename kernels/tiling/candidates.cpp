// Enumerates tile shapes.
#include "kernels/tiling/candidates.hpp"

#include <algorithm>

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

std::vector<base::Index3> even_candidates(base::Index3 const& extent, int most_parts, int least_row) {
  std::vector<base::Index3> shapes;
  for (int const tx : even_lengths(extent[0], most_parts, least_row))
    for (int const ty : even_lengths(extent[1], most_parts, 1))
      for (int const tz : even_lengths(extent[2], most_parts, 1)) shapes.push_back({tx, ty, tz});
  return shapes;
}

} // namespace chemora::tiling
