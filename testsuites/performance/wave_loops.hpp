// What loops of the wave system written by hand share: the derivative, and the shapes that are tried.
#pragma once

#include <cstddef>
#include <string>

// What is compiled with a source depends on its flags: nobody else may get it.
namespace performance {
namespace {

/// Weights of the first derivative, times h.
template <int radius, typename Real>
constexpr Real weight(int k) {
  constexpr double of_1[] = {0, 1.0 / 2};
  constexpr double of_2[] = {0, 2.0 / 3, -1.0 / 12};
  constexpr double of_3[] = {0, 3.0 / 4, -3.0 / 20, 1.0 / 60};
  constexpr double of_4[] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  return static_cast<Real>(radius == 1 ? of_1[k] : radius == 2 ? of_2[k] : radius == 3 ? of_3[k] : of_4[k]);
}

/// Times h, of numbers or vectors.
template <int radius, typename Real, typename Value, typename Load>
[[gnu::always_inline]] inline Value derivative(Real const* p, std::ptrdiff_t stride, Load const& load) {
  Value sum = weight<radius, Real>(1) * (load(p + stride) - load(p - stride));
#pragma GCC unroll 4
  for (int k = 2; k <= radius; ++k) sum += weight<radius, Real>(k) * (load(p + k * stride) - load(p - k * stride));
  return sum;
}

struct Shape {
  std::ptrdiff_t rows; ///< of a block along y
  bool prefetches;     ///< eight vectors ahead, what comes from memory
  bool is_nontemporal; ///< stores of what is not read
};

[[maybe_unused]] constexpr Shape shapes[] = {{8, false, true}, {16, false, true},  {16, true, true},
                                             {32, true, true}, {16, false, false}, {16, true, false}};

[[maybe_unused]] std::string to_text(Shape const& shape) {
  return std::to_string(shape.rows) + " rows" + (shape.prefetches ? ", prefetch" : "") +
         (shape.is_nontemporal ? ", non-temporal" : "");
}

} // namespace
} // namespace performance
