/// Linear combinations of arrays with a fixed order of operations.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mol {

/// An array with elements of type Real (float or double) and its factor.
template <class Real>
struct SourceOf {
  Real const* values;
  double factor;
};

/// target[i] <- scale * target[i] + factor_0 * values_0[i] + factor_1 * values_1[i] + ...
template <class Real>
struct CombinationOf {
  Real* target;
  double scale;
  std::vector<SourceOf<Real>> sources;
};
using Source = SourceOf<double>;
using Combination = CombinationOf<double>;

/// Computes the combinations in order for 0 <= i < n. A combination may read the targets of earlier combinations. All
/// combinations are computed for one chunk of points before the next chunk, so that the chunk stays in the cache.
///
/// Each point is computed by the same operations from left to right, without fused multiply-adds, on any number of
/// threads. With scale = 0 the old target is not read, and the sum starts with the first source. No source of a
/// combination may overlap its target.
///
/// Each product and each sum is rounded to Real. Factors are rounded to Real before they are used.
template <class Real>
void combine(std::span<CombinationOf<Real> const> combinations, std::ptrdiff_t n);

extern template void combine(std::span<CombinationOf<double> const>, std::ptrdiff_t);
extern template void combine(std::span<CombinationOf<float> const>, std::ptrdiff_t);
inline void combine(std::vector<Combination> const& combinations, std::ptrdiff_t n) {
  combine<double>(combinations, n);
}

} // namespace mol
