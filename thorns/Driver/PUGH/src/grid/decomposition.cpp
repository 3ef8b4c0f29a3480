#include "decomposition.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

namespace pugh {
namespace {

/// The extents as text, for example "4 x 5 x 6".
std::string by(Index const& numbers, int dimension) {
  std::string text;
  for (int d = 0; d < dimension; ++d) text += (d ? " x " : "") + std::to_string(numbers[d]);
  return text;
}

/// The number of points in the ghost zones between parts, summed over all cuts.
double exchanged_points(Shape const& shape, Topology const& parts) {
  double total = 0;
  for (int d = 0; d < shape.dimension; ++d) {
    double section = 2.0 * std::max(1, shape.ghosts[d]);
    for (int e = 0; e < shape.dimension; ++e)
      if (e != d) section *= shape.extent[e];
    total += section * (parts[d] - 1 + (shape.wraps(d) && parts[d] > 1 ? 1 : 0));
  }
  return total;
}

double largest_part(Shape const& shape, Topology const& parts) {
  double points = 1;
  for (int d = 0; d < shape.dimension; ++d) points *= (shape.owned(d) + parts[d] - 1) / parts[d];
  return points;
}

bool is_better(Shape const& shape, Topology const& a, Topology const& b) {
  auto cost = [&](Topology const& parts) {
    return std::tuple(exchanged_points(shape, parts), largest_part(shape, parts), parts);
  };
  return cost(a) < cost(b);
}

struct TopologySearch {
  Shape const& shape;
  Topology const& requested;
  std::vector<Topology> topologies;

  void cut(int direction, int n_ranks, Topology parts) {
    if (direction >= std::min(shape.dimension, max_dimension)) {
      if (n_ranks == 1) topologies.push_back(parts);
      return;
    }
    int const limit = std::min(n_ranks, max_parts(shape, direction));
    for (int n = 1; n <= limit; ++n) {
      if (n_ranks % n != 0 || (requested[direction] > 0 && requested[direction] != n)) continue;
      parts[direction] = n;
      cut(direction + 1, n_ranks / n, parts);
    }
  }
};

std::string topology_error(Shape const& shape, int n_ranks, Topology const& requested) {
  Topology max_topology = {1, 1, 1, 1};
  for (int d = 0; d < shape.dimension; ++d) max_topology[d] = max_parts(shape, d);
  std::string text = "A grid of " + by(shape.extent, shape.dimension) + " points with ghost zones of " +
                     by(shape.ghosts, shape.dimension) + " points cannot be divided among " + std::to_string(n_ranks) +
                     (n_ranks == 1 ? " process: " : " processes: ");
  if (std::any_of(requested.begin(), requested.end(), [](int n) { return n > 0; }))
    text +=
        "the parameters require the processor topology " + by(requested, shape.dimension) + " (0 = automatic), and ";
  text += "at most " + by(max_topology, shape.dimension) +
          " processes fit, because each must own at least one point and at least as many points as its ghost zones "
          "are wide, and the numbers must multiply to the number of processes.";
  return text;
}

std::optional<Topology> find_topology(Shape const& shape, int n_ranks, Topology const& requested) {
  auto const topologies = all_topologies(shape, n_ranks, requested);
  return topologies.empty() ? std::nullopt : std::optional(best_of(shape, topologies));
}

} // namespace

int max_parts(Shape const& shape, int direction) {
  int const width = shape.is_exchanged(direction) ? shape.ghosts[direction] : 1;
  int const parts = shape.owned(direction) / width;
  return shape.wraps(direction) ? parts : std::max(1, parts);
}

Topology best_of(Shape const& shape, std::vector<Topology> const& topologies) {
  return *std::min_element(topologies.begin(), topologies.end(),
                           [&](Topology const& a, Topology const& b) { return is_better(shape, a, b); });
}

std::vector<Topology> all_topologies(Shape const& shape, int n_ranks, Topology const& requested) {
  TopologySearch search{shape, requested, {}};
  search.cut(0, n_ranks, {1, 1, 1, 1});
  return search.topologies;
}

Topology choose_topology(Shape const& shape, int n_ranks, Topology const& requested) {
  auto const topology = find_topology(shape, n_ranks, requested);
  if (!topology) throw DecompositionError(topology_error(shape, n_ranks, requested));
  return *topology;
}

Topology choose_small_topology(Shape const& shape, int n_ranks, Topology const& requested) {
  for (int n = n_ranks; n > 1; --n)
    if (auto const topology = find_topology(shape, n, requested)) return *topology;
  return {1, 1, 1, 1};
}

namespace {

std::vector<int> even_cuts(int begin, int end, int parts) {
  std::vector<int> cuts(parts + 1, begin);
  int const points = (end - begin) / parts, n_larger = (end - begin) % parts;
  for (int p = 0; p < parts; ++p) cuts[p + 1] = cuts[p] + points + (p < n_larger ? 1 : 0);
  return cuts;
}

std::string direction_name(int direction) { return std::string(1, "xyzw"[direction]); }

/// The cuts of a direction that is divided into parts with the given sizes. In a periodic direction, the sizes of the
/// first and the last part include the ghost zones at the ends of the grid.
std::vector<int> given_cuts(Shape const& shape, int direction, int parts, std::vector<int> const& sizes) {
  long const total = std::accumulate(sizes.begin(), sizes.end(), 0L);
  if (static_cast<int>(sizes.size()) != parts || total != shape.extent[direction])
    throw DecompositionError("The partition in direction " + direction_name(direction) + " lists " +
                             std::to_string(sizes.size()) + " parts of " + std::to_string(total) +
                             " points together; it must list " + std::to_string(parts) + " parts of " +
                             std::to_string(shape.extent[direction]) + " points.");
  std::vector<int> cuts(parts + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), cuts.begin() + 1);
  cuts.front() = shape.first_owned(direction);
  cuts.back() = shape.end_owned(direction);
  int const width = shape.is_exchanged(direction) ? shape.ghosts[direction] : 1;
  for (int p = 0; p < parts; ++p)
    if (cuts[p + 1] - cuts[p] < width)
      throw DecompositionError("Part " + std::to_string(p + 1) + " of the partition in direction " +
                               direction_name(direction) + " owns " + std::to_string(cuts[p + 1] - cuts[p]) +
                               " points, fewer than the " + std::to_string(width) + " of a ghost zone.");
  return cuts;
}

} // namespace

