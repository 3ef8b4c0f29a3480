// Linear combinations of arrays: one pass over memory, a fixed order of operations.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mol {

struct Source {
  double const* values;
  double factor;
};

// target[i] <- scale * target[i] + factor_0 * values_0[i] + factor_1 * values_1[i] + ...
struct Combination {
  double* target;
  double scale;
  std::vector<Source> sources;
};

// Carries out the combinations one after another for 0 <= i < n; later ones may read what earlier ones wrote. They run
// over a piece of the arrays at a time, which stays in the cache from one combination to the next.
//
// Each point is computed by the same operations from left to right, none of them fused, on any number of threads. With
// scale = 0 the old target is not read (so that it may hold anything), and the sum starts with the first source.
// No source of a combination may overlap its target.
void combine(std::span<Combination const> combinations, std::ptrdiff_t n);

} // namespace mol
