#include "kernels/patterns/value_loops.hpp"

#include "framework/base/vector_versions.hpp"

#include <cstring>

namespace chemora::patterns {

namespace {

__extension__ typedef double Vector __attribute__((vector_size(4 * sizeof(double))));
constexpr std::size_t lanes = 4, n_vectors = 4;

template <typename Combine>
[[gnu::always_inline]] inline double extreme_of(double const* numbers, std::size_t n, double start) {
  Vector partial[n_vectors];
  for (Vector& vector : partial) vector = Vector{start, start, start, start};
  std::size_t k = 0;
  for (; k + lanes * n_vectors <= n; k += lanes * n_vectors)
    for (std::size_t v = 0; v < n_vectors; ++v) {
      Vector vector;
      std::memcpy(&vector, numbers + k + v * lanes, sizeof vector);
      Combine::combine(partial[v], vector);
    }
  for (; k < n; ++k) Combine::combine(start, numbers[k]);
  for (Vector const& vector : partial)
    for (std::size_t lane = 0; lane < lanes; ++lane) Combine::combine(start, static_cast<double>(vector[lane]));
  return start;
}

/// Sets numbers to `first`, `first + step`, and so on.
template <typename Number>
[[gnu::always_inline]] inline void set_sequence(Number* numbers, std::size_t n, Number first, Number step) {
#pragma omp simd
  for (std::size_t k = 0; k < n; ++k) numbers[k] = first + step * static_cast<Number>(k);
}

} // namespace

CHEMORA_VECTOR_VERSIONS
double smallest(double const* numbers, std::size_t n, double start) { return extreme_of<Smaller>(numbers, n, start); }
CHEMORA_VECTOR_VERSIONS
double largest(double const* numbers, std::size_t n, double start) { return extreme_of<Larger>(numbers, n, start); }

CHEMORA_VECTOR_VERSIONS void set_indices(std::int32_t* indices, std::size_t n, long first, std::int32_t step) {
  set_sequence(indices, n, static_cast<std::int32_t>(first), step);
}
CHEMORA_VECTOR_VERSIONS void set_orders(long* orders, std::size_t n, long first) { set_sequence(orders, n, first, 1L); }

CHEMORA_VECTOR_VERSIONS
void find_fixed_groups(std::int32_t const* keys, std::size_t n, std::uint32_t n_groups, std::int32_t* groups) {
#pragma omp simd
  for (std::size_t k = 0; k < n; ++k) {
    auto const key = static_cast<std::uint32_t>(keys[k]); // negative numbers become large
    groups[k] = static_cast<std::int32_t>(key < n_groups ? key : n_groups);
  }
}

} // namespace chemora::patterns
