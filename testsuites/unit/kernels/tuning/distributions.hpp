// Tests of random numbers against distributions, with fixed seeds.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace chemora::tuning {

/// Returns Pearson's statistic of observed counts against probabilities.
inline double chi_squared_of_counts(std::vector<double> const& counts, std::vector<double> const& probabilities) {
  double total = 0, sum = 0;
  for (double const count : counts) total += count;
  for (std::size_t n = 0; n < counts.size(); ++n) {
    double const expected = total * probabilities[n];
    sum += (counts[n] - expected) * (counts[n] - expected) / expected;
  }
  return sum;
}

/// Returns the statistic of Kolmogorov and Smirnov times the square root of the number of samples, for the uniform
/// distribution on [0, 1]. It exceeds 1.95 with a probability of 0.001.
inline double kolmogorov_smirnov(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  double distance = 0;
  auto const n = static_cast<double>(samples.size());
  for (std::size_t k = 0; k < samples.size(); ++k)
    distance =
        std::max({distance, samples[k] - static_cast<double>(k) / n, static_cast<double>(k + 1) / n - samples[k]});
  return distance * std::sqrt(n);
}

constexpr double max_kolmogorov_smirnov = 1.95;

} // namespace chemora::tuning
