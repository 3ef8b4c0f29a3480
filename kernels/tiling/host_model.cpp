// Lines, beginnings of rows, threads.
#include "kernels/tiling/host_model.hpp"

#include <algorithm>

namespace chemora::tiling {

namespace {

/// Share of the private cache a tile may count on: its replacement is not strictly least-recently-used, and stores,
/// stack and instructions pass through it, too.
constexpr double usable_share = 0.5;

/// Lines a hardware prefetcher misses at the beginning of every row before it follows it.
constexpr double lines_lost_per_row = 2;

int element_bytes(ir::Graph const& graph) { return graph.real == ir::Type::real32 ? 4 : 8; }

/// Where in its line an array begins of whose rows point `line_begin` begins a line.
int first_byte(int line_begin, int element_bytes, int line_bytes) {
  return (line_bytes - line_begin * element_bytes % line_bytes) % line_bytes;
}

} // namespace

HostModel::HostModel(ir::Graph const& graph, Problem const& problem, int planes, machine::Machine const& machine)
    : problem_(problem),
      planes_(planes), layout_{problem.allocated, element_bytes(graph), machine.line_bytes(),
                               first_byte(problem.line_begin, element_bytes(graph), machine.line_bytes())},
      accesses_(accesses_of(graph)) {
  auto const private_lines = static_cast<double>(machine::capacity_per_thread(machine)) / machine.line_bytes();
  processor_ = {static_cast<std::int64_t>(usable_share * private_lines), true, problem.formula};
}

HostCost HostModel::cost(base::Index3 const& tile) const {
  auto const& low = problem_.box.lower;
  int const planes = std::min(planes_, tile[2]);
  Tile const swept{{low, {low[0] + tile[0], low[1] + tile[1], low[2] + planes}}, (tile[2] + planes - 1) / planes};
  HostCost result{cost_of_tile(layout_, swept, accesses_, processor_), imbalance(tile), 0};
  result.lines.tile = tile;
  result.cost = (result.lines.sigma + row_starts(tile[0])) * result.imbalance;
  return result;
}

/// What the rows' beginnings add to the cost of a point.
double HostModel::row_starts(int row_length) const {
  double n_arrays = 0;
  for (auto const& group : accesses_) n_arrays += group.n_arrays;
  return lines_lost_per_row * n_arrays / row_length;
}

/// The tiles are dealt out in order, the first threads taking one more where they do not divide evenly; the last tile
/// along an axis may be thinner.
double HostModel::imbalance(base::Index3 const& tile) const {
  if (problem_.n_threads == 1) return 1;
  base::Index3 n_tiles{};
  for (std::size_t a = 0; a < 3; ++a) n_tiles[a] = (problem_.box.extent(static_cast<int>(a)) + tile[a] - 1) / tile[a];
  long const all = 1L * n_tiles[0] * n_tiles[1] * n_tiles[2];
  double most = 0;
  long first = 0;
  for (long thread = 0; thread < problem_.n_threads; ++thread) {
    long const last = first + all / problem_.n_threads + (thread < all % problem_.n_threads ? 1 : 0);
    double points = 0;
    for (; first < last; ++first) {
      long const at[] = {first % n_tiles[0], first / n_tiles[0] % n_tiles[1], first / n_tiles[0] / n_tiles[1]};
      double of_tile = 1;
      for (std::size_t a = 0; a < 3; ++a)
        of_tile *=
            static_cast<double>(std::min(long{tile[a]}, problem_.box.extent(static_cast<int>(a)) - at[a] * tile[a]));
      points += of_tile;
    }
    most = std::max(most, points);
  }
  return most * problem_.n_threads / static_cast<double>(problem_.box.n_points());
}

} // namespace chemora::tiling
