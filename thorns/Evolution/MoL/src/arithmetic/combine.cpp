// Linear combinations of arrays: one pass over memory, a fixed order of operations.
#include "combine.hpp"

#include <algorithm>
#include <array>

namespace mol {
namespace {

constexpr std::ptrdiff_t piece = 1024;  // points; a handful of arrays of this size fit into the first-level cache
constexpr std::size_t most_at_once = 8; // sources read in one loop

void multiply(double* target, double scale, std::ptrdiff_t n) {
  if (scale == 0)
    std::fill(target, target + n, 0.0);
  else
    for (std::ptrdiff_t i = 0; i < n; ++i) target[i] = scale * target[i];
}

// N sources from point `begin` on, so that the compiler sees a loop without inner loop; `keep`: the target takes part.
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
void combine_some(double* target, double scale, std::span<Source const> sources, std::ptrdiff_t begin,
                  std::ptrdiff_t n) {
  static_assert(most_at_once == 8);
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

// Points begin .. begin + n - 1 of one combination.
void combine_piece(double* target, double scale, std::span<Source const> sources, std::ptrdiff_t begin,
                   std::ptrdiff_t n) {
  if (sources.empty()) return multiply(target + begin, scale, n);
  std::size_t const now = std::min(sources.size(), most_at_once);
  if (scale == 0)
    combine_some<false>(target + begin, scale, sources.first(now), begin, n);
  else
    combine_some<true>(target + begin, scale, sources.first(now), begin, n);
  // The rest continues the same sum: 1 * target is exact.
  if (now < sources.size()) combine_piece(target, 1.0, sources.subspan(now), begin, n);
}

} // namespace

void combine(std::span<Combination const> combinations, std::ptrdiff_t n) {
  std::ptrdiff_t const n_pieces = (n + piece - 1) / piece;
#pragma omp parallel for schedule(static) if (n_pieces > 16)
  for (std::ptrdiff_t p = 0; p < n_pieces; ++p)
    for (Combination const& combination : combinations)
      combine_piece(combination.target, combination.scale, combination.sources, p * piece,
                    std::min(piece, n - p * piece));
}

} // namespace mol
