// Tests the Fourier transform with the sum that defines it, and with waves.
#include "fourier.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <vector>

namespace analysis {
namespace {

using Complex = std::complex<double>;

/// Transforms a line together with lines of other numbers.
std::vector<Complex> transform(std::vector<Complex> const& line, std::size_t n_lines = 1, std::size_t place = 0) {
  std::size_t const n = line.size(), stride = n_lines + 3;
  std::vector<double> real(n * stride, 0.1), imaginary(n * stride, -7);
  for (std::size_t k = 0; k < n; ++k) {
    real[k * stride + place] = line[k].real();
    imaginary[k * stride + place] = line[k].imag();
  }
  FourierTransform const fourier(n);
  std::vector<double> buffer(fourier.buffer_size());
  ComplexRows const rows{real.data(), imaginary.data(), stride};
  fourier.apply(rows, rows, n_lines, buffer.data());
  std::vector<Complex> result;
  for (std::size_t k = 0; k < n; ++k) result.emplace_back(real[k * stride + place], imaginary[k * stride + place]);
  return result;
}

class Lengths : public testing::TestWithParam<std::size_t> {};

TEST_P(Lengths, TransformIsTheSumOfTheDefinition) {
  std::size_t const n = GetParam();
  std::vector<Complex> line;
  for (std::size_t k = 0; k < n; ++k) line.emplace_back(static_cast<double>(k * k % 7), static_cast<double>(k % 5) - 2);
  std::vector<Complex> const result = transform(line);
  for (std::size_t k = 0; k < n; ++k) {
    Complex expected = 0;
    for (std::size_t j = 0; j < n; ++j)
      expected += line[j] * std::polar(1.0, -2 * M_PI * static_cast<double>(j * k % n) / static_cast<double>(n));
    EXPECT_LT(std::abs(result[k] - expected), 1e-13 * static_cast<double>(n)) << k;
  }
}

TEST_P(Lengths, BitsDoNotDependOnOtherLines) {
  std::vector<Complex> line;
  for (std::size_t k = 0; k < GetParam(); ++k)
    line.emplace_back(1 / (1.0 + static_cast<double>(k)), std::sin(static_cast<double>(k)));
  std::vector<Complex> const alone = transform(line);
  for (std::size_t const n_lines : {2U, 5U, 8U}) EXPECT_EQ(transform(line, n_lines, n_lines - 1), alone) << n_lines;
}

INSTANTIATE_TEST_SUITE_P(Fourier, Lengths, testing::Values(1, 2, 3, 4, 6, 8, 13, 16, 27, 30, 49, 64, 90, 101, 128),
                         testing::PrintToStringParamName());

TEST(Fourier, AWaveHasTwoModes) {
  constexpr std::size_t n = 24;
  std::vector<Complex> line;
  for (std::size_t k = 0; k < n; ++k) line.emplace_back(std::cos(2 * M_PI * 5 * static_cast<double>(k) / n));
  std::vector<Complex> const result = transform(line);
  for (std::size_t k = 0; k < n; ++k) EXPECT_NEAR(std::abs(result[k]), k == 5 || k == n - 5 ? n / 2 : 0, 1e-13) << k;
}

} // namespace
} // namespace analysis
