// Compares transforms of lines with sums over all numbers.
#include "line_transform.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace analysis {
namespace {

using Complex = std::complex<double>;

Complex in_line(ComplexLanes const& numbers, std::size_t line) { return {numbers.real[line], numbers.imaginary[line]}; }

std::vector<Complex> modes_of(std::vector<Complex> const& line) {
  std::size_t const n = line.size();
  std::vector<Complex> modes(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j)
      modes[k] += line[j] * std::polar(1.0, -2 * M_PI * static_cast<double>(j * k % n) / static_cast<double>(n));
  return modes;
}

constexpr std::size_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 15, 16, 25, 30, 32, 35, 49, 64, 97, 100, 121, 128};

TEST(LineTransform, ReturnsTheModesOfEachLine) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (std::size_t const n : sizes) {
    std::vector<Complex> lines[n_lanes];
    std::vector<ComplexLanes> numbers(3 * n);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t line = 0; line < n_lanes; ++line) {
        lines[line].emplace_back(number(random), number(random));
        numbers[3 * j].real[line] = lines[line][j].real();
        numbers[3 * j].imaginary[line] = lines[line][j].imag();
      }
    LineTransform transform(n);
    std::vector<double> power(3 * n * n_lanes);
    power_of_lines(transform, numbers.data(), 3, 0.5, power.data());
    transform_in_place(transform, numbers.data(), 3);
    for (std::size_t line = 0; line < n_lanes; ++line) {
      auto const expected = modes_of(lines[line]);
      for (std::size_t k = 0; k < n; ++k) {
        EXPECT_NEAR(std::abs(in_line(numbers[3 * k], line) - expected[k]), 0, 1e-13 * static_cast<double>(n)) << n;
        EXPECT_NEAR(power[3 * n_lanes * k + line], 0.25 * std::norm(expected[k]), 1e-12 * static_cast<double>(n)) << n;
      }
    }
  }
}

TEST(LineTransform, ReturnsHalfOfTheModesOfRealLines) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(-1, 1);
  for (std::size_t const n : sizes)
    for (std::size_t const stride : {1, 2}) {
      std::size_t const n_blocks = n / 2 / n_lanes + 1;
      std::vector<double> lines[2 * n_lanes];
      std::vector<ComplexLanes> modes[2 * n_lanes];
      double const* first[2 * n_lanes];
      ComplexLanes* results[2 * n_lanes];
      for (std::size_t line = 0; line < 2 * n_lanes; ++line) {
        for (std::size_t j = 0; j < n * stride; ++j) lines[line].push_back(number(random));
        modes[line].resize(n_blocks);
        first[line] = lines[line].data();
        results[line] = modes[line].data();
      }
      LineTransform transform(n);
      transform_real(transform, first, static_cast<long>(stride), results);
      for (std::size_t line = 0; line < 2 * n_lanes; ++line) {
        std::vector<Complex> numbers;
        for (std::size_t j = 0; j < n; ++j) numbers.emplace_back(lines[line][j * stride]);
        auto const expected = modes_of(numbers);
        for (std::size_t k = 0; k < n_blocks * n_lanes; ++k) {
          Complex const mode = in_line(modes[line][k / n_lanes], k % n_lanes);
          EXPECT_NEAR(std::abs(mode - (2 * k <= n ? expected[k] : 0)), 0, 1e-13 * static_cast<double>(n)) << n;
        }
      }
    }
}

TEST(LineTransform, KeepsTheBitsOfALineInEachLane) {
  for (std::size_t const n : {30UL, 64UL, 97UL}) {
    LineTransform transform(n);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t line = 0; line < n_lanes; ++line) {
        transform.in()[j].real[line] = std::sin(static_cast<double>(j * j));
        transform.in()[j].imaginary[line] = std::cos(static_cast<double>(3 * j));
      }
    ComplexLanes const* const modes = transform.modes();
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t line = 1; line < n_lanes; ++line) EXPECT_EQ(in_line(modes[k], line), in_line(modes[k], 0));
  }
}

} // namespace
} // namespace analysis