Decomposition::Decomposition(Shape const& shape, Topology const& topology,
                             std::array<std::vector<int>, max_dimension> const& sizes)
    : shape_(shape), topology_(topology) {
  for (int d = 0; d < max_dimension; ++d)
    cuts_[d] = sizes[d].empty() ? even_cuts(shape.first_owned(d), shape.end_owned(d), topology[d])
                                : given_cuts(shape, d, topology[d], sizes[d]);
}

int Decomposition::n_parts() const {
  return std::accumulate(topology_.begin(), topology_.end(), 1, std::multiplies<int>());
}

Index position_of(int rank, Topology const& topology) {
  Index result{};
  for (int d = 0; d < max_dimension; ++d) {
    result[d] = rank % topology[d];
    rank /= topology[d];
  }
  return result;
}

int Decomposition::rank_at(Index const& position) const {
  int rank = 0;
  for (int d = max_dimension - 1; d >= 0; --d) rank = rank * topology_[d] + position[d];
  return rank;
}

LocalBox Decomposition::local_box(int rank) const {
  LocalBox box;
  if (rank >= n_parts()) {
    for (int d = 0; d < shape_.dimension; ++d) box.shape[d] = 0, box.owned.upper[d] = 0;
    return box;
  }
  Index const part = position_of(rank, topology_);
  for (int d = 0; d < shape_.dimension; ++d) {
    int const begin = cuts_[d][part[d]], end = cuts_[d][part[d] + 1];
    bool const lower_ghosts = shape_.wraps(d) || part[d] > 0;
    bool const upper_ghosts = shape_.wraps(d) || part[d] + 1 < topology_[d];
    box.lower[d] = begin - (lower_ghosts ? shape_.ghosts[d] : 0);
    box.shape[d] = end + (upper_ghosts ? shape_.ghosts[d] : 0) - box.lower[d];
    box.owned.lower[d] = begin - box.lower[d];
    box.owned.upper[d] = end - box.lower[d];
    box.is_outer[2 * d] = !lower_ghosts;
    box.is_outer[2 * d + 1] = !upper_ghosts;
  }
  return box;
}

int Decomposition::neighbour(int rank, int direction, int side) const {
  Index offset{};
  offset[direction] = side == 0 ? -1 : 1;
  return neighbour(rank, offset);
}

int Decomposition::neighbour(int rank, Index const& offset) const {
  if (rank >= n_parts()) return -1;
  Index part = position_of(rank, topology_);
  for (int d = 0; d < max_dimension; ++d) {
    int const parts = topology_[d], next = part[d] + offset[d];
    if ((next < 0 || next >= parts) && !shape_.wraps(d)) return -1;
    part[d] = (next + parts) % parts;
  }
  return rank_at(part);
}

LocalBox replicated_box(Shape const& shape) {
  LocalBox box;
  for (int d = 0; d < shape.dimension; ++d) {
    box.shape[d] = shape.extent[d];
    box.owned.upper[d] = shape.extent[d];
    box.is_outer[2 * d] = box.is_outer[2 * d + 1] = 1;
  }
  return box;
}

namespace {

constexpr long max_number = std::numeric_limits<int>::max();

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
