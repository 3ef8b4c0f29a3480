#include "size_limits.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace pugh {
namespace {

constexpr long max_number = std::numeric_limits<int>::max();

std::string by(Index const& numbers, int dimension) {
  std::string text;
  for (int d = 0; d < dimension; ++d) text += (d ? " x " : "") + std::to_string(numbers[d]);
  return text;
}

} // namespace

void require_numbered_directions(int dimension, LongIndex const& extent, LongIndex const& ghosts) {
  for (int d = 0; d < dimension; ++d)
    if (extent[d] + 2 * ghosts[d] > max_number)
      throw DecompositionError("Direction " + std::string(1, "xyzw"[d]) + " has " + std::to_string(extent[d]) +
                               " points and ghost zones of " + std::to_string(ghosts[d]) +
                               " points at both ends; together they may be at most " + std::to_string(max_number) +
                               " points.");
}

Index largest_local_extent(Decomposition const& decomposition) {
  Index largest = {1, 1, 1, 1};
  Shape const& shape = decomposition.shape();
  for (int d = 0; d < shape.dimension; ++d) {
    auto const& cuts = decomposition.cuts()[d];
    largest[d] = 0;
    for (std::size_t p = 0; p + 1 < cuts.size(); ++p) {
      int const n_ghost_zones = (shape.wraps(d) || p > 0) + (shape.wraps(d) || p + 2 < cuts.size());
      largest[d] = std::max(largest[d], cuts[p + 1] - cuts[p] + n_ghost_zones * shape.ghosts[d]);
    }
  }
  return largest;
}

void require_numbered_points(Shape const& shape, Index const& local, std::size_t point_size) {
  double const n = number_of_points(local);
  if (n <= static_cast<double>(max_number)) return;
  char count[32];
  std::snprintf(count, sizeof count, "%.3g", n);
  throw DecompositionError("Of " + by(shape.extent, shape.dimension) + " points, one process would hold " +
                           by(local, shape.dimension) + " = " + count + " points, which take " +
                           bytes_text(n * static_cast<double>(point_size)) +
                           " for each variable; a process can hold at most " + std::to_string(max_number) +
                           " points. Use fewer points or more processes.");
}

double number_of_points(Index const& extent) {
  double n = 1;
  for (int points : extent) n *= points;
  return n;
}

std::string bytes_text(double bytes) {
  constexpr char const* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  char text[64];
  std::snprintf(text, sizeof text, "%.3g %s", bytes, units[unit]);
  return text;
}

} // namespace pugh
