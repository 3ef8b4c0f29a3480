/// Random numbers of the search. Equal seeds give equal numbers on all platforms: the generator is specified by the C++
/// standard, and the distributions of the standard library, whose results differ between libraries, are not used.
#pragma once

#include <cstdint>
#include <random>

namespace chemora::tuning {

class Random {
public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}

  /// A number of [0, 1) with 53 random bits.
  double unit() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  bool coin() { return (generator_() >> 63) != 0; }

  /// A number of 0, ..., n - 1 with equal probabilities. `n` must be positive.
  std::uint64_t below(std::uint64_t n) {
    std::uint64_t const excess = (UINT64_MAX % n + 1) % n; // numbers that would make small results more probable
    std::uint64_t number = generator_();
    while (number > UINT64_MAX - excess) number = generator_();
    return number % n;
  }

private:
  std::mt19937_64 generator_;
};

} // namespace chemora::tuning
