#include "kernels/tuning/chi_squared.hpp"

#include <cmath>
#include <limits>

namespace chemora::tuning {

namespace {

double pearson(double observed, double expected) {
  return expected > 0 ? (observed - expected) * (observed - expected) / expected : 0;
}

/// Returns the regularised lower incomplete gamma function P(a, x) by its power series, for x < a + 1.
double lower_gamma(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; term > sum * std::numeric_limits<double>::epsilon(); ++n) sum += term *= x / n;
  return sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}

/// Returns the regularised upper incomplete gamma function Q(a, x) by its continued fraction (Lentz' method), for
/// x >= a + 1.
double upper_gamma(double a, double x) {
  constexpr double tiny = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, fraction = d, change = 0;
  for (int n = 1; std::abs(change - 1) > std::numeric_limits<double>::epsilon() && n < 1000; ++n) {
    double const numerator = -n * (n - a);
    b += 2;
    d = numerator * d + b;
    c = b + numerator / c;
    d = 1 / (std::abs(d) < tiny ? tiny : d);
    change = d * (std::abs(c) < tiny ? tiny : c);
    fraction *= change;
  }
  return fraction * std::exp(a * std::log(x) - x - std::lgamma(a));
}

/// Returns the sums of counts of words with equal values of `key`.
template <class Key>
WordCounts sums_by(WordCounts const& words, Key key) {
  WordCounts sums;
  for (auto const& [word, count] : words) sums[key(word)] += count;
  return sums;
}

} // namespace

Association association(Contingency const& counts) {
  auto const n = static_cast<double>(counts.n_all), first = static_cast<double>(counts.n_first),
             second = static_cast<double>(counts.n_second), both = static_cast<double>(counts.n_both);
  if (first == 0 || second == 0 || first == n || second == n) return {};
  double const expected = first * second / n;
  return {pearson(both, expected) + pearson(first - both, first * (n - second) / n) +
              pearson(second - both, (n - first) * second / n) +
              pearson(n - first - second + both, (n - first) * (n - second) / n),
          both > expected};
}

double chi_squared_tail(double x2, int degrees_of_freedom) {
  double const a = 0.5 * degrees_of_freedom, x = 0.5 * x2;
  if (x <= 0) return 1;
  return x < a + 1 ? 1 - lower_gamma(a, x) : upper_gamma(a, x);
}

double chi_squared_of_order_0(WordCounts const& words) {
  auto const firsts = sums_by(words, [](std::string const& word) { return word.substr(0, 1); });
  auto const seconds = sums_by(words, [](std::string const& word) { return word.substr(1, 1); });
  double total = 0, x2 = 0;
  for (auto const& [word, count] : words) total += static_cast<double>(count);
  for (auto const& [a, n_a] : firsts)
    for (auto const& [b, n_b] : seconds) {
      auto const found = words.find(a + b);
      x2 += pearson(found == words.end() ? 0 : static_cast<double>(found->second),
                    static_cast<double>(n_a) * static_cast<double>(n_b) / total);
    }
  return x2;
}

double chi_squared_of_order_1(WordCounts const& words) {
  auto const firsts = sums_by(words, [](std::string const& word) { return word.substr(0, 2); });
  auto const lasts = sums_by(words, [](std::string const& word) { return word.substr(1, 2); });
  auto const middles = sums_by(words, [](std::string const& word) { return word.substr(1, 1); });
  double x2 = 0;
  for (auto const& [ab, n_ab] : firsts)
    for (auto const& [bc, n_bc] : lasts) {
      if (ab[1] != bc[0]) continue;
      auto const found = words.find(ab + bc[1]);
      x2 += pearson(found == words.end() ? 0 : static_cast<double>(found->second),
                    static_cast<double>(n_ab) * static_cast<double>(n_bc) /
                        static_cast<double>(middles.at(bc.substr(0, 1))));
    }
  return x2;
}

Association association_of_prefix(WordCounts const& words, std::string const& prefix, char last) {
  Contingency counts;
  for (auto const& [word, count] : words) {
    bool const has_prefix = word.starts_with(prefix), has_last = word.back() == last;
    counts.n_all += count;
    counts.n_first += has_prefix ? count : 0;
    counts.n_second += has_last ? count : 0;
    counts.n_both += has_prefix && has_last ? count : 0;
  }
  return association(counts);
}

} // namespace chemora::tuning
