#include "kernels/tiling/host_model.hpp"

#include "kernels/tiling/choose_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace chemora::tiling {

namespace {

/// All lines stay in the private cache up to the first footprint, and no line stays from the second footprint on; both
/// are relative to the capacity. Between these footprints the fraction of lines that stay decreases linearly, because
/// sets fill unevenly and replacement is not strictly least recently used. This range is a rule of thumb and not a
/// property of a processor. Footprints are estimates; with a wide range, a small error does not change the choice.
constexpr double max_footprint_of_all = 0.5, min_footprint_of_none = 1.5;

/// Returns the offset in bytes of an array from the start of a cache line, if point `line_begin` of its rows is at the
/// start of a line.
int first_byte(int line_begin, int element_bytes, int line_bytes) {
  return (line_bytes - line_begin * element_bytes % line_bytes) % line_bytes;
}

} // namespace

HostModel::HostModel(ir::Graph const& graph, Problem const& problem, int planes, machine::Machine const& machine)
    : graph_(graph), problem_(problem), machine_(machine),
      planes_(planes), layout_{problem.allocated, element_bytes(graph), machine.line_bytes(),
                               first_byte(problem.line_begin, element_bytes(graph), machine.line_bytes())},
      capacity_(static_cast<double>(machine::capacity_per_thread(machine)) / machine.line_bytes()),
      inner_capacity_(static_cast<double>(machine.caches.front().bytes) / machine.line_bytes()),
      lanes_(machine.vector_bytes / element_bytes(graph)), accesses_(accesses_of(graph)) {
  for (auto const& group : accesses_) n_arrays_ += group.n_arrays;
}

/// Returns the number of distinct lines that a traversal of `box` accesses in all arrays.
double HostModel::lines(base::Box const& box) const {
  double sum = 0;
  for (auto const& group : accesses_)
    sum += group.n_arrays * static_cast<double>(count_lines(layout_, box, group.offsets));
  return sum;
}

double HostModel::lines_without_reuse(base::Box const& block) const {
  return static_cast<double>(requested_lines(layout_, {block, 1}, accesses_, ReuseAssumption::one_row));
}

/// Returns the number of vectors in a row of the box if tiles divide the row into pieces of `length` points. Each piece
/// may start and end with a partial vector.
double HostModel::vectors_in_row(int length) {
  auto const [entry, is_new] = vectors_.try_emplace(length);
  if (is_new) {
    int const whole = problem_.box.extent(0), first = has_partial_lines(graph_, problem_, length, machine_) ? 1 : 0;
    auto const vectors = [&](int points) { return points == 0 ? 0 : (points + lanes_ - 1) / lanes_ + first; };
    entry->second = 1.0 * (whole / length) * vectors(length) + vectors(whole % length);
  }
  return entry->second;
}

double HostModel::lines_of_layer(int planes) {
  auto const [entry, is_new] = layers_.try_emplace(planes);
  if (is_new) {
    base::Box layer = problem_.box;
    layer.upper[2] = layer.lower[2] + planes;
    entry->second = lines(layer);
  }
  return entry->second;
}

HostCost HostModel::cost(base::Index3 const& tile) {
  HostCost result{.tile = tile};
  base::Index3 const whole = extent_of(problem_.box);
  int const planes = tile[2] >= planes_ ? planes_ : 1;
  auto const& low = problem_.box.lower;
  auto const box_of = [&](int y, int z) { return base::Box{low, {low[0] + tile[0], low[1] + y, low[2] + z}}; };
  auto const parts = [&](std::size_t axis) { return 1.0 * whole[axis] / tile[axis]; };
  double const iterations = 1.0 * tile[2] / planes;
  base::Box const block = box_of(tile[1], planes);
  double const of_block = lines(block), of_tile = lines(box_of(tile[1], tile[2])), of_layer = lines_of_layer(tile[2]);

  auto& [rows, by_planes, tiles, layers] = result.reuse;
  rows = {lines(box_of(1, planes)), 0, of_block * iterations};
  by_planes = {of_block, 0, of_tile};
  tiles = {of_tile * parts(0), 0, of_layer / parts(0) / parts(1)};
  layers = {of_layer, 0, lines_of_layer(whole[2]) / parts(0) / parts(1) / parts(2)};
  auto inner = result.reuse;
  result.inner = requested(inner, inner_capacity_, block, iterations);
  result.requested = requested(result.reuse, capacity_, block, iterations);
  result.loads = loads(planes);
  result.vectors = vectors_in_row(tile[0]);
  double const pieces = std::ceil(parts(0)), uneven = pieces / parts(0); // the last piece of a row may be short
  result.restarts = restarts(tile) * uneven;
  result.imbalance = imbalance(tile);
  double const points = 1.0 * tile[0] * tile[1] * tile[2];
  double const memory = sigma(result.requested + result.restarts, 1, points, problem_.formula) +
                        machine_.access.row_start * n_arrays_ * pieces / whole[0];
  double const core = machine_.access.inner_line * result.inner / points +
                      machine_.access.vector_load * result.loads * result.vectors * lanes_ / whole[0];
  result.cost = (std::max(memory, core) + machine_.access.not_hidden * std::min(memory, core)) * result.imbalance;
  return result;
}

