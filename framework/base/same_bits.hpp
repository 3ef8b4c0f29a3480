// Equality of numbers as keys: not-a-number equals itself, and zeros of different sign differ, as their results do.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace chemora::base {

inline bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

template <std::size_t n>
bool same_bits(std::array<double, n> const& a, std::array<double, n> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return same_bits(x, y); });
}

inline bool same_bits(std::map<std::string, double> const& a, std::map<std::string, double> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto const& one, auto const& other) {
    return one.first == other.first && same_bits(one.second, other.second);
  });
}

} // namespace chemora::base
