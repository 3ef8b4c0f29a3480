// Linear combinations of arrays: one pass over memory, a fixed order of operations.
#pragma once

#include <cstddef>
#include <span>

namespace mol {

struct Source {
  double const* values;
  double factor;
};

// target[i] <- scale * target[i] + factor_0 * values_0[i] + factor_1 * values_1[i] + ...   for 0 <= i < n
//
// Each point is computed by the same operations from left to right, none of them fused, on any number of threads. With
// scale = 0 the old target is not read (so that it may hold anything), and the sum starts with the first source.
// No source may overlap the target.
void combine(double* target, double scale, std::span<Source const> sources, std::ptrdiff_t n);

} // namespace mol
