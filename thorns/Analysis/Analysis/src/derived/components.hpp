/// Connected components of points of a box.
#pragma once

#include <cstddef>
#include <vector>

namespace analysis {

/// Sets of numbers. The representative of a set is its smallest number.
class DisjointSets {
public:
  explicit DisjointSets(std::size_t n);

  std::size_t representative(std::size_t number);
  /// Unites the sets of two numbers.
  void unite(std::size_t a, std::size_t b);

private:
  std::vector<std::size_t> parents_;
};

/// Adjacent points along x that are inside, from `first` to `end`, excluded. Points are numbered with x fastest.
struct Run {
  std::size_t first = 0, end = 0;
  std::size_t component = 0; ///< number of the first point of its component

  bool operator==(Run const&) const = default;
};

/// Returns the runs of the points of a box for which `is_inside` is 1 (and not 0), in the order of their points. Points
/// are connected with their neighbours along the axes.
std::vector<Run> components(std::vector<char> const& is_inside, long const (&extents)[3]);

} // namespace analysis
