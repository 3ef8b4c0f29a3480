// A peer of the wave benchmark: the right-hand side as a patient programmer would write it.
#pragma once

#include "testsuites/performance/plain_wave.hpp"

#include <functional>
#include <string>
#include <vector>

namespace performance {

/// What plain_wave_rhs() computes, blocked along y, in vectors of the machine's width, with and without software
/// prefetching and stores past the caches. Each is to be measured; the best counts.
template <typename Real>
struct HandwrittenWaveRhs {
  std::string name;
  std::function<void(WaveRhs<Real> const&)> run;
};
template <typename Real>
std::vector<HandwrittenWaveRhs<Real>> handwritten_wave_rhs(int order);

} // namespace performance
