#include "components.hpp"

#include <numeric>
#include <utility>

namespace analysis {

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

std::vector<long> components(std::vector<char> const& is_inside, long const (&extents)[3]) {
  DisjointSets sets(is_inside.size());
  auto const nx = static_cast<std::size_t>(extents[0]), ny = static_cast<std::size_t>(extents[1]);
  std::size_t const steps[] = {1, nx, nx * ny};
  for (std::size_t n = 0; n < is_inside.size(); ++n) {
    if (!is_inside[n]) continue;
    std::size_t const index[] = {n % nx, n / nx % ny, n / (nx * ny)};
    for (int axis = 0; axis < 3; ++axis)
      if (index[axis] > 0 && is_inside[n - steps[axis]]) sets.unite(n, n - steps[axis]);
  }
  std::vector<long> first(is_inside.size(), -1);
  for (std::size_t n = 0; n < is_inside.size(); ++n)
    if (is_inside[n]) first[n] = static_cast<long>(sets.representative(n));
  return first;
}

} // namespace analysis
