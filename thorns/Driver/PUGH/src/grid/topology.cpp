// How many ranks cut each direction of a grid.
#include "topology.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace pugh {
namespace {

// Points in the ghost zones between parts, summed over all cuts.
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

struct Search {
  Shape const& shape;
  Topology const& requested;
  std::vector<Topology> found;

  void cut(int direction, int n_ranks, Topology parts) {
    if (direction >= std::min(shape.dimension, max_dimension)) {
      if (n_ranks == 1) found.push_back(parts);
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

std::string by(Index const& numbers, int dimension) {
  std::string text;
  for (int d = 0; d < dimension; ++d) text += (d ? " x " : "") + std::to_string(numbers[d]);
  return text;
}

std::string why_impossible(Shape const& shape, int n_ranks, Topology const& requested) {
  Topology most = {1, 1, 1, 1};
  for (int d = 0; d < shape.dimension; ++d) most[d] = max_parts(shape, d);
  std::string text = "A grid of " + by(shape.extent, shape.dimension) + " points with ghost zones of " +
                     by(shape.ghosts, shape.dimension) + " points cannot be divided among " + std::to_string(n_ranks) +
                     (n_ranks == 1 ? " process: " : " processes: ");
  if (std::any_of(requested.begin(), requested.end(), [](int n) { return n > 0; }))
    text += "the processor topology asks for " + by(requested, shape.dimension) + " (0 = automatic), and ";
  text += "at most " + by(most, shape.dimension) +
          " processes fit, because each must own at least one point and at least as many points as its ghost zones "
          "are wide, and the numbers must multiply to the number of processes.";
  return text;
}

std::optional<Topology> find(Shape const& shape, int n_ranks, Topology const& requested) {
  auto const found = all_topologies(shape, n_ranks, requested);
  return found.empty() ? std::nullopt : std::optional(best_of(shape, found));
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
  Search search{shape, requested, {}};
  search.cut(0, n_ranks, {1, 1, 1, 1});
  return search.found;
}

Topology choose_topology(Shape const& shape, int n_ranks, Topology const& requested) {
  auto const topology = find(shape, n_ranks, requested);
  if (!topology) throw DecompositionError(why_impossible(shape, n_ranks, requested));
  return *topology;
}

Topology choose_small_topology(Shape const& shape, int n_ranks) {
  for (int n = n_ranks; n > 1; --n)
    if (auto const topology = find(shape, n, {0, 0, 0, 0})) return *topology;
  return {1, 1, 1, 1};
}

} // namespace pugh
