// Compares loops over lists of all lengths up to several vectors with loops over single values.
#include "kernels/patterns/value_loops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace chemora::patterns {
namespace {

constexpr std::size_t max_size = 70;

TEST(ValueLoops, ExtremesAreThoseOfAllNumbers) {
  for (std::size_t n = 0; n < max_size; ++n)
    for (std::size_t at = 0; at < n; ++at) {
      std::vector<double> numbers(n, 0.5);
      numbers[at] = -2;
      EXPECT_EQ(smallest(numbers.data(), n, 1), -2);
      EXPECT_EQ(smallest(numbers.data(), n, -4), -4);
      numbers[at] = 2;
      EXPECT_EQ(largest(numbers.data(), n, -3), 2);
      EXPECT_EQ(largest(numbers.data(), n, 4), 4);
    }
  EXPECT_EQ(largest(nullptr, 0, 7), 7);
}

TEST(ValueLoops, IndicesAndOrdersAreSequences) {
  for (std::size_t n = 0; n < max_size; ++n) {
    std::vector<std::int32_t> rising(n), equal(n), expected(n);
    set_indices(rising.data(), n, -3, 1);
    set_indices(equal.data(), n, 9, 0);
    std::iota(expected.begin(), expected.end(), -3);
    EXPECT_EQ(rising, expected);
    EXPECT_EQ(equal, std::vector<std::int32_t>(n, 9));
    constexpr long first = 1L << 40;
    std::vector<long> orders(n), expected_orders(n);
    set_orders(orders.data(), n, first);
    std::iota(expected_orders.begin(), expected_orders.end(), first);
    EXPECT_EQ(orders, expected_orders);
  }
}

TEST(ValueLoops, KeysOutsideHaveTheLastGroup) {
  constexpr std::int32_t smallest_key = std::numeric_limits<std::int32_t>::min();
  std::vector<std::int32_t> const some_keys{0, 4, 5, -1, smallest_key, 2, std::numeric_limits<std::int32_t>::max()};
  std::vector<std::int32_t> const some_groups{0, 4, 5, 5, 5, 2, 5};
  std::vector<std::int32_t> keys, expected;
  while (keys.size() < max_size) {
    keys.insert(keys.end(), some_keys.begin(), some_keys.end());
    expected.insert(expected.end(), some_groups.begin(), some_groups.end());
  }
  std::vector<std::int32_t> groups(keys.size());
  find_fixed_groups(keys.data(), keys.size(), 5, groups.data());
  EXPECT_EQ(groups, expected);
}

} // namespace
} // namespace chemora::patterns
