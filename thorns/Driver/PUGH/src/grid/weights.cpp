// Divides the grid in proportion to weights of processes, which the user specifies or PUGH measures.
#include "decomposition.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

namespace pugh {
namespace {

std::vector<double> sums_along(int direction, Topology const& topology, std::span<double const> weights) {
  std::vector<double> sums(topology[direction], 0);
  for (int rank = 0; rank < static_cast<int>(weights.size()); ++rank)
    sums[position_of(rank, topology)[direction]] += weights[rank];
  return sums;
}

/// Divides `total` into integers proportional to `weights`. An integer whose share is smaller than `min_size` becomes
/// `min_size`. Other shares are rounded down, and the remaining points are added to the integers with the largest
/// remainders.
std::vector<int> apportion(int total, int min_size, std::vector<double> const& weights) {
  std::size_t const n = weights.size();
  std::vector<int> sizes(n, min_size);
  std::vector<bool> is_fixed(n, false);
  double left = total, sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < n; ++i)
      if (!is_fixed[i] && left * weights[i] < min_size * sum) {
        is_fixed[i] = changed = true;
        left -= min_size;
        sum -= weights[i];
      }
  }
  std::vector<std::pair<double, std::size_t>> remainders;
  int assigned = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double const share = is_fixed[i] ? min_size : left * weights[i] / sum;
    sizes[i] = static_cast<int>(std::floor(share));
    assigned += sizes[i];
    if (!is_fixed[i])
      remainders.emplace_back(sizes[i] - share,
                              i); // negative remainder, so that ascending order starts with the largest remainder
  }
  std::sort(remainders.begin(), remainders.end());
  for (std::size_t i = 0; assigned < total; ++i, ++assigned) ++sizes[remainders[i % remainders.size()].second];
  return sizes;
}

std::vector<std::string> entries_of(std::string const& text) {
  constexpr char const* separators = " ,\t\n";
  std::vector<std::string> entries;
  for (std::size_t begin = 0, end = 0; (begin = text.find_first_not_of(separators, end)) != std::string::npos;) {
    end = std::min(text.find_first_of(separators, begin), text.size());
    entries.push_back(text.substr(begin, end - begin));
  }
  return entries;
}

/// Whether the entry is probably a misspelt `measured`, and not an invalid weight such as `nan` or `inf`.
bool resembles_measured(std::string const& entry) {
  constexpr char const* beginning = "mea";
  return entry.size() >= 3 && std::equal(beginning, beginning + 3, entry.begin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

} // namespace

Weights parse_weights(std::string const& text, int n_ranks) {
  std::vector<std::string> const entries = entries_of(text);
  Weights weights;
  for (std::string const& entry : entries) {
    double weight = 0;
    char const* const end = entry.data() + entry.size();
    auto const [next, error] = std::from_chars(entry.data(), end, weight);
    if (error != std::errc() || next != end || !std::isfinite(weight) || weight <= 0)
      throw WeightsError("PUGH::processor_weights holds `" + entry +
                         "`, but weights are positive numbers with blanks or commas between them, or `measured`." +
                         (resembles_measured(entry) ? " Did you mean `measured`?" : ""));
    weights.push_back(weight);
  }
  if (static_cast<int>(weights.size()) != n_ranks)
    throw WeightsError("PUGH::processor_weights lists " + std::to_string(weights.size()) +
                       (weights.size() == 1 ? " weight" : " weights") + "; it must list one for each of the " +
                       std::to_string(n_ranks) + (n_ranks == 1 ? " process." : " processes."));
  return weights;
}

Weights scaled(std::span<double const> weights) {
  constexpr double negligible = 1e-15; // lower limit of weights, so that the time of a rank is finite
  int exponent = 0;
  std::frexp(*std::max_element(weights.begin(), weights.end()), &exponent);
  Weights result;
  for (double const weight : weights) result.push_back(std::max(negligible, std::ldexp(weight, -exponent)));
  return result;
}

Weights weights_from(std::vector<MeasuredSpeed> const& measured) {
  constexpr double step = 1.05, equality_ratio = 0.95;
  std::map<int, double> fastest; // speed of the fastest process by kind
  std::set<int> disturbed_kinds;
  for (auto const& [speed, kind, is_disturbed] : measured) {
    fastest[kind] = std::max(fastest[kind], speed);
    if (is_disturbed) disturbed_kinds.insert(kind);
  }
  Weights speeds;
  for (auto const& [speed, kind, is_disturbed] : measured)
    speeds.push_back(disturbed_kinds.contains(kind) ? fastest[kind] : speed);
  std::set<double, std::greater<>> group_leaders; // the highest speed in each group of speeds that are treated as equal
  for (double const speed : std::set<double, std::greater<>>(speeds.begin(), speeds.end()))
    if (group_leaders.empty() || speed < equality_ratio * *group_leaders.rbegin()) group_leaders.insert(speed);
  Weights weights;
  for (double const speed : speeds) {
    double const share = *std::prev(group_leaders.upper_bound(speed)) / *group_leaders.begin();
    weights.push_back(std::pow(step, std::round(std::log(share) / std::log(step))));
  }
  return weights;
}

std::array<std::vector<int>, max_dimension> weighted_sizes(Shape const& shape, Topology const& topology,
                                                           std::span<double const> weights) {
  std::array<std::vector<int>, max_dimension> sizes;
  for (int d = 0; d < shape.dimension; ++d) {
    int const min_size = shape.is_exchanged(d) ? shape.ghosts[d] : 1;
    if (shape.owned(d) < min_size * topology[d])
      throw DecompositionError("Direction " + std::string(1, "xyzw"[d]) + " of " + std::to_string(shape.extent[d]) +
                               " points cannot be cut into " + std::to_string(topology[d]) + " parts of at least " +
                               std::to_string(min_size) + " points each.");
    sizes[d] = apportion(shape.owned(d), min_size, sums_along(d, topology, scaled(weights)));
    sizes[d].front() += shape.first_owned(d); // the sizes of the first and the last part include the periodic images
    sizes[d].back() += shape.extent[d] - shape.end_owned(d);
  }
  return sizes;
}

double imbalance(Decomposition const& decomposition, std::span<double const> weights) {
  Weights const speeds = scaled(weights);
  double slowest = 0, points = 0, speed = 0;
  for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
    auto const owned = static_cast<double>(decomposition.local_box(static_cast<int>(rank)).owned.n_points());
    slowest = std::max(slowest, owned / speeds[rank]);
    points += owned;
    speed += speeds[rank];
  }
  return slowest * speed / points - 1;
}

Topology choose_weighted_topology(Shape const& shape, Topology const& requested, std::span<double const> weights) {
  auto const time_of_slowest = [&](Topology const& topology) {
    return 1 + imbalance(Decomposition(shape, topology, weighted_sizes(shape, topology, weights)), weights);
  };
  int const n_ranks = static_cast<int>(weights.size());
  choose_topology(shape, n_ranks, requested); // called only because it throws if there is no topology
  auto const topologies = all_topologies(shape, n_ranks, requested);
  std::vector<double> times;
  for (Topology const& topology : topologies) times.push_back(time_of_slowest(topology));
  double const min_time = *std::min_element(times.begin(), times.end());
  constexpr double tolerance = 1.05; // a smaller gain does not outweigh longer messages and shorter rows
  std::vector<Topology> balanced;
  for (std::size_t i = 0; i < topologies.size(); ++i)
    if (times[i] <= tolerance * min_time) balanced.push_back(topologies[i]);
  return best_of(shape, balanced);
}

} // namespace pugh
