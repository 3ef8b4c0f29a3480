#include "fourier.hpp"

#include <algorithm>
#include <numbers>

namespace analysis {

namespace {

using Complex = FourierTransform::Complex;

/// std::complex multiplies with tests for NaN, which a transform does not need.
Complex product(Complex const& a, Complex const& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace

FourierTransform::FourierTransform(std::size_t n) : n_(n) {
  for (std::size_t rest = n, p = 2; rest > 1; ++p)
    for (; rest % p == 0; rest /= p) factors_.push_back(p);
  for (std::size_t k = 0; k < n; ++k) {
    double const angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    roots_.emplace_back(std::cos(angle), std::sin(angle));
  }
}

void FourierTransform::apply(Complex* line) const {
  std::vector<Complex> result(n_), part(factors_.empty() ? 0 : factors_.back());
  transform(line, 1, result.data(), n_, 0, part.data());
  std::copy(result.begin(), result.end(), line);
}

void FourierTransform::transform(Complex const* in, std::size_t stride, Complex* out, std::size_t n, std::size_t factor,
                                 Complex* part) const {
  if (n == 1) {
    *out = *in;
    return;
  }
  std::size_t const p = factors_[factor], m = n / p;
  for (std::size_t r = 0; r < p; ++r) transform(in + r * stride, stride * p, out + r * m, m, factor + 1, part);
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t r = 0; r < p; ++r) part[r] = product(out[r * m + k], roots_[r * k * (n_ / n)]);
    for (std::size_t q = 0; q < p; ++q) {
      Complex sum = part[0];
      for (std::size_t r = 1; r < p; ++r) sum += product(part[r], roots_[r * q % p * (n_ / p)]);
      out[q * m + k] = sum;
    }
  }
}

} // namespace analysis
