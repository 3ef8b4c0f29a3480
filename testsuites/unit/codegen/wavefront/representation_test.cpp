#include "codegen/wavefront/representation.hpp"

#include "codegen/recursion/recursion.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace chemora::wavefront {
namespace {

constexpr char const* program = R"(
alphabet dna = "ACGT"
int d(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)
  else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1
int h(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else 0 max (h(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max e(i, j)
int e(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (h(i, j - 1) - 12) max (e(i, j - 1) - 1)
int search(matrix[dna] m, seq[dna] q, seq[dna] t) = max(i in index[q], j in index[t]: h(i, j))
int last(matrix[dna] m, seq[dna] q, seq[dna] t) = h(length(q), length(t))
int g(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 then -2 * j else if j == 0 then -2 * i
  else (g(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max (g(i - 1, j) - 2) max (g(i, j - 1) - 2)
int pairs(seq[dna] s, index[s] i, index[s] j) =
  if j <= i + 1 then 0 else (pairs(i + 1, j - 1) + 1) max max(k in i + 1 .. j - 1: pairs(i, k) + pairs(k, j))
int fold(seq[dna] s) = pairs(0, length(s))
int fall(seq[dna] s, index[s] i) = if i == 0 then 5 else fall(i - 1) + fall(i - 1) - 10
int banded(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i > j + 2 then infinity else if i == 0 then j else if j == 0 then i
  else (banded(i - 1, j) min banded(i, j - 1) min banded(i - 1, j - 1)) + 1
int rising(seq[dna] s, index[s] i) = if i == 0 then 0 else rising(i - 1) + (i - 3)
int affine(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 and j == 0 then 0 else if i == 0 then left(i, j) else if j == 0 then above(i, j)
  else (affine(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max left(i, j) max above(i, j)
int left(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (affine(i, j - 1) - 12) max (left(i, j - 1) - 1)
int above(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 then -infinity else (affine(i - 1, j) - 12) max (above(i - 1, j) - 1)
)";

recursion::System system_of(std::string const& function) {
  return recursion::read_system({"test.rec", program}, function);
}

InputLimits limits(recursion::System const& system, double length) {
  InputLimits result{.sizes = {}, .arrays = {{"m", {-4, 11}}}};
  for (std::string const& size : system.sizes) result.sizes[size] = {0, length};
  for (recursion::InputArray const& array : system.arrays) result.arrays.try_emplace(array.name, Interval{0, 3});
  return result;
}

RepresentationOrReason form(std::string const& function, ir::Type type, double length) {
  recursion::System const system = system_of(function);
  return representation(system, type, limits(system, length));
}

void expect_range(std::string const& function, std::string const& of, double lower, double upper) {
  recursion::System const system = system_of(function);
  InputLimits const limits_of_system = limits(system, 100);
  ValueRange const range = ValueRanges(system, limits_of_system).of(of);
  EXPECT_EQ(range.finite.lower, lower) << of;
  EXPECT_EQ(range.finite.upper, upper) << of;
}

TEST(ValueRanges, FollowFromCasesAndLengths) {
  expect_range("search", "h", 0, 11 * 100);
  expect_range("search", "e", -12, 11 * 99 - 12);
  expect_range("d", "d", 0, 200);
  expect_range("g", "g", -2 * 100 - 2 * 100, 11 * 100);
  expect_range("fold", "pairs", 0, HUGE_VAL);
  expect_range("fall", "fall", -HUGE_VAL, 5);
  expect_range("rising", "rising", -2 * 100, 97 * 100);
  expect_range("affine", "affine", -12 * 200, 11 * 100);
}

TEST(ValueRanges, KnowWhichTablesAreInfinite) {
  recursion::System const system = system_of("search");
  InputLimits const limits_of_system = limits(system, 100);
  ValueRanges const ranges(system, limits_of_system);
  EXPECT_TRUE(ranges.of("e").can_be_minus_infinity);
  EXPECT_FALSE(ranges.of("h").can_be_minus_infinity);
  EXPECT_FALSE(ranges.of("e").can_be_infinity);
}

// The values of e from -13 to -1 are stored, and 0 stands for -infinity.
TEST(Representations, OfLocalAlignmentsReportTheLimitOfTheType) {
  for (double const length : {100., 1e6}) {
    auto const bytes = form("search", ir::Type::int8, length).representation;
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->offset, -128 + 13);
    EXPECT_EQ(bytes->minus_infinity, 0);
    EXPECT_EQ(bytes->checked, std::set<std::string>{"h"});
    EXPECT_TRUE(has_free_checks(system_of("search"), *bytes));
  }
  auto const last = form("last", ir::Type::int8, 100).representation;
  ASSERT_TRUE(last);
  EXPECT_FALSE(has_free_checks(system_of("last"), *last)) << "the result is one element";
  auto const shorts = form("search", ir::Type::int16, 100).representation;
  ASSERT_TRUE(shorts);
  EXPECT_TRUE(shorts->checked.empty());
}

TEST(Representations, OfGlobalAlignmentsWithAffineGapsHaveLimits) {
  EXPECT_EQ(form("affine", ir::Type::int16, 1000).reason, "`affine` increases values without a known lower limit");
  EXPECT_TRUE(form("affine", ir::Type::int32, 1e6).representation);
}

TEST(Representations, OfDistancesLimitResults) {
  auto const bytes = form("d", ir::Type::int8, 1000).representation;
  ASSERT_TRUE(bytes);
  EXPECT_TRUE(bytes->limits_results);
  EXPECT_TRUE(bytes->checked.empty());
  EXPECT_EQ(bytes->offset, -128);
  EXPECT_FALSE(form("d", ir::Type::int16, 1000).representation->limits_results);
}

TEST(Representations, DistinguishInfinityFromLargeValues) {
  EXPECT_EQ(form("banded", ir::Type::int8, 1000).reason, "int8 does not distinguish infinity from large values");
  auto const shorts = form("banded", ir::Type::int16, 1000).representation;
  ASSERT_TRUE(shorts);
  EXPECT_TRUE(shorts->has_infinity);
  EXPECT_FALSE(shorts->limits_results);
}

TEST(Representations, OfTypeReal64NeedKnownLimits) {
  EXPECT_TRUE(form("g", ir::Type::real64, 1e9).representation);
  EXPECT_EQ(form("g", ir::Type::int32, 1e9).reason, "`g` has no known lower limit");
  EXPECT_EQ(form("g", ir::Type::real64, 1e15).reason, "values of `g` may exceed 9007199254740991");
  EXPECT_EQ(form("fall", ir::Type::real64, 10).reason, "values of `fall` may exceed 9007199254740991");
}

TEST(Representations, NeedALowerLimit) {
  EXPECT_EQ(form("g", ir::Type::int8, 10).representation->offset, 0);
  EXPECT_EQ(form("g", ir::Type::int8, 1000).reason, "`g` increases values without a known lower limit");
  EXPECT_TRUE(form("g", ir::Type::int32, 1000).representation);
  EXPECT_EQ(form("fall", ir::Type::int32, 10).reason, "`fall` has no known lower limit");
}

TEST(Representations, OfSumsOfValuesAreWide) {
  EXPECT_EQ(form("fold", ir::Type::int8, 10).reason, "`pairs` has a reduction");
  auto const wide = form("fold", ir::Type::int32, 10).representation;
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->checked, std::set<std::string>{"pairs"});
}

} // namespace
} // namespace chemora::wavefront
