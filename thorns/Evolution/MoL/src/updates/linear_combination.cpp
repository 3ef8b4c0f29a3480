#include "linear_combination.hpp"

#include <algorithm>
#include <array>

namespace mol {
namespace {

constexpr std::ptrdiff_t chunk = 1024; // points; several arrays of this size fit into the first-level cache
constexpr std::size_t max_sources = 8; // in one loop

void multiply(double* target, double scale, std::ptrdiff_t n) {
  if (scale == 0)
    std::fill(target, target + n, 0.0);
  else
    for (std::ptrdiff_t i = 0; i < n; ++i) target[i] = scale * target[i];
}

/// Combines N sources. N is a constant so that the compiler unrolls the inner loop. With `keep`, the old target is the
/// first term.
template <std::size_t N, bool keep>
void combine_n(double* __restrict__ target, double scale, Source const* sources, std::ptrdiff_t begin,
               std::ptrdiff_t n) {
  std::array<double const*, N> values;
  std::array<double, N> factors;
  for (std::size_t k = 0; k < N; ++k) values[k] = sources[k].values + begin, factors[k] = sources[k].factor;
#pragma omp simd
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    double sum = keep ? scale * target[i] : factors[0] * values[0][i];
    for (std::size_t k = keep ? 0 : 1; k < N; ++k) sum = sum + factors[k] * values[k][i];
    target[i] = sum;
  }
}

template <bool keep>
void combine_sources(double* target, double scale, std::span<Source const> sources, std::ptrdiff_t begin,
                     std::ptrdiff_t n) {
  static_assert(max_sources == 8);
  Source const* const first = sources.data();
  switch (sources.size()) {
  case 1:
    return combine_n<1, keep>(target, scale, first, begin, n);
  case 2:
    return combine_n<2, keep>(target, scale, first, begin, n);
  case 3:
    return combine_n<3, keep>(target, scale, first, begin, n);
  case 4:
    return combine_n<4, keep>(target, scale, first, begin, n);
  case 5:
    return combine_n<5, keep>(target, scale, first, begin, n);
  case 6:
    return combine_n<6, keep>(target, scale, first, begin, n);
  case 7:
    return combine_n<7, keep>(target, scale, first, begin, n);
  default:
    return combine_n<8, keep>(target, scale, first, begin, n);
  }
}

/// Computes points begin .. begin + n - 1 of one combination.
void combine_chunk(double* target, double scale, std::span<Source const> sources, std::ptrdiff_t begin,
                   std::ptrdiff_t n) {
  if (sources.empty()) return multiply(target + begin, scale, n);
  std::size_t const n_first = std::min(sources.size(), max_sources);
  if (scale == 0)
    combine_sources<false>(target + begin, scale, sources.first(n_first), begin, n);
  else
    combine_sources<true>(target + begin, scale, sources.first(n_first), begin, n);
  // The remaining sources continue the sum: 1 * target is exact.
  if (n_first < sources.size()) combine_chunk(target, 1.0, sources.subspan(n_first), begin, n);
}

} // namespace

void combine(std::span<Combination const> combinations, std::ptrdiff_t n) {
  std::ptrdiff_t const n_chunks = (n + chunk - 1) / chunk;
#pragma omp parallel for schedule(static) if (n_chunks > 16)
  for (std::ptrdiff_t c = 0; c < n_chunks; ++c)
    for (Combination const& combination : combinations)
      combine_chunk(combination.target, combination.scale, combination.sources, c * chunk,
                    std::min(chunk, n - c * chunk));
}

} // namespace mol
