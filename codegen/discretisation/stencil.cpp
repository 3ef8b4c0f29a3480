#include "codegen/discretisation/stencil.hpp"

#include "framework/base/errors.hpp"

#include <boost/multiprecision/cpp_int.hpp>

namespace chemora::discretisation {

namespace {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

/// Returns the weights result[m][n] at `points` of the derivatives m = 0 to max_derivative at 0. The algorithm adds one
/// point after the other and corrects the weights of the earlier points in each step.
std::vector<std::vector<Rational>> fornberg(std::vector<int> const& points, int max_derivative) {
  std::size_t const n_points = points.size();
  auto const orders = static_cast<std::size_t>(max_derivative) + 1;
  std::vector<std::vector<Rational>> weights(orders, std::vector<Rational>(n_points));
  weights[0][0] = 1;
  Rational product = 1; // product of the distances from the last point to all earlier points
  for (std::size_t n = 1; n < n_points; ++n) {
    Rational next = 1;
    for (std::size_t k = 0; k < n; ++k) next *= points[n] - points[k];
    auto const below = [&](std::size_t m, std::size_t k) {
      return m > 0 ? Rational(static_cast<int>(m) * weights[m - 1][k]) : Rational(0);
    };
    for (std::size_t m = orders; m-- > 0;)
      weights[m][n] = product / next * (below(m, n - 1) - points[n - 1] * weights[m][n - 1]);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t m = orders; m-- > 0;)
        weights[m][k] = (points[n] * weights[m][k] - below(m, k)) / (points[n] - points[k]);
    product = next;
  }
  return weights;
}

Stencil over_common_denominator(std::map<int, Rational> const& weights, int derivative) {
  Integer denominator = 1;
  for (auto const& [offset, weight] : weights)
    denominator = boost::multiprecision::lcm(denominator, boost::multiprecision::denominator(weight));
  Stencil stencil;
  stencil.derivative = derivative;
  stencil.denominator = denominator.convert_to<double>();
  for (auto const& [offset, weight] : weights) {
    if (weight == 0) continue;
    Rational const scaled = weight * denominator;
    stencil.offsets.push_back(offset);
    stencil.numerators.push_back(boost::multiprecision::numerator(scaled).convert_to<double>());
    stencil.weights.push_back(weight.str());
  }
  return stencil;
}

Stencil first_derivative(std::vector<int> const& points) {
  auto const of_derivatives = fornberg(points, 1);
  std::map<int, Rational> weights;
  for (std::size_t n = 0; n < points.size(); ++n) weights[points[n]] = of_derivatives[1][n];
  return over_common_denominator(weights, 1);
}

} // namespace

Stencil centred_stencil(int derivative, int order) {
  if (order < 2 || order % 2 != 0 || derivative < 1 || derivative > 2)
    throw base::InternalError("stencil: derivative " + std::to_string(derivative) + " of order " +
                              std::to_string(order));
  int const width = order / 2;
  std::vector<int> points;
  for (int offset = -width; offset <= width; ++offset) points.push_back(offset);
  auto const of_derivatives = fornberg(points, derivative);
  std::map<int, Rational> weights;
  for (std::size_t n = 0; n < points.size(); ++n)
    weights[points[n]] = of_derivatives[static_cast<std::size_t>(derivative)][n];
  return over_common_denominator(weights, derivative);
}

Stencil one_sided_stencil(int order, int side) {
  std::vector<int> points;
  for (int distance = 0; distance <= order; ++distance) points.push_back(side * distance);
  return first_derivative(points);
}

UpwindStencil upwind_stencil(int order) {
  std::vector<int> points;
  for (int offset = 1 - order / 2; offset <= order / 2 + 1; ++offset) points.push_back(offset);
  auto const weights = fornberg(points, 1)[1];
  std::map<int, Rational> odd, even;
  for (std::size_t n = 0; n < points.size(); ++n) {
    Rational const half = weights[n] / 2;
    odd[points[n]] += half;
    odd[-points[n]] -= half;
    even[points[n]] += half;
    even[-points[n]] += half;
  }
  return {over_common_denominator(odd, 1), over_common_denominator(even, 1)};
}

Stencil dissipation_stencil(int order) {
  int const power = order / 2 + 1;
  std::map<int, Rational> weights;
  Rational binomial = 1; // binomial coefficient: 2 power over n
  for (int n = 0; n <= 2 * power; ++n) {
    // The weights of (D+ D-)^power alternate in sign, starting with +. They are multiplied by (-1)^(power - 1).
    bool const is_negative = (n + power - 1) % 2 != 0;
    weights[n - power] =
        (is_negative ? Rational(-binomial) : binomial) / boost::multiprecision::pow(Integer(2), 2 * power);
    binomial = binomial * (2 * power - n) / (n + 1);
  }
  return over_common_denominator(weights, 1);
}

Stencil stencil_from_weights(std::map<int, base::Number> const& weights, int derivative) {
  std::map<int, Rational> exact;
  for (auto const& [offset, weight] : weights)
    exact[offset] = weight.is_exact() ? Rational(weight.numerator, weight.denominator) : Rational(weight.value);
  return over_common_denominator(exact, derivative);
}

std::string to_text(Stencil const& stencil) {
  std::string text = "derivative " + std::to_string(stencil.derivative) + ":";
  for (std::size_t n = 0; n < stencil.offsets.size(); ++n)
    text += " " + std::to_string(stencil.offsets[n]) + "*(" + stencil.weights[n] + ")";
  return text;
}

} // namespace chemora::discretisation
