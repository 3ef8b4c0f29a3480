// The statistics against values of tables, and against the numbers of the Paraiso paper.
#include "kernels/tuning/chi_squared.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace chemora::tuning;

/// Rounded to two decimals, as the paper prints the statistics.
double x2(Contingency const& counts) { return std::round(100 * association(counts).x2) / 100; }

/// Numbers of individuals with d = 0 and of all individuals.
struct Share {
  long contributing, all;
};

/// A search of the paper: the first and last rows of Tables A1 to A7, and rows 1, 2, 3 and 8 of Table A15.
struct Search {
  char const* name;
  Share mutation, crossover, triangulation, total;
  double row_1, row_2, row_3, row_8;
};

constexpr Search searches[] = {
    {"GA-1", {1627, 9495}, {1875, 4333}, {3011, 6850}, {6513, 20678}, 1678.37, 352.27, 736.92, 0.50},
    {"GA-S1", {1304, 15888}, {915, 8650}, {1411, 9763}, {3631, 34302}, 176.82, 0.00, 215.63, 62.38},
    {"GA-DE", {480, 20472}, {430, 9065}, {592, 11711}, {1503, 41249}, 195.35, 40.03, 92.78, 1.06},
    {"GA-D", {785, 33412}, {1099, 15405}, {1680, 19278}, {3565, 68096}, 1101.14, 144.68, 656.16, 29.02},
    {"GA-4", {631, 17052}, {730, 11013}, {940, 12027}, {2302, 40093}, 228.43, 22.07, 136.57, 12.05},
    {"GA-F", {373, 12093}, {329, 4842}, {499, 6120}, {1202, 23056}, 233.27, 31.02, 145.75, 7.15},
    {"GA-F2", {332, 13935}, {314, 4146}, {767, 6767}, {1414, 24849}, 646.90, 32.89, 552.01, 40.75}};

TEST(ChiSquared, ReproducesTheTestsOfBirthsOfThePaper) {
  for (Search const& s : searches) {
    auto const of = [&](Share const& birth) {
      return x2({s.total.all, birth.all, s.total.contributing, birth.contributing});
    };
    EXPECT_EQ(of(s.mutation), s.row_1) << s.name;
    EXPECT_EQ(of(s.crossover), s.row_2) << s.name;
    EXPECT_EQ(of(s.triangulation), s.row_3) << s.name;
    EXPECT_EQ(x2({s.crossover.all + s.triangulation.all, s.crossover.all,
                  s.crossover.contributing + s.triangulation.contributing, s.crossover.contributing}),
              s.row_8)
        << s.name;
  }
}

// Table A8: numbers of individuals of GA-1 by birth and rank, all and with d = 0.
TEST(ChiSquared, ReproducesTheTestsOfRanksOfThePaper) {
  long const slower = 7468 + 934 + 976, equal = 935 + 824 + 2420, faster = 1022 + 1347 + 1293;
  long const slower_0 = 202 + 77 + 20, equal_0 = 516 + 517 + 1593, faster_0 = 856 + 889 + 825;
  long const all = 20678, all_0 = 6513;
  EXPECT_EQ(x2({all, faster, all_0, faster_0}), 3086.23);
  EXPECT_EQ(x2({all, equal, all_0, equal_0}), 2384.30);
  // Individuals without a measured parent count as [<=].
  EXPECT_EQ(x2({all, all - slower - equal - faster, all_0, all_0 - slower_0 - equal_0 - faster_0}), 8.22);
  EXPECT_EQ(x2({all, slower, all_0, slower_0}), 6373.92);
  EXPECT_EQ(x2({824 + 1347 + 2420 + 1293, 824 + 1347, 1347 + 1293, 1347}), 410.39);
  EXPECT_EQ(x2({all_0, 77 + 392 + 517 + 889, faster_0, 889}), 69.73);
  EXPECT_EQ(x2({all_0, 77 + 392 + 517 + 889, equal_0, 517}), 177.77);
  EXPECT_EQ(x2({all_0, 20 + 573 + 1593 + 825, faster_0, 825}), 340.94);
  EXPECT_EQ(x2({all_0, 20 + 573 + 1593 + 825, equal_0, 1593}), 368.68);
}

TEST(ChiSquared, HasASign) {
  EXPECT_FALSE(association({20678, 9495, 6513, 1627}).is_positive);
  EXPECT_TRUE(association({20678, 4333, 6513, 1875}).is_positive);
}

TEST(ChiSquared, IsZeroForConstantsAndIndependentPredicates) {
  EXPECT_EQ(association({10, 10, 4, 4}).x2, 0);
  EXPECT_EQ(association({10, 0, 4, 0}).x2, 0);
  EXPECT_EQ(association({0, 0, 0, 0}).x2, 0);
  EXPECT_NEAR(association({100, 50, 40, 20}).x2, 0, 1e-12);
}

TEST(ChiSquared, TailHasKnownValues) {
  EXPECT_NEAR(chi_squared_tail(10.828, 1), 1e-3, 1e-6);
  EXPECT_NEAR(chi_squared_tail(18.467, 4), 1e-3, 1e-6);
  EXPECT_NEAR(chi_squared_tail(32.909, 12), 1e-3, 1e-6);
  EXPECT_NEAR(chi_squared_tail(37.697, 15), 1e-3, 1e-6);
  EXPECT_NEAR(chi_squared_tail(2, 2), std::exp(-1), 1e-14);
  EXPECT_NEAR(chi_squared_tail(0.1, 1), std::erfc(std::sqrt(0.05)), 1e-14);
  EXPECT_NEAR(chi_squared_tail(9, 1), std::erfc(std::sqrt(4.5)), 1e-15);
  EXPECT_EQ(chi_squared_tail(0, 3), 1);
}

TEST(Families, OfOrderZeroHaveIndependentLetters) {
  EXPECT_NEAR(chi_squared_of_order_0({{"11", 4}, {"12", 8}, {"21", 2}, {"22", 4}}), 0, 1e-12);
  // Two letters are a contingency table.
  EXPECT_NEAR(chi_squared_of_order_0({{"11", 30}, {"12", 10}, {"21", 5}, {"22", 25}}), association({70, 40, 35, 30}).x2,
              1e-12);
  // A missing word counts as zero occurrences.
  EXPECT_NEAR(chi_squared_of_order_0({{"11", 3}, {"22", 3}}), 6, 1e-12);
}

TEST(Families, OfOrderOneDependOnThePredecessorOnly) {
  // p(abc) = p(ab) p(bc) / p(b) for the transition probabilities 1/4 and 3/4 from either letter.
  WordCounts const chain{{"111", 1}, {"112", 3}, {"121", 9}, {"122", 3},
                         {"211", 3}, {"212", 9}, {"221", 3}, {"222", 1}};
  EXPECT_NEAR(chi_squared_of_order_1(chain), 0, 1e-12);
  WordCounts triples = chain;
  triples["111"] += 10;
  EXPECT_NEAR(chi_squared_of_order_1(triples), association({26, 14, 14, 11}).x2, 1e-12); // words with the middle 1
}

TEST(Families, PrefixesAreContingencies) {
  WordCounts const words{{"11", 30}, {"12", 10}, {"21", 5}, {"22", 25}};
  auto const result = association_of_prefix(words, "2", '2');
  EXPECT_NEAR(result.x2, association({70, 30, 35, 25}).x2, 1e-12);
  EXPECT_TRUE(result.is_positive);
  EXPECT_FALSE(association_of_prefix(words, "1", '2').is_positive);
}

} // namespace