/// Sets the fraction of reused lines for each kind of reuse. Returns the number of lines that a tile requests from
/// outside a cache of `capacity` lines.
double HostModel::requested(std::array<Reuse, 4>& regions, double capacity, base::Box const& block,
                            double iterations) const {
  for (Reuse& reuse : regions)
    reuse.share = std::clamp((min_footprint_of_none - reuse.footprint / capacity) /
                                 (min_footprint_of_none - max_footprint_of_all),
                             0.0, 1.0);
  double lines = regions.front().share < 1 ? lines_without_reuse(block) * iterations : regions.front().requested;
  for (Reuse const& reuse : regions) lines += reuse.share * (reuse.requested - lines);
  return lines;
}

/// Returns the number of vectors loaded and stored per point, for all arrays. Values that several planes share are
/// loaded once.
double HostModel::loads(int planes) const {
  std::size_t n = 0;
  for (auto const& group : accesses_) {
    std::set<ir::Offset> distinct;
    for (auto const& offset : group.offsets)
      for (int plane = 0; plane < planes; ++plane) distinct.insert({offset[0], offset[1], offset[2] + plane});
    n += static_cast<std::size_t>(group.n_arrays) * distinct.size();
  }
  return static_cast<double>(n) / planes / lanes_;
}

/// Estimates the time lost by restarts of hardware prefetchers. A prefetcher continues from a row to the next row if
/// both are adjacent in memory. At the ends of divided rows and after the last row of the tile in a plane, the
/// prefetched lines are not used soon, and the prefetcher restarts.
double HostModel::restarts(base::Index3 const& tile) const {
  double const line = 1.0 * layout_.line_bytes / layout_.element_bytes;
  double const distance = machine_.access.restart;
  double lines = 0;
  for (auto const& group : accesses_) {
    ir::Offset low = group.offsets.front(), high = low;
    for (auto const& offset : group.offsets)
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = std::min(low[a], offset[a]);
        high[a] = std::max(high[a], offset[a]);
      }
    auto const gap = [&](std::size_t axis) {
      return std::max(0, problem_.allocated[axis] - tile[axis] - high[axis] + low[axis]);
    };
    double const gap_after_row = gap(0) / line, gap_after_plane = 1.0 * gap(1) * problem_.allocated[0] / line;
    lines +=
        group.n_arrays * tile[2] * (tile[1] * std::min(distance, gap_after_row) + std::min(distance, gap_after_plane));
  }
  return lines;
}

/// Returns the ratio of the largest number of points of a thread to the mean number. Threads compute contiguous ranges
/// of tiles. If the number of tiles is no multiple of the number of threads, the first threads compute one more tile.
/// The last tile along an axis may be thinner.
double HostModel::imbalance(base::Index3 const& tile) const {
  if (problem_.n_threads == 1) return 1;
  base::Index3 const whole = extent_of(problem_.box);
  long const along_x = (whole[0] + tile[0] - 1) / tile[0], along_y = (whole[1] + tile[1] - 1) / tile[1];
  long const n_all = along_x * along_y * ((whole[2] + tile[2] - 1) / tile[2]);
  // Returns the points of the first tiles: those of whole layers of tiles, of whole rows of tiles, and of single tiles.
  auto const points_of_first = [&](long n_tiles) {
    auto const length_of = [&](std::size_t axis, long n) { return std::min(n * tile[axis], long{whole[axis]}); };
    auto const thickness = [&](std::size_t axis, long n) { return length_of(axis, n + 1) - length_of(axis, n); };
    long const x = n_tiles % along_x, y = n_tiles / along_x % along_y, z = n_tiles / along_x / along_y;
    return length_of(2, z) * whole[1] * whole[0] +
           thickness(2, z) * (length_of(1, y) * whole[0] + thickness(1, y) * length_of(0, x));
  };
  long largest = 0, first = 0;
  for (long thread = 0; thread < problem_.n_threads; ++thread) {
    long const last = first + n_all / problem_.n_threads + (thread < n_all % problem_.n_threads ? 1 : 0);
    largest = std::max(largest, points_of_first(last) - points_of_first(first));
    first = last;
  }
  return static_cast<double>(largest) * problem_.n_threads / static_cast<double>(problem_.box.n_points());
}

std::string to_text(std::array<Reuse, 4> const& reuse) {
  constexpr std::array names{"rows", "planes", "tiles", "layers"};
  std::string text;
  for (std::size_t n = 0; n < reuse.size(); ++n)
    text += fmt::format("{}{} {:.0f}%", n == 0 ? "" : ", ", names[n], 100 * reuse[n].share);
  return text;
}

} // namespace chemora::tiling
