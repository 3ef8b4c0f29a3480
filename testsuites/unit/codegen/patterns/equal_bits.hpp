/// Compares results bit by bit.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace chemora::patterns::tests {

inline void expect_equal_bits(std::vector<double> const& found, std::vector<double> const& expected,
                              std::string const& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t n = 0; n < found.size(); ++n)
    ASSERT_EQ(std::bit_cast<std::uint64_t>(found[n]), std::bit_cast<std::uint64_t>(expected[n]))
        << what << ": element " << n << " is " << found[n] << " instead of " << expected[n];
}

} // namespace chemora::patterns::tests
