#include "linear_combination.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mol {
namespace {

constexpr std::ptrdiff_t chunk = 1024; // number of points; several arrays of this size fit into the first-level cache
constexpr std::size_t max_sources = 8; // number of sources that one loop over points reads

template <class Real>
void multiply(Real* target, Real scale, std::ptrdiff_t n) {
  if (scale == 0)
    std::fill(target, target + n, Real(0));
  else
    for (std::ptrdiff_t i = 0; i < n; ++i) target[i] = scale * target[i];
}

/// Combines N sources. N is a constant so that the compiler unrolls the inner loop. With `keep`, the old target is the
/// first term.
template <class Real, std::size_t N, bool keep>
void combine_n(Real* __restrict__ target, Real scale, SourceOf<Real> const* sources, std::ptrdiff_t begin,
               std::ptrdiff_t n) {
  std::array<Real const*, N> values;
  std::array<Real, N> factors;
  for (std::size_t k = 0; k < N; ++k)
    values[k] = sources[k].values + begin, factors[k] = static_cast<Real>(sources[k].factor);
#pragma omp simd
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    Real sum = keep ? scale * target[i] : factors[0] * values[0][i];
    for (std::size_t k = keep ? 0 : 1; k < N; ++k) sum = sum + factors[k] * values[k][i];
    target[i] = sum;
  }
}

/// Combines 1 to max_sources sources by calling combine_n<N> with N = sources.size().
template <class Real, bool keep, std::size_t... N>
void combine_sources(Real* target, Real scale, std::span<SourceOf<Real> const> sources, std::ptrdiff_t begin,
                     std::ptrdiff_t n, std::index_sequence<N...>) {
  using Function = void (*)(Real*, Real, SourceOf<Real> const*, std::ptrdiff_t, std::ptrdiff_t);
  static constexpr Function functions[] = {combine_n<Real, N + 1, keep>...};
  functions[sources.size() - 1](target, scale, sources.data(), begin, n);
}

/// Computes points begin .. begin + n - 1 of one combination.
template <class Real>
void combine_chunk(Real* target, double scale, std::span<SourceOf<Real> const> sources, std::ptrdiff_t begin,
                   std::ptrdiff_t n) {
  auto const rounded = static_cast<Real>(scale);
  if (sources.empty()) return multiply(target + begin, rounded, n);
  std::size_t const n_first = std::min(sources.size(), max_sources);
  constexpr auto numbers = std::make_index_sequence<max_sources>();
  if (scale == 0)
    combine_sources<Real, false>(target + begin, rounded, sources.first(n_first), begin, n, numbers);
  else
    combine_sources<Real, true>(target + begin, rounded, sources.first(n_first), begin, n, numbers);
  // The remaining sources are added to the target. The product 1 * target is exact.
  if (n_first < sources.size()) combine_chunk<Real>(target, 1.0, sources.subspan(n_first), begin, n);
}

} // namespace

template <class Real>
void combine(std::span<CombinationOf<Real> const> combinations, std::ptrdiff_t n) {
  std::ptrdiff_t const n_chunks = (n + chunk - 1) / chunk;
#pragma omp parallel for schedule(static) if (n_chunks > 16)
  for (std::ptrdiff_t c = 0; c < n_chunks; ++c)
    for (CombinationOf<Real> const& combination : combinations)
      combine_chunk<Real>(combination.target, combination.scale, combination.sources, c * chunk,
                          std::min(chunk, n - c * chunk));
}

template void combine(std::span<CombinationOf<double> const>, std::ptrdiff_t);
template void combine(std::span<CombinationOf<float> const>, std::ptrdiff_t);

} // namespace mol
