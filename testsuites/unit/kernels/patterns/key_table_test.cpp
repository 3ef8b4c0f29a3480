#include "kernels/patterns/key_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace chemora::patterns {
namespace {

/// Looks up a key as the kernel `ranks` of order_program().
int rank_of(KeyTable const& table, int key) {
  auto const product =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(key) * static_cast<std::uint32_t>(table.multiplier()));
  long const quotient = product / hashes_per_slot - (product % hashes_per_slot < 0 ? 1 : 0);
  auto const first = static_cast<std::size_t>(quotient + key_slots / 2);
  int rank = -1;
  for (std::size_t slot = first; slot < first + static_cast<std::size_t>(table.n_probes()); ++slot)
    if (table.slot_keys().at(slot) == key) rank = std::max(rank, static_cast<int>(table.slot_ranks().at(slot)));
  return rank;
}

std::vector<double> numbers(int n, int first, int distance) {
  std::vector<double> result;
  for (int k = 0; k < n; ++k) result.push_back(first + static_cast<double>(distance) * k);
  return result;
}

void expect_ranks(KeyTable const& table) {
  std::vector<double> const keys = table.keys();
  EXPECT_TRUE(std::ranges::is_sorted(keys));
  for (std::size_t rank = 0; rank < keys.size(); ++rank)
    EXPECT_EQ(rank_of(table, static_cast<int>(keys[rank])), static_cast<int>(rank)) << keys[rank];
}

TEST(KeyTable, HasTheRankOfEachKey) {
  for (std::vector<double> const& keys : {std::vector<double>{7},
                                          {2147483647, -2147483648.0, 0, -1, 7, 7},
                                          numbers(1024, -500, 1),
                                          numbers(1024, -2147483647, 1 << 21),
                                          numbers(1000, 3, 4096),
                                          numbers(64, 0, -(1 << 20))}) {
    KeyTable table;
    ASSERT_TRUE(table.add(keys)) << table.error();
    expect_ranks(table);
    EXPECT_LE(table.n_probes(), max_key_probes);
    EXPECT_EQ(table.slot_keys().size(), static_cast<std::size_t>(table_slots));
  }
}

TEST(KeyTable, HasNoRankForOtherKeys) {
  KeyTable table;
  ASSERT_TRUE(table.add(numbers(1000, 0, 3)));
  for (int key = 0; key < 3000; ++key) EXPECT_EQ(rank_of(table, key), key % 3 == 0 ? key / 3 : -1);
  KeyTable one;
  ASSERT_TRUE(one.add({5}));
  EXPECT_EQ(rank_of(one, 0), -1) << "empty slots contain 0";
}

TEST(KeyTable, NeedsOneProbeForFewKeys) {
  KeyTable table;
  ASSERT_TRUE(table.add(numbers(12, -5, 429496729 / 2)));
  EXPECT_EQ(table.n_probes(), 1);
}

TEST(KeyTable, AcceptsKeysInParts) {
  KeyTable table;
  ASSERT_TRUE(table.add(numbers(500, 0, 2)));
  ASSERT_TRUE(table.add(numbers(500, 1, 2)));
  EXPECT_EQ(table.n_keys(), 1000U);
  expect_ranks(table);
}

TEST(KeyTable, ReportsTooManyKeys) {
  KeyTable table;
  EXPECT_TRUE(table.add(numbers(1024, 0, 1)));
  EXPECT_FALSE(table.add({-1}));
  EXPECT_EQ(table.error(), "there are more than 1024 different keys");
}

TEST(KeyTable, ReportsKeysInOneSlot) {
  // The hashes of these keys are small numbers for all multipliers, which are small multiples of the first one.
  std::uint32_t const multiplier = 0x9E3779B1U;
  std::uint32_t inverse = 1;
  for (int n = 0; n < 5; ++n) inverse *= 2 - multiplier * inverse; // Newton's method modulo 2^32
  ASSERT_EQ(inverse * multiplier, 1U);
  std::vector<double> keys;
  for (std::uint32_t hash = 0; hash < 17; ++hash) keys.push_back(static_cast<std::int32_t>(hash * inverse));
  KeyTable table;
  EXPECT_FALSE(table.add(keys));
  EXPECT_EQ(table.error(), "keys need more than 16 probes");
  keys.pop_back();
  KeyTable full;
  EXPECT_TRUE(full.add(keys));
  EXPECT_EQ(full.n_probes(), max_key_probes);
  expect_ranks(full);
}

} // namespace
} // namespace chemora::patterns
