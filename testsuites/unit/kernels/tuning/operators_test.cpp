// The operators of the search against the properties that the Paraiso paper and the program of its authors have.
#include "kernels/tuning/evolution.hpp"
#include "testsuites/unit/kernels/tuning/distributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using namespace chemora::tuning;

std::size_t n_set(Genome const& genome) {
  std::size_t count = 0;
  for (std::size_t n = 0; n < genome.size(); ++n) count += genome.bit(n) ? 1 : 0;
  return count;
}

Genome constant(std::size_t size, bool value) { return Genome(std::vector<bool>(size, value)); }

// P(1) = 0.2 / 1.2 for negative u, and P(n) = (ln n - ln(n - 1)) / (1.2 ln L) for n > 1.
TEST(Mutation, LengthIsLogUniform) {
  constexpr std::size_t length = 6060;
  double const range = 1.2 * std::log(static_cast<double>(length));
  std::vector<double> probabilities{0.2 / 1.2}, counts(13, 0);
  std::vector<double> const ends{1, 2, 3, 4, 6, 8, 16, 32, 64, 256, 1024, 3000, 6060};
  for (std::size_t n = 1; n < ends.size(); ++n)
    probabilities.push_back((std::log(ends[n]) - std::log(ends[n - 1])) / range);
  Random random(7);
  for (int k = 0; k < 100000; ++k) {
    auto const n = static_cast<double>(mutation_length(length, random));
    ASSERT_LE(n, length);
    ++counts[static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), n) - ends.begin())];
  }
  EXPECT_LT(chi_squared_of_counts(counts, probabilities), 32.91); // 12 degrees of freedom, 0.001
}

TEST(Mutation, LengthIsOneForOneBit) {
  Random random(7);
  for (int k = 0; k < 10; ++k) EXPECT_EQ(mutation_length(1, random), 1u);
}

// Most bits of a long mutation are restored if the segment that contains them comes from the original.
TEST(Mutation, LongMutationsAreCrossedWithTheOriginal) {
  Random random(7);
  Genome const zero = constant(1000, false);
  int n_long = 0, n_with_original_half = 0;
  for (int k = 0; k < 2000; ++k) {
    Genome const child = mutate(zero, random);
    if (n_set(child) < 100) continue;
    ++n_long;
    std::size_t first = 0, last = 999;
    while (!child.bit(first)) ++first;
    while (!child.bit(last)) --last;
    n_with_original_half += first > 250 || last < 750 ? 1 : 0;
  }
  EXPECT_GT(n_long, 50);
  EXPECT_GT(n_with_original_half, n_long / 10);
}

TEST(Mutation, SharesOfShortMutationsFollowTheDistribution) {
  constexpr std::size_t length = 5; // a mutation has at most 5 bits, so that no crossover follows
  Random random(11);
  Genome const zero = constant(length, false), one = constant(length, true);
  constexpr double n_mutations = 40000;
  double n_set_only = 0, n_cleared_only = 0, n_inverted = 0, n_single = 0;
  for (int k = 0; k < n_mutations; ++k) {
    Random same = random;
    std::size_t const set = n_set(mutate(zero, random)), cleared = length - n_set(mutate(one, same));
    (set > 0 && cleared > 0 ? n_inverted : set > 0 ? n_set_only : n_cleared_only) += 1;
    n_single += std::max(set, cleared) == 1 ? 1 : 0;
  }
  // An even number of inversions of each position leaves the genome unchanged; it counts as cleared. P = sum over n of
  // P(n) times the probability that all positions coincide in pairs: n = 2: 1/5, n = 4: (3 * 5 * 4 + 5) / 625 = 0.104.
  double const range = 1.2 * std::log(5.0);
  double const unchanged = 0.5 * (std::log(2.0) / range / 5 + std::log(4.0 / 3) / range * 0.104);
  std::vector<double> const expected{0.25, 0.25 + unchanged, 0.5 - unchanged};
  EXPECT_LT(chi_squared_of_counts({n_set_only, n_cleared_only, n_inverted}, expected), 13.82); // 2 degrees, 0.001
  // Single bits: n = 1, and longer mutations whose positions coincide. P(n = 1) is a sixth at least.
  EXPECT_GT(n_single / n_mutations, 0.2 / 1.2);
}

