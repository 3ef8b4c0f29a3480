// Lines that stay, ends of rows, what the core does meanwhile, threads.
#include "kernels/tiling/host_model.hpp"

#include "kernels/tiling/choose_details.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace chemora::tiling {

namespace {

/// Of the private cache: footprints of which all lines stay, and of which none does. Between them lines go one after
/// the other, as sets fill unevenly and replacement is not strictly least-recently-used: the wave equation on 512^3, 8,
/// 16, 32, 64 rows at a time (0.25, 0.45, 0.86, 1.6 of the cache), behaved like shares of 1, 1, 0.75, 0.
constexpr double all_stay = 0.5, none_stays = 1.5;

/// Lines that prefetching runs ahead: 20 at most on Intel's processors. Rows of 16 and 32 lines, divided ones of 64,
/// took as long as 14 and 20 lines more.
constexpr double run_ahead = 20;

/// Lines' time that the beginning of a row takes for each array.
constexpr double lines_lost_per_row = 2;

/// What a core does meanwhile, in times of a line from memory (3 ns): taking a line from its second level into its
/// first, loading a vector that lies across two lines with what is computed with it, and the part of the lesser of both
/// times that the greater one does not hide. Chosen by searches for the best tile (decision 0004).
constexpr double time_of_inner_line = 0.15, time_of_load = 0.2, not_hidden = 0.2;

int element_bytes(ir::Graph const& graph) { return graph.real == ir::Type::real32 ? 4 : 8; }

/// Where in its line an array begins of whose rows point `line_begin` begins a line.
int first_byte(int line_begin, int element_bytes, int line_bytes) {
  return (line_bytes - line_begin * element_bytes % line_bytes) % line_bytes;
}

base::Index3 extent(base::Box const& box) { return {box.extent(0), box.extent(1), box.extent(2)}; }

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

/// Distinct lines of all arrays.
double HostModel::lines(base::Box const& box) const {
  double sum = 0;
  for (auto const& group : accesses_)
    sum += group.n_arrays * static_cast<double>(count_lines(layout_, box, group.offsets));
  return sum;
}

double HostModel::rows_anew(base::Box const& block) const {
  return static_cast<double>(requested_lines(layout_, {block, 1}, accesses_, Survival::one_row));
}

/// Of the box, in pieces of `length` points, each of which may end with a partial vector, and begin with one.
double HostModel::vectors_in_row(int length) {
  auto const [entry, is_new] = vectors_.try_emplace(length);
  if (is_new) {
    int const whole = problem_.box.extent(0), first = leaves_parts_of_lines(graph_, problem_, length, machine_) ? 1 : 0;
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
  base::Index3 const whole = extent(problem_.box);
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
  result.beginnings = beginnings(tile) * uneven;
  result.imbalance = imbalance(tile);
  double const points = 1.0 * tile[0] * tile[1] * tile[2];
  double const memory = sigma(result.requested + result.beginnings, 1, points, problem_.formula) +
                        lines_lost_per_row * n_arrays_ * pieces / whole[0];
  double const core =
      time_of_inner_line * result.inner / points + time_of_load * result.loads * result.vectors * lanes_ / whole[0];
  result.cost = (std::max(memory, core) + not_hidden * std::min(memory, core)) * result.imbalance;
  return result;
}

/// Sets the shares, and says how many lines a tile requests from beyond a cache of `capacity` lines.
double HostModel::requested(std::array<Reuse, 4>& regions, double capacity, base::Box const& block,
                            double iterations) const {
  for (Reuse& reuse : regions)
    reuse.share = std::clamp((none_stays - reuse.footprint / capacity) / (none_stays - all_stay), 0.0, 1.0);
  double lines = regions.front().share < 1 ? rows_anew(block) * iterations : regions.front().requested;
  for (Reuse const& reuse : regions) lines += reuse.share * (reuse.requested - lines);
  return lines;
}

/// Of all arrays, with stores; what several planes at a time have in common is loaded once.
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

/// Prefetching follows rows into the next ones where they follow one another in memory. Where the tile ends first, what
/// it fetched beyond is not needed soon, and it begins anew elsewhere: at the end of rows that are divided, and of a
/// tile's rows in a plane.
double HostModel::beginnings(base::Index3 const& tile) const {
  double const line = 1.0 * layout_.line_bytes / layout_.element_bytes;
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
    double const behind_row = gap(0) / line, behind_plane = 1.0 * gap(1) * problem_.allocated[0] / line;
    lines += group.n_arrays * tile[2] * (tile[1] * std::min(run_ahead, behind_row) + std::min(run_ahead, behind_plane));
  }
  return lines;
}

/// The tiles are dealt out in order, the first threads taking one more where they do not divide evenly; the last tile
/// along an axis may be thinner.
double HostModel::imbalance(base::Index3 const& tile) const {
  if (problem_.n_threads == 1) return 1;
  base::Index3 const whole = extent(problem_.box);
  long const along_x = (whole[0] + tile[0] - 1) / tile[0], along_y = (whole[1] + tile[1] - 1) / tile[1];
  long const all = along_x * along_y * ((whole[2] + tile[2] - 1) / tile[2]);
  auto const points_of_first = [&](long n_tiles) { // whole layers, and of the next one whole columns, and tiles
    auto const before = [&](std::size_t axis, long n) { return std::min(n * tile[axis], long{whole[axis]}); };
    auto const thickness = [&](std::size_t axis, long n) { return before(axis, n + 1) - before(axis, n); };
    long const x = n_tiles % along_x, y = n_tiles / along_x % along_y, z = n_tiles / along_x / along_y;
    return before(2, z) * whole[1] * whole[0] +
           thickness(2, z) * (before(1, y) * whole[0] + thickness(1, y) * before(0, x));
  };
  long most = 0, first = 0;
  for (long thread = 0; thread < problem_.n_threads; ++thread) {
    long const last = first + all / problem_.n_threads + (thread < all % problem_.n_threads ? 1 : 0);
    most = std::max(most, points_of_first(last) - points_of_first(first));
    first = last;
  }
  return static_cast<double>(most) * problem_.n_threads / static_cast<double>(problem_.box.n_points());
}

std::string to_text(std::array<Reuse, 4> const& reuse) {
  constexpr std::array names{"rows", "planes", "tiles", "layers"};
  std::string text;
  for (std::size_t n = 0; n < reuse.size(); ++n)
    text += fmt::format("{}{} {:.0f}%", n == 0 ? "" : ", ", names[n], 100 * reuse[n].share);
  return text;
}

} // namespace chemora::tiling
