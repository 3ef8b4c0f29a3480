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

/// Returns for each point of a box, with x fastest, the number of the first point of its component; -1 for points that
/// are not inside. Points are connected with their neighbours along the axes.
std::vector<long> components(std::vector<char> const& is_inside, long const (&extents)[3]);

} // namespace analysis
