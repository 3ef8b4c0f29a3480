// Linear combinations of arrays: one pass over memory, a fixed order of operations.
#include "combine.hpp"

#include <algorithm>
#include <array>

namespace mol {
namespace {

constexpr std::ptrdiff_t worth_threads = 1 << 14; // points; below, starting the threads takes longer than the sum
constexpr std::size_t most_at_once = 8;           // sources read in one pass

void fill_zero(double* target, std::ptrdiff_t n) {
#pragma omp parallel for simd if (n > worth_threads)
  for (std::ptrdiff_t i = 0; i < n; ++i) target[i] = 0;
}

void multiply(double* target, double scale, std::ptrdiff_t n) {
  if (scale == 0) return fill_zero(target, n);
#pragma omp parallel for simd if (n > worth_threads)
  for (std::ptrdiff_t i = 0; i < n; ++i) target[i] = scale * target[i];
}

// N sources, so that the compiler sees a loop without inner loop; `keep` says whether the target takes part.
template <std::size_t N, bool keep>
void combine_n(double* __restrict__ target, double scale, Source const* sources, std::ptrdiff_t n) {
  std::array<double const*, N> values;
  std::array<double, N> factors;
  for (std::size_t k = 0; k < N; ++k) values[k] = sources[k].values, factors[k] = sources[k].factor;
#pragma omp parallel for simd if (n > worth_threads)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    double sum = keep ? scale * target[i] : factors[0] * values[0][i];
    for (std::size_t k = keep ? 0 : 1; k < N; ++k) sum = sum + factors[k] * values[k][i];
    target[i] = sum;
  }
}

template <bool keep>
void combine_some(double* target, double scale, std::span<Source const> sources, std::ptrdiff_t n) {
  static_assert(most_at_once == 8);
  Source const* const first = sources.data();
  switch (sources.size()) {
  case 1:
    return combine_n<1, keep>(target, scale, first, n);
  case 2:
    return combine_n<2, keep>(target, scale, first, n);
  case 3:
    return combine_n<3, keep>(target, scale, first, n);
  case 4:
    return combine_n<4, keep>(target, scale, first, n);
  case 5:
    return combine_n<5, keep>(target, scale, first, n);
  case 6:
    return combine_n<6, keep>(target, scale, first, n);
  case 7:
    return combine_n<7, keep>(target, scale, first, n);
  default:
    return combine_n<8, keep>(target, scale, first, n);
  }
}

} // namespace

void combine(double* target, double scale, std::span<Source const> sources, std::ptrdiff_t n) {
  if (sources.empty()) return multiply(target, scale, n);
  std::size_t const now = std::min(sources.size(), most_at_once);
  if (scale == 0)
    combine_some<false>(target, scale, sources.first(now), n);
  else
    combine_some<true>(target, scale, sources.first(now), n);
  // The rest continues the same sum: 1 * target is exact.
  if (now < sources.size()) combine(target, 1.0, sources.subspan(now), n);
}

} // namespace mol
