/// Linear combinations of arrays with a fixed order of operations.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mol {

struct Source {
  double const* values;
  double factor;
};

/// target[i] <- scale * target[i] + factor_0 * values_0[i] + factor_1 * values_1[i] + ...
struct Combination {
  double* target;
  double scale;
  std::vector<Source> sources;
};

/// Computes the combinations in order for 0 <= i < n. A combination may read the targets of earlier combinations. All
/// combinations are computed for one chunk of points before the next chunk, so that the chunk stays in the cache.
///
/// Each point is computed by the same operations from left to right, without fused multiply-adds, on any number of
/// threads. With scale = 0 the old target is not read, and the sum starts with the first source. No source of a
/// combination may overlap its target.
void combine(std::span<Combination const> combinations, std::ptrdiff_t n);

} // namespace mol
