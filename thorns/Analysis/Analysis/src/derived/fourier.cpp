#include "fourier.hpp"

#include "framework/base/vector_versions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace analysis {

namespace {

using Root = FourierTransform::Root;
using Stage = FourierTransform::Stage;

/// Returns the factors of n: 4 as often as possible, and the prime factors of the remainder.
std::vector<std::size_t> factors_of(std::size_t n) {
  std::vector<std::size_t> factors;
  for (; n % 4 == 0; n /= 4) factors.push_back(4);
  for (std::size_t p = 2; n > 1; ++p)
    for (; n % p == 0; n /= p) factors.push_back(p);
  return factors;
}

CHEMORA_VECTOR_VERSIONS
void combine_four(Stage const& stage, ComplexRows const& from, ComplexRows const& to, std::size_t n_lines) {
  // If rows are contiguous, the loops over previous lines and over lanes are one loop.
  bool const is_contiguous = from.stride == n_lines && to.stride == n_lines;
  std::size_t const n_rows = is_contiguous ? 1 : stage.n_previous, row_size = stage.n_previous / n_rows * n_lines;
  std::size_t const in = stage.n_previous * stage.m * from.stride, out = stage.n_previous * to.stride;
  for (std::size_t j = 0; j < stage.m; ++j) {
    Root const w1 = stage.roots[4 * j + 1], w2 = stage.roots[4 * j + 2], w3 = stage.roots[4 * j + 3];
    for (std::size_t q = 0; q < n_rows; ++q) {
      std::size_t const first_in = (q + stage.n_previous * j) * from.stride;
      std::size_t const first_out = (q + stage.n_previous * 4 * j) * to.stride;
      double const *const a = from.real + first_in, *const b = from.imaginary + first_in;
      double *const u = to.real + first_out, *const v = to.imaginary + first_out;
#pragma omp simd
      for (std::size_t l = 0; l < row_size; ++l) {
        double const even_sum_r = a[l] + a[l + 2 * in], even_sum_i = b[l] + b[l + 2 * in];
        double const even_difference_r = a[l] - a[l + 2 * in], even_difference_i = b[l] - b[l + 2 * in];
        double const odd_sum_r = a[l + in] + a[l + 3 * in], odd_sum_i = b[l + in] + b[l + 3 * in];
        double const odd_difference_r = a[l + in] - a[l + 3 * in], odd_difference_i = b[l + in] - b[l + 3 * in];
        double const r1 = even_difference_r + odd_difference_i, i1 = even_difference_i - odd_difference_r;
        double const r2 = even_sum_r - odd_sum_r, i2 = even_sum_i - odd_sum_i;
        double const r3 = even_difference_r - odd_difference_i, i3 = even_difference_i + odd_difference_r;
        u[l] = even_sum_r + odd_sum_r;
        v[l] = even_sum_i + odd_sum_i;
        u[l + out] = r1 * w1.real - i1 * w1.imaginary;
        v[l + out] = r1 * w1.imaginary + i1 * w1.real;
        u[l + 2 * out] = r2 * w2.real - i2 * w2.imaginary;
        v[l + 2 * out] = r2 * w2.imaginary + i2 * w2.real;
        u[l + 3 * out] = r3 * w3.real - i3 * w3.imaginary;
        v[l + 3 * out] = r3 * w3.imaginary + i3 * w3.real;
      }
    }
  }
}

CHEMORA_VECTOR_VERSIONS
void combine_any(Stage const& stage, ComplexRows const& from, ComplexRows const& to, std::size_t n_lines) {
  std::size_t const p = stage.factor;
  std::size_t const in = stage.n_previous * stage.m * from.stride, out = stage.n_previous * to.stride;
  std::vector<double> sums(2 * p * FourierTransform::max_lines);
  for (std::size_t j = 0; j < stage.m; ++j)
    for (std::size_t q = 0; q < stage.n_previous; ++q) {
      std::size_t const first_in = (q + stage.n_previous * j) * from.stride;
      std::size_t const first_out = (q + stage.n_previous * p * j) * to.stride;
      std::fill(sums.begin(), sums.end(), 0);
      for (std::size_t r = 0; r < p; ++r)
        for (std::size_t k = 0; k < p; ++k) {
          Root const w = stage.factor_roots[r * k % p];
          double const *const a = from.real + first_in + k * in, *const b = from.imaginary + first_in + k * in;
          double *const u = sums.data() + 2 * r * FourierTransform::max_lines, *const v =
                                                                                   u + FourierTransform::max_lines;
#pragma omp simd
          for (std::size_t l = 0; l < n_lines; ++l) {
            u[l] += a[l] * w.real - b[l] * w.imaginary;
            v[l] += a[l] * w.imaginary + b[l] * w.real;
          }
        }
      for (std::size_t r = 0; r < p; ++r) {
        Root const w = stage.roots[p * j + r];
        double const *const a = sums.data() + 2 * r * FourierTransform::max_lines, *const b =
                                                                                       a + FourierTransform::max_lines;
        double *const u = to.real + first_out + r * out, *const v = to.imaginary + first_out + r * out;
#pragma omp simd
        for (std::size_t l = 0; l < n_lines; ++l) {
          u[l] = a[l] * w.real - b[l] * w.imaginary;
          v[l] = a[l] * w.imaginary + b[l] * w.real;
        }
      }
    }
}

} // namespace

FourierTransform::FourierTransform(std::size_t n) : n_(n) {
  auto const root = [](std::size_t k, std::size_t n_roots) {
    double const angle = -2 * std::numbers::pi * static_cast<double>(k % n_roots) / static_cast<double>(n_roots);
    return Root{std::cos(angle), std::sin(angle)};
  };
  std::size_t n_previous = 1;
  for (std::size_t const p : factors_of(n)) {
    Stage stage{.factor = p, .m = n / n_previous / p, .n_previous = n_previous};
    for (std::size_t j = 0; j < stage.m; ++j)
      for (std::size_t r = 0; r < p; ++r) stage.roots.push_back(root(j * r, p * stage.m));
    for (std::size_t k = 0; k < p; ++k) stage.factor_roots.push_back(root(k, p));
    stages_.push_back(std::move(stage));
    n_previous *= p;
  }
}

void FourierTransform::apply(ComplexRows const& from, ComplexRows const& to, std::size_t n_lines,
                             double* buffer) const {
  if (n_ == 1) {
    std::copy_n(from.real, n_lines, to.real);
    std::copy_n(from.imaginary, n_lines, to.imaginary);
    return;
  }
  std::size_t const size = n_ * n_lines;
  ComplexRows const buffers[] = {{buffer, buffer + size, n_lines}, {buffer + 2 * size, buffer + 3 * size, n_lines}};
  for (std::size_t n = 0; n < stages_.size(); ++n) {
    // `from` and `to` may be the same rows: with several stages, only the first reads `from` and only the last writes
    // `to`. A single stage reads all elements of a line before it writes them.
    ComplexRows const& in = n == 0 ? from : buffers[n % 2];
    ComplexRows const& out = n + 1 == stages_.size() ? to : buffers[(n + 1) % 2];
    (stages_[n].factor == 4 ? combine_four : combine_any)(stages_[n], in, out, n_lines);
  }
}

} // namespace analysis
