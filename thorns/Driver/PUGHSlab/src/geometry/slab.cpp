#include "slab.hpp"

#include <algorithm>
#include <cstring>

namespace pughslab {
namespace {

int divide_up(int a, int b) { return a > 0 ? (a + b - 1) / b : -((-a) / b); }

void check(Grid const& grid, Request const& request) {
  if (request.dimension < 0 || request.dimension > grid.dimension)
    throw SlabError(-2, "a hyperslab of " + std::to_string(request.dimension) +
                            " dimensions cannot be cut from a grid of " + std::to_string(grid.dimension));
  for (int d = 0; d < grid.dimension; ++d)
    if (request.origin[d] < 0 || request.origin[d] >= std::max(1, grid.extent[d]))
      throw SlabError(-5, "the origin " + std::to_string(request.origin[d]) + " in direction " + std::to_string(d) +
                              " is outside the grid of " + std::to_string(grid.extent[d]) + " points");
  for (int i = 0; i < request.dimension; ++i) {
    if (request.extent[i] == 0) throw SlabError(-5, "the extent of slab direction " + std::to_string(i) + " is zero");
    if (!request.downsample.empty() && request.downsample[i] <= 0)
      throw SlabError(-5, "the downsampling of slab direction " + std::to_string(i) + " is not positive");
  }
}

/// The vector of slab direction i. Also counts the slab directions along each grid direction, of which there may be
/// only one.
Index direction_of(Grid const& grid, Request const& request, int i, Index& n_slab_directions) {
  Index result{};
  bool is_null = true;
  for (int d = 0; d < grid.dimension; ++d) {
    int const step = request.direction[i * grid.dimension + d];
    if (step == 0) continue;
    if (step < 0) throw SlabError(-7, "slab direction " + std::to_string(i) + " runs towards lower indices");
    if (n_slab_directions[d]++)
      throw SlabError(-8, "two slab directions run along grid direction " + std::to_string(d));
    result[d] = step;
    is_null = false;
  }
  if (is_null) throw SlabError(-7, "slab direction " + std::to_string(i) + " is a zero vector");
  return result;
}

/// The range [first, last) of slab indices h with begin <= origin + h * step < end.
std::pair<int, int> inside(int origin, int step, int begin, int end) {
  return {std::max(0, divide_up(begin - origin, step)), divide_up(end - origin, step)};
}

/// Sets the size of the slab along direction i and moves its origin out of the periodic images.
void fit(Grid const& grid, Request const& request, int i, Slab& slab) {
  int first = 0, last = INT32_MAX;
  for (int d = 0; d < grid.dimension; ++d) {
    int const step = slab.direction[i][d];
    if (step == 0) continue;
    int const end = request.extent[i] < 0 ? grid.extent[d] : slab.origin[d] + (request.extent[i] - 1) * step + 1;
    if (end > grid.extent[d])
      throw SlabError(-8, "the extent " + std::to_string(request.extent[i]) + " from " +
                              std::to_string(slab.origin[d]) + " in grid direction " + std::to_string(d) +
                              " exceeds its " + std::to_string(grid.extent[d]) + " points");
    auto const [lower, upper] =
        inside(slab.origin[d], step * slab.downsample[i], grid.first[d], std::min(end, grid.last[d]));
    first = std::max(first, lower);
    last = std::min(last, upper);
  }
  for (int d = 0; d < grid.dimension; ++d) slab.origin[d] += first * slab.downsample[i] * slab.direction[i][d];
  slab.size[i] = std::max(0, last - first);
}

int wrapped(Grid const& grid, int d, int point) {
  int const period = grid.last[d] - grid.first[d];
  if (period <= 0 || (point >= grid.first[d] && point < grid.last[d])) return point;
  return grid.first[d] + ((point - grid.first[d]) % period + period) % period;
}

} // namespace

Slab make_slab(Grid const& grid, Request const& request) {
  check(grid, request);
  Slab slab;
  slab.dimension = request.dimension;
  Index n_slab_directions{};
  for (int d = 0; d < grid.dimension; ++d) slab.origin[d] = request.origin[d];
  for (int i = 0; i < request.dimension; ++i) {
    slab.direction[i] = direction_of(grid, request, i, n_slab_directions);
    slab.downsample[i] = request.downsample.empty() ? 1 : request.downsample[i];
  }
  for (int i = 0; i < request.dimension; ++i) fit(grid, request, i, slab);
  for (int d = 0; d < grid.dimension; ++d)
    if (!n_slab_directions[d]) slab.origin[d] = wrapped(grid, d, slab.origin[d]);
  return slab;
}

Part part_of(Slab const& slab, Piece const& piece) {
  Part part;
  Index first{}, last = slab.size;
  Index crossed{};
  for (int i = 0; i < slab.dimension; ++i)
    for (int d = 0; d < max_dimension; ++d) {
      if (slab.direction[i][d] == 0) continue;
      crossed[d] = 1;
      auto const [lower, upper] =
          inside(slab.origin[d], slab.direction[i][d] * slab.downsample[i], piece.begin[d], piece.end[d]);
      first[i] = std::max(first[i], lower);
      last[i] = std::min(last[i], upper);
    }
  bool is_empty = false;
  for (int d = 0; d < max_dimension; ++d)
    is_empty = is_empty || piece.begin[d] >= piece.end[d] ||
               (!crossed[d] && (slab.origin[d] < piece.begin[d] || slab.origin[d] >= piece.end[d]));
  for (int i = 0; i < max_dimension; ++i) is_empty = is_empty || first[i] >= last[i];
  if (is_empty) return part;
  for (int i = 0; i < max_dimension; ++i) part.lower[i] = first[i], part.size[i] = last[i] - first[i];
  return part;
}

Lines lines_of(Slab const& slab, Part const& part, Piece const& piece) {
  std::array<std::ptrdiff_t, max_dimension> memory_stride{}, slab_stride{};
  std::ptrdiff_t volume = 1, origin = 0;
  for (int d = 0; d < max_dimension; ++d) {
    memory_stride[d] = volume;
    origin += (slab.origin[d] - piece.lower[d]) * volume;
    volume *= piece.shape[d];
  }
  for (int i = 0; i < slab.dimension; ++i)
    for (int d = 0; d < max_dimension; ++d)
      slab_stride[i] += memory_stride[d] * slab.direction[i][d] * slab.downsample[i];
  Lines lines;
  lines.stride = slab_stride[0];
  lines.length = part.size[0];
  for (int l = 0; l < part.size[3]; ++l)
    for (int k = 0; k < part.size[2]; ++k)
      for (int j = 0; j < part.size[1]; ++j)
        lines.begin.push_back(origin + part.lower[0] * slab_stride[0] + (part.lower[1] + j) * slab_stride[1] +
                              (part.lower[2] + k) * slab_stride[2] + (part.lower[3] + l) * slab_stride[3]);
  return lines;
}

void copy_into_slab(Slab const& slab, Part const& part, std::size_t point_size, std::byte const* from, std::byte* to) {
  std::size_t const line = part.size[0] * point_size;
  for (int l = 0; l < part.size[3]; ++l)
    for (int k = 0; k < part.size[2]; ++k)
      for (int j = 0; j < part.size[1]; ++j, from += line) {
        std::size_t const row =
            (part.lower[1] + j) +
            static_cast<std::size_t>(slab.size[1]) *
                ((part.lower[2] + k) + static_cast<std::size_t>(slab.size[2]) * (part.lower[3] + l));
        std::memcpy(to + (part.lower[0] + row * slab.size[0]) * point_size, from, line);
      }
}

} // namespace pughslab
