#include "line_transform.hpp"

#include "framework/base/vector_versions.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#define ANALYSIS_INLINE [[gnu::always_inline]] inline

namespace analysis {

namespace {

std::vector<std::size_t> factors_of(std::size_t n) {
  std::vector<std::size_t> factors;
  for (std::size_t factor = 4; n > 1;) {
    if (n % factor == 0) {
      factors.push_back(factor);
      n /= factor;
    } else {
      factor = factor == 4 ? 2 : factor == 2 ? 3 : factor + 2;
      if (factor * factor > n && factor > 2) factor = n; // a prime number
    }
  }
  return factors;
}

using Complex = ComplexLanes;

ANALYSIS_INLINE Complex sum(Complex const& a, Complex const& b) { return {a.real + b.real, a.imaginary + b.imaginary}; }
ANALYSIS_INLINE Complex difference(Complex const& a, Complex const& b) {
  return {a.real - b.real, a.imaginary - b.imaginary};
}
/// a + i b and a - i b.
ANALYSIS_INLINE Complex plus_i(Complex const& a, Complex const& b) {
  return {a.real - b.imaginary, a.imaginary + b.real};
}
ANALYSIS_INLINE Complex minus_i(Complex const& a, Complex const& b) {
  return {a.real + b.imaginary, a.imaginary - b.real};
}
ANALYSIS_INLINE Complex product(Complex const& a, std::complex<double> const& b) {
  return {a.real * b.real() - a.imaginary * b.imag(), a.real * b.imag() + a.imaginary * b.real()};
}

/// A step of the self-sorting transform of T. G. Stockham (C. Van Loan, "Computational Frameworks for the Fast Fourier
/// Transform", 1992, section 1.7). The numbers are `stride` interleaved lines of `factor * n_next` numbers. The step
/// transforms numbers at the distance n_next, so that factor * stride lines of n_next numbers remain.
struct Step {
  std::complex<double> const* roots = nullptr;
  std::size_t n = 1, factor = 1, stride = 1;
  Complex *from = nullptr, *to = nullptr;
  Complex* pairs = nullptr;

  std::size_t n_next() const { return n / (factor * stride); }
};

/// Calls `transform(in, distance, out, twiddles)` for all groups of numbers. Group `m` of a line has the factors
/// twiddles[k] = roots[m k].
template <std::size_t n_twiddles, typename Transform>
ANALYSIS_INLINE void for_each_group(Step const& step, Transform const& transform) {
  std::size_t const stride = step.stride, distance = stride * step.n_next();
  for (std::size_t m = 0; m < step.n_next(); ++m) {
    std::complex<double> twiddles[n_twiddles];
    for (std::size_t k = 0; k < n_twiddles; ++k) twiddles[k] = step.roots[m * k * stride];
    for (std::size_t t = 0; t < stride; ++t)
      transform(step.from + t + stride * m, distance, step.to + t + stride * step.factor * m, twiddles);
  }
}

ANALYSIS_INLINE void transform_2(Step const& step) {
  for_each_group<2>(
      step, [&](Complex const* in, std::size_t distance, Complex* out, auto const& twiddles)
                __attribute__((always_inline)) {
                  Complex const a = in[0], b = in[distance];
                  out[0] = sum(a, b);
                  out[step.stride] = product(difference(a, b), twiddles[1]);
                });
}

ANALYSIS_INLINE void transform_4(Step const& step) {
  for_each_group<4>(
      step, [&](Complex const* in, std::size_t distance, Complex* out, auto const& twiddles)
                __attribute__((always_inline)) {
                  Complex const a = in[0], b = in[distance], c = in[2 * distance], d = in[3 * distance];
                  Complex const even = sum(a, c), odd = sum(b, d), first = difference(a, c), second = difference(b, d);
                  out[0] = sum(even, odd);
                  out[step.stride] = product(minus_i(first, second), twiddles[1]);
                  out[2 * step.stride] = product(difference(even, odd), twiddles[2]);
                  out[3 * step.stride] = product(plus_i(first, second), twiddles[3]);
                });
}

/// An odd factor. With s_r = a_r + a_{f-r} and d_r = a_r - a_{f-r}, the modes k and f - k are
/// a_0 + sum_r cos(2 pi r k / f) s_r -+ i sum_r sin(2 pi r k / f) d_r for r = 1, ..., (f - 1) / 2.
ANALYSIS_INLINE void transform_odd(Step const& step, std::size_t factor) {
  std::size_t const half = factor / 2, stride = step.stride, root_step = step.n / factor;
  Complex *const sums = step.pairs, *const differences = step.pairs + half + 1;
  for (std::size_t m = 0; m < step.n_next(); ++m)
    for (std::size_t t = 0; t < stride; ++t) {
      Complex const* const in = step.from + t + stride * m;
      Complex* const out = step.to + t + stride * factor * m;
      std::size_t const distance = stride * step.n_next();
      Complex total = in[0];
      for (std::size_t r = 1; r <= half; ++r) {
        Complex const a = in[r * distance], b = in[(factor - r) * distance];
        sums[r] = sum(a, b);
        differences[r] = difference(a, b);
        total = sum(total, sums[r]);
      }
      out[0] = total;
      for (std::size_t k = 1; k <= half; ++k) {
        Complex even = in[0], odd{};
        for (std::size_t r = 1; r <= half; ++r) {
          std::complex<double> const root = step.roots[r * k % factor * root_step]; // cos - i sin
          even.real += root.real() * sums[r].real;
          even.imaginary += root.real() * sums[r].imaginary;
          odd.real += root.imag() * differences[r].real;
          odd.imaginary += root.imag() * differences[r].imaginary;
        }
        out[k * stride] = product(plus_i(even, odd), step.roots[m * k * stride]);
        out[(factor - k) * stride] = product(minus_i(even, odd), step.roots[m * (factor - k) * stride]);
      }
    }
}

ANALYSIS_INLINE void transform_step(Step const& step) {
  if (step.factor == 4) return transform_4(step);
  if (step.factor == 2) return transform_2(step);
  if (step.factor == 3) return transform_odd(step, 3);
  if (step.factor == 5) return transform_odd(step, 5);
  transform_odd(step, step.factor);
}

/// Returns the buffer with the result.
CHEMORA_VECTOR_VERSIONS Complex const* transform_steps(Step step, std::size_t const* factors, std::size_t n_factors) {
  for (std::size_t n = 0; n < n_factors; ++n) {
    step.factor = factors[n];
    transform_step(step);
    step.stride *= step.factor;
    std::swap(step.from, step.to);
  }
  return step.from;
}

ANALYSIS_INLINE void transpose(Lanes (&rows)[n_lanes]) {
  Lanes const a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6),
              b = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7),
              c = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6),
              d = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
  rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Sets lane p of each number to the number of the line lines[2 p], and of lines[2 p + 1] for the imaginary part.
