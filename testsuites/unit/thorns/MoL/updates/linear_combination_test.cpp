// Tests that linear combinations are bitwise equal to a plain loop, for any number of sources and threads.
#include "linear_combination.hpp"

#include <cstring>
#include <limits>
#include <omp.h>
#include <random>
#include <vector>

namespace mol {
namespace {

std::vector<double> random_values(std::size_t n, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<double> values(n);
  for (double& value : values) value = any(generator);
  return values;
}

void expect_plain_loop(std::size_t n, std::size_t n_sources, double scale, int threads) {
  std::vector<std::vector<double>> arrays;
  std::vector<Source> sources;
  for (std::size_t k = 0; k < n_sources; ++k) {
    arrays.push_back(random_values(n, 100 + k));
    sources.push_back({arrays.back().data(), 1.0 / (3 + k)});
  }
  auto target = random_values(n, 1);
  auto expected = target;
  for (std::size_t i = 0; i < n; ++i) {
    bool started = scale != 0;
    double sum = started ? scale * expected[i] : 0;
    for (auto const& source : sources) {
      sum = started ? sum + source.factor * source.values[i] : source.factor * source.values[i];
      started = true;
    }
    expected[i] = sum;
  }
  omp_set_num_threads(threads);
  combine(std::vector<Combination>{{target.data(), scale, sources}}, static_cast<std::ptrdiff_t>(n));
  EXPECT_EQ(std::memcmp(target.data(), expected.data(), n * sizeof(double)), 0)
      << n << " points, " << n_sources << " sources, scale " << scale << ", " << threads << " threads";
}

TEST(Combine, AgreesWithAPlainLoopBitForBit) {
  for (std::size_t n : {0u, 1u, 7u, 1000u, 20011u})
    for (std::size_t n_sources = 0; n_sources <= 18; ++n_sources)
      for (double scale : {0.0, 1.0, 0.3})
        for (int threads : {1, 3}) expect_plain_loop(n, n_sources, scale, threads);
}

// Factors are rounded first, then each product and each sum. The volatile variables prevent wider arithmetic.
TEST(Combine, RoundsEachOperationToSinglePrecision) {
  std::vector<float> const a{0.1F, 1e-3F, 7.0F}, b{0.3F, 11.0F, -5e-4F};
  std::vector<float> target{1.0F / 3, 2.0F / 7, 3.0F / 11}, expected = target;
  double const scale = 0.3, factor_a = 1.0 / 3, factor_b = 1e-8 + 0.7;
  for (std::size_t i = 0; i < target.size(); ++i) {
    float volatile sum = static_cast<float>(scale) * target[i];
    float volatile const term_a = static_cast<float>(factor_a) * a[i], term_b = static_cast<float>(factor_b) * b[i];
    sum = sum + term_a;
    expected[i] = sum + term_b;
  }
  std::vector<CombinationOf<float>> const combinations{
      {target.data(), scale, {{a.data(), factor_a}, {b.data(), factor_b}}}};
  combine<float>(combinations, 3);
  EXPECT_EQ(target, expected);
}

TEST(Combine, DoesNotReadTheTargetWhenItsFactorIsZero) {
  double const source = 2;
  double target = std::numeric_limits<double>::quiet_NaN();
  combine(std::vector<Combination>{{&target, 0, {{&source, 0.5}}}}, 1);
  EXPECT_EQ(target, 1);
  target = std::numeric_limits<double>::quiet_NaN();
  combine(std::vector<Combination>{{&target, 0, {}}}, 1);
  EXPECT_EQ(target, 0);
}

TEST(Combine, ReadsWhatEarlierCombinationsWrote) {
  std::size_t const n = 50001;
  auto const start = random_values(n, 5);
  std::vector<double> first(n), second(n, 1.0), expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = 2.0 * 1.0 + 0.25 * (0.5 * start[i]);
  omp_set_num_threads(3);
  combine(
      std::vector<Combination>{{first.data(), 0, {{start.data(), 0.5}}}, {second.data(), 2, {{first.data(), 0.25}}}},
      static_cast<std::ptrdiff_t>(n));
  EXPECT_EQ(second, expected);
}

} // namespace
} // namespace mol
