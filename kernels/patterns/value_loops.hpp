/// Loops over the values of a list of points, for baseline and larger vectors (framework/base/vector_versions.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace chemora::patterns {

struct Smaller {
  template <typename Number>
  [[gnu::always_inline]] static void combine(Number& a, Number const& b) {
    a = b < a ? b : a;
  }
};
struct Larger {
  template <typename Number>
  [[gnu::always_inline]] static void combine(Number& a, Number const& b) {
    a = a < b ? b : a;
  }
};

/// Return the smallest or largest of `n` numbers and `start`.
double smallest(double const* numbers, std::size_t n, double start);
double largest(double const* numbers, std::size_t n, double start);

/// Set indices or orders to `first`, `first + step`, and so on.
void set_indices(std::int32_t* indices, std::size_t n, long first, std::int32_t step);
void set_orders(long* orders, std::size_t n, long first);

/// Sets the groups to the keys from 0 to `n_groups` - 1, and to `n_groups` for other keys.
void find_fixed_groups(std::int32_t const* keys, std::size_t n, std::uint32_t n_groups, std::int32_t* groups);

} // namespace chemora::patterns
