// Compares transforms of lines with sums over all numbers, and the versions for instruction sets with each other.
#include "line_transform.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <random>

namespace analysis {
namespace {

using Complex = std::complex<double>;

constexpr std::size_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 15, 16, 25, 30, 32, 35, 49, 64, 97, 100, 121, 128};
constexpr std::size_t stride = 3;

Complex in_line(ComplexLanes const& numbers, std::size_t line) { return {numbers.real[line], numbers.imaginary[line]}; }

/// Returns `n` random numbers of each line, at a distance of `stride`.
std::vector<ComplexLanes> random_lines(std::size_t n) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<ComplexLanes> lines(n * stride);
  for (ComplexLanes& each : lines)
    for (std::size_t line = 0; line < n_lanes; ++line) {
      each.real[line] = number(random);
      each.imaginary[line] = number(random);
    }
  return lines;
}

std::vector<ComplexLanes> modes_of(MakeLineTransform make, std::vector<ComplexLanes> const& lines) {
  std::size_t const n = lines.size() / stride;
  std::vector<ComplexLanes> modes(n);
  make(n)->transform(lines.data(), stride, modes.data());
  return modes;
}

TEST(LineTransform, ReturnsTheModesOfEachLine) {
  for (MakeLineTransform const make : line_transforms())
    for (std::size_t const n : sizes) {
      auto const lines = random_lines(n), modes = modes_of(make, lines);
      for (std::size_t line = 0; line < n_lanes; ++line)
        for (std::size_t k = 0; k < n; ++k) {
          Complex expected = 0;
          for (std::size_t j = 0; j < n; ++j)
            expected += in_line(lines[stride * j], line) *
                        std::polar(1.0, -2 * M_PI * static_cast<double>(j * k % n) / static_cast<double>(n));
          EXPECT_NEAR(std::abs(in_line(modes[k], line) - expected), 0, 1e-13 * static_cast<double>(n)) << n;
        }
    }
}

TEST(LineTransform, HasTheSameBitsForAllInstructionSets) {
  auto const versions = line_transforms();
  if (versions.size() == 1) GTEST_SKIP() << "this build or processor has one version";
  for (std::size_t const n : sizes) {
    auto const lines = random_lines(n), expected = modes_of(versions[0], lines);
    for (MakeLineTransform const make : versions)
      EXPECT_EQ(std::memcmp(modes_of(make, lines).data(), expected.data(), n * sizeof(ComplexLanes)), 0) << n;
  }
}

TEST(LineTransform, HasTheSameBitsInAllLanes) {
  for (MakeLineTransform const make : line_transforms())
    for (std::size_t const n : sizes) {
      auto lines = random_lines(n);
      for (ComplexLanes& each : lines) each = {each.real[0] - Lanes{}, each.imaginary[0] - Lanes{}};
      for (ComplexLanes const& mode : modes_of(make, lines))
        for (std::size_t line = 1; line < n_lanes; ++line) EXPECT_EQ(in_line(mode, line), in_line(mode, 0)) << n;
    }
}

} // namespace
} // namespace analysis
