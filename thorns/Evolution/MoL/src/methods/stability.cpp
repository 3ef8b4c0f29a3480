// Computes the largest stable time steps of a method for oscillating and for damped modes.
#include "method.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

namespace mol {
namespace {

using Complex = std::complex<double>;

/// A complex operand of assign(). Real coefficients are converted implicitly.
struct Value {
  Complex number;
  Value(double real = 0) : number(real) {}
  explicit Value(Complex value) : number(value) {}
  friend Value operator*(Value const& a, Value const& b) { return Value(a.number * b.number); }
  friend Value operator+(Value const& a, Value const& b) { return Value(a.number + b.number); }
};

bool is_multistep(Method<double> const& method) {
  for (auto const& substep : method.substeps)
    for (auto const& assignment : substep.update)
      for (auto const& term : assignment.terms)
        if (term.source < 0) return true;
  return false;
}

/// |u| after one step of size 1 of u' = lambda u, starting from u = 1.
double amplification(Method<double> const& method, Complex lambda) {
  std::vector<Value> values(scratch + n_scratch(method), Value(0.0));
  values[current] = values[previous] = Value(1.0);
  for (auto const& substep : method.substeps) {
    assign(substep.prepare, Value(1.0), values);
    values[rhs] = Value(lambda * values[current].number);
    assign(substep.update, Value(1.0), values);
  }
  return std::abs(values[current].number);
}

constexpr double resolution = 0.02;
constexpr double rounding = 1e-12;

double imaginary_limit(Method<double> const& method, double largest) {
  constexpr double slow_growth = 1.01;
  double y = 0;
  while (y + resolution <= largest && amplification(method, {0, y + resolution}) <= slow_growth) y += resolution;
  return y;
}

/// Samples the complex plane on lines of constant imaginary part for the stable lambda with the largest imaginary part.
/// The search begins at the imaginary part `largest`. Near its top the stable region may be narrower than the distance
/// of two samples, so that a line misses it. The result is an upper bound, because the function adds the distance of
/// two lines to the imaginary part that it finds.
double any_limit(Method<double> const& method, double largest) {
  for (double y = largest; y > 0; y -= resolution)
    for (double x = 0; x >= -largest; x -= resolution)
      if (amplification(method, {x, y}) <= 1 + rounding) return y + 2 * resolution;
  return 0;
}

} // namespace

StabilityLimits stability_limits(Method<double> const& method) {
  double const unknown = std::numeric_limits<double>::infinity();
  if (is_multistep(method)) return {unknown, unknown};
  // No explicit method of s evaluations is stable for a larger imaginary part than s (van der Houwen, 1977), and the
  // region of stability is not much wider.
  double const largest = method.n_substeps() + 1.0;
  return {imaginary_limit(method, largest), any_limit(method, largest)};
}

double max_modified_wave_number(int radius) {
  constexpr int n_angles = 1000;
  double largest = 0;
  for (int n = 0; n <= n_angles; ++n) {
    double const angle = std::numbers::pi * n / n_angles;
    double sum = 0, weight = 1; // (r!)^2 / ((r - m)! (r + m)!)
    for (int m = 1; m <= radius; ++m) {
      weight *= static_cast<double>(radius - m + 1) / (radius + m);
      sum += (m % 2 == 1 ? 2 : -2) * weight / m * std::sin(m * angle);
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

} // namespace mol