TEST(Mutation, ReachesEveryBitAndKeepsTheLength) {
  Random random(2);
  Genome const zero = constant(40, false);
  std::vector<int> n_changes(40, 0);
  for (int k = 0; k < 4000; ++k) {
    Genome const child = mutate(zero, random);
    ASSERT_EQ(child.size(), 40u);
    for (std::size_t n = 0; n < 40; ++n) n_changes[n] += child.bit(n) ? 1 : 0;
  }
  for (int const n : n_changes) EXPECT_GT(n, 50);
  EXPECT_EQ(mutate(Genome(), random), Genome());
}

TEST(Mutation, OfOneBitInvertsSetsOrClears) {
  Random random(3);
  int n_inverted = 0;
  for (int k = 0; k < 1000; ++k) n_inverted += mutate(Genome({false}), random).bit(0) ? 1 : 0;
  EXPECT_NEAR(n_inverted, 750, 60); // inverted: 1/2, set: 1/4
}

std::size_t n_changes_of_parent(Genome const& child) {
  std::size_t count = 0;
  for (std::size_t n = 1; n < child.size(); ++n) count += child.bit(n) != child.bit(n - 1) ? 1 : 0;
  return count;
}

TEST(Crossover, NumberOfCutsIsGeometric) {
  Random random(13);
  constexpr std::size_t length = 20000; // cuts rarely coincide
  Genome const a = constant(length, false), b = constant(length, true);
  std::vector<double> counts(5, 0);
  int n_starting_with_a = 0;
  constexpr int n_children = 400;
  for (int k = 0; k < n_children; ++k) {
    Genome const child = cross(a, b, random);
    std::size_t const cuts = n_changes_of_parent(child);
    ASSERT_GE(cuts, 1u);
    ++counts[std::min<std::size_t>(cuts, 5) - 1];
    n_starting_with_a += child.bit(0) ? 0 : 1;
  }
  EXPECT_LT(chi_squared_of_counts(counts, {0.5, 0.25, 0.125, 0.0625, 0.0625}), 18.47); // 4 degrees, 0.001
  EXPECT_NEAR(n_starting_with_a, n_children / 2, 60);
}

TEST(Crossover, CutsAreUniform) {
  Random random(17);
  Genome const a = constant(1000, false), b = constant(1000, true);
  std::vector<double> positions;
  while (positions.size() < 2000) {
    Genome const child = cross(a, b, random);
    if (n_changes_of_parent(child) != 1) continue;
    std::size_t cut = 1;
    while (child.bit(cut) == child.bit(0)) ++cut;
    positions.push_back((static_cast<double>(cut) - 0.5) / 999);
  }
  EXPECT_LT(kolmogorov_smirnov(positions), max_kolmogorov_smirnov);
}

TEST(Crossover, ChildrenOfEqualParentsAreEqual) {
  Random random(1);
  Genome const parent = Genome::from_letters("CACGTTGCA");
  for (int k = 0; k < 50; ++k) EXPECT_EQ(cross(parent, parent, random), parent);
}

TEST(Crossover, FillsShorterParentsWithFalseBits) {
  Random random(1);
  Genome const shorter({true}), longer({true, true, true, true});
  for (int k = 0; k < 50; ++k) {
    Genome const child = cross(shorter, longer, random);
    EXPECT_EQ(child.size(), 4u);
    EXPECT_TRUE(child.bit(0));
  }
}

// Table 4 of the paper.
TEST(Triangulation, HasTheTruthTableOfThePaper) {
  Genome const base({0, 0, 0, 0, 1, 1, 1, 1}), secondary({0, 0, 1, 1, 0, 0, 1, 1}), primary({0, 1, 0, 1, 0, 1, 0, 1});
  EXPECT_EQ(triangulate(base, secondary, primary), Genome({0, 1, 1, 1, 0, 0, 0, 1}));
  EXPECT_EQ(triangulate(base, primary, secondary), triangulate(base, secondary, primary));
}

TEST(Triangulation, CombinesIndependentChanges) {
  Genome const base = Genome::from_letters("CACGTACGT");
  Genome first = base, second = base, both = base;
  first.set_bit(1, !base.bit(1));
  both.set_bit(1, !base.bit(1));
  second.set_bit(14, !base.bit(14));
  both.set_bit(14, !base.bit(14));
  EXPECT_EQ(triangulate(base, first, second), both);
}

} // namespace