CHEMORA_VECTOR_VERSIONS void load_pairs(double const* const* lines, long stride, std::size_t n, Complex* numbers) {
  std::size_t j = 0;
  for (; stride == 1 && j + n_lanes <= n; j += n_lanes) {
    Lanes first[n_lanes], second[n_lanes];
    for (std::size_t pair = 0; pair < n_lanes; ++pair) {
      std::memcpy(&first[pair], lines[2 * pair] + j, sizeof(Lanes));
      std::memcpy(&second[pair], lines[2 * pair + 1] + j, sizeof(Lanes));
    }
    transpose(first);
    transpose(second);
    for (std::size_t q = 0; q < n_lanes; ++q) numbers[j + q] = {first[q], second[q]};
  }
  for (; j < n; ++j)
    for (std::size_t pair = 0; pair < n_lanes; ++pair) {
      numbers[j].real[pair] = lines[2 * pair][static_cast<long>(j) * stride];
      numbers[j].imaginary[pair] = lines[2 * pair + 1][static_cast<long>(j) * stride];
    }
}

/// Mode k of a pair of real lines a + i b is A(k) + i B(k), and A(-k) is the complex conjugate of A(k).
CHEMORA_VECTOR_VERSIONS void store_pairs(Complex const* both, std::size_t n, ComplexLanes* const* modes) {
  for (std::size_t block = 0; block * n_lanes <= n / 2; ++block) {
    Lanes parts[4][n_lanes] = {}; // real and imaginary parts of the first and of the second line
    for (std::size_t q = 0, k = block * n_lanes; q < n_lanes && 2 * k <= n; ++q, ++k) {
      Complex const &a = both[k], &b = both[k == 0 ? 0 : n - k];
      parts[0][q] = 0.5 * (a.real + b.real);
      parts[1][q] = 0.5 * (a.imaginary - b.imaginary);
      parts[2][q] = 0.5 * (a.imaginary + b.imaginary);
      parts[3][q] = 0.5 * (b.real - a.real);
    }
    for (Lanes(&part)[n_lanes] : parts) transpose(part);
    for (std::size_t pair = 0; pair < n_lanes; ++pair) {
      modes[2 * pair][block] = {parts[0][pair], parts[1][pair]};
      modes[2 * pair + 1][block] = {parts[2][pair], parts[3][pair]};
    }
  }
}

CHEMORA_VECTOR_VERSIONS void set_power(Complex const* modes, std::size_t n, double scale, double* power,
                                       std::size_t stride) {
  for (std::size_t k = 0; k < n; ++k) {
    Lanes const real = modes[k].real * scale, imaginary = modes[k].imaginary * scale;
    Lanes const squares = real * real + imaginary * imaginary;
    std::memcpy(power + k * stride, &squares, sizeof squares);
  }
}

} // namespace

LineTransform::LineTransform(std::size_t n) : factors_(factors_of(n)) {
  for (std::size_t j = 0; j < n; ++j) {
    double const angle = -2 * M_PI * static_cast<double>(j) / static_cast<double>(n);
    roots_.emplace_back(std::cos(angle), std::sin(angle));
  }
  for (auto& buffer : buffers_) buffer.resize(n);
  pairs_.resize(factors_.empty() ? 0 : *std::max_element(factors_.begin(), factors_.end()) + 2);
}

ComplexLanes const* LineTransform::modes() {
  Step const step{.roots = roots_.data(),
                  .n = size(),
                  .from = buffers_[0].data(),
                  .to = buffers_[1].data(),
                  .pairs = pairs_.data()};
  return transform_steps(step, factors_.data(), factors_.size());
}

void transform_real(LineTransform& transform, double const* const (&lines)[2 * n_lanes], long stride,
                    ComplexLanes* const (&modes)[2 * n_lanes]) {
  load_pairs(lines, stride, transform.size(), transform.in());
  store_pairs(transform.modes(), transform.size(), modes);
}

void transform_in_place(LineTransform& transform, ComplexLanes* first, std::size_t stride) {
  for (std::size_t j = 0; j < transform.size(); ++j) transform.in()[j] = first[j * stride];
  ComplexLanes const* const modes = transform.modes();
  for (std::size_t k = 0; k < transform.size(); ++k) first[k * stride] = modes[k];
}

void power_of_lines(LineTransform& transform, ComplexLanes const* first, std::size_t stride, double scale,
                    double* power) {
  for (std::size_t j = 0; j < transform.size(); ++j) transform.in()[j] = first[j * stride];
  set_power(transform.modes(), transform.size(), scale, power, stride * n_lanes);
}

} // namespace analysis
