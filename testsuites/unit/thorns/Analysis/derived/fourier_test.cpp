// Tests the Fourier transform with the sum that defines it, and with waves.
#include "fourier.hpp"

#include <gtest/gtest.h>

namespace analysis {
namespace {

using Complex = FourierTransform::Complex;

class Lengths : public testing::TestWithParam<std::size_t> {};

TEST_P(Lengths, TransformIsTheSumOfTheDefinition) {
  std::size_t const n = GetParam();
  std::vector<Complex> line;
  for (std::size_t k = 0; k < n; ++k) line.emplace_back(static_cast<double>(k * k % 7), static_cast<double>(k % 5) - 2);
  std::vector<Complex> result = line;
  FourierTransform(n).apply(result.data());
  for (std::size_t k = 0; k < n; ++k) {
    Complex expected = 0;
    for (std::size_t j = 0; j < n; ++j)
      expected += line[j] * std::polar(1.0, -2 * M_PI * static_cast<double>(j * k % n) / static_cast<double>(n));
    EXPECT_LT(std::abs(result[k] - expected), 1e-13 * static_cast<double>(n)) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Fourier, Lengths, testing::Values(1, 2, 3, 4, 6, 13, 27, 30, 49, 64, 90, 101),
                         testing::PrintToStringParamName());

TEST(Fourier, AWaveHasTwoModes) {
  constexpr std::size_t n = 24;
  std::vector<Complex> line;
  for (std::size_t k = 0; k < n; ++k) line.emplace_back(std::cos(2 * M_PI * 5 * static_cast<double>(k) / n));
  FourierTransform(n).apply(line.data());
  for (std::size_t k = 0; k < n; ++k) EXPECT_NEAR(std::abs(line[k]), k == 5 || k == n - 5 ? n / 2 : 0, 1e-13) << k;
}

} // namespace
} // namespace analysis
