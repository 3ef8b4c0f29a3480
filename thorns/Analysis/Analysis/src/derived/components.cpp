#include "components.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace analysis {

namespace {

/// Adds the runs of a row of points.
void add_runs(std::vector<char> const& is_inside, std::size_t first, std::size_t end, std::vector<Run>& runs) {
  auto const points = is_inside.begin();
  auto const next = [&](std::size_t from, char value) {
    return static_cast<std::size_t>(
        std::find(points + static_cast<std::ptrdiff_t>(from), points + static_cast<std::ptrdiff_t>(end), value) -
        points);
  };
  for (std::size_t begin = next(first, 1); begin < end;) {
    std::size_t const after = next(begin, 0);
    runs.push_back({begin, after, runs.size()});
    begin = next(after, 1);
  }
}

/// Unites the sets of the runs of two adjacent rows that contain neighbouring points. `a` and `b` are the ranges of the
/// runs of the rows. A point of the second row has a number that is larger by `distance` than that of its neighbour.
void unite_neighbours(std::vector<Run> const& runs, std::pair<std::size_t, std::size_t> a,
                      std::pair<std::size_t, std::size_t> b, std::size_t distance, DisjointSets& sets) {
  while (a.first < a.second && b.first < b.second) {
    Run const &before = runs[a.first], &run = runs[b.first];
    if (before.first + distance < run.end && run.first < before.end + distance) sets.unite(a.first, b.first);
    before.end + distance < run.end ? ++a.first : ++b.first;
  }
}

} // namespace

DisjointSets::DisjointSets(std::size_t n) : parents_(n) { std::iota(parents_.begin(), parents_.end(), std::size_t{0}); }

std::size_t DisjointSets::representative(std::size_t number) {
  while (parents_[number] != number) number = parents_[number] = parents_[parents_[number]];
  return number;
}

void DisjointSets::unite(std::size_t a, std::size_t b) {
  a = representative(a);
  b = representative(b);
  if (a > b) std::swap(a, b);
  parents_[b] = a;
}

std::vector<Run> components(std::vector<char> const& is_inside, long const (&extents)[3]) {
  auto const nx = static_cast<std::size_t>(extents[0]), ny = static_cast<std::size_t>(extents[1]);
  std::size_t const n_rows = is_inside.empty() ? 0 : is_inside.size() / nx;
  std::vector<Run> runs;
  std::vector<std::size_t> first_run{0}; // of each row
  for (std::size_t row = 0; row < n_rows; ++row) {
    add_runs(is_inside, row * nx, (row + 1) * nx, runs);
    first_run.push_back(runs.size());
  }
  DisjointSets sets(runs.size());
  auto const runs_of = [&](std::size_t row) { return std::pair{first_run[row], first_run[row + 1]}; };
  for (std::size_t row = 0; row < n_rows; ++row) {
    if (row % ny > 0) unite_neighbours(runs, runs_of(row - 1), runs_of(row), nx, sets);
    if (row >= ny) unite_neighbours(runs, runs_of(row - ny), runs_of(row), nx * ny, sets);
  }
  for (std::size_t n = 0; n < runs.size(); ++n) runs[n].component = runs[sets.representative(n)].first;
  return runs;
}

} // namespace analysis
