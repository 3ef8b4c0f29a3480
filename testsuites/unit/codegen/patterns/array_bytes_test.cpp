// Tests the estimated memory of arrays.
#include "codegen/patterns/array_bytes.hpp"

#include <gtest/gtest.h>

namespace chemora::patterns {
namespace {

double bytes_of(std::string const& text, Inputs const& inputs = {}) {
  return array_bytes(read_program({"t.pat", text}), inputs, 100);
}

TEST(ArrayBytes, ContainMapsWithExtentsOfParameters) {
  EXPECT_EQ(bytes_of("parameter int n = 1000\noutput a = map(i < n, j in 1 .. 2 * n: real(i + j))"), 8 * 1000 * 2000.0);
  EXPECT_EQ(bytes_of("parameter int n = 1\noutput a = map(i < n: real(i))", {.parameters = {{"n", 50}}}), 400);
  EXPECT_EQ(bytes_of("structure P { real x, int n }\nlet a = map(i < 10: P(1.0, i))\nvar b = map(i < 5: i)\n"
                     "repeat k < 3 {\n  let c = map(i < 7: i)\n  b[0] = c[k]\n}\noutput s = a[0].n + b[0]"),
            8 * (20 + 5 + 7));
}

TEST(ArrayBytes, ContainPointsOfThisProcessAndInputs) {
  Inputs const inputs{.arrays = {{"v", {{3}, {1, 2, 3}}}}, .points = {10, 10, 10}};
  EXPECT_EQ(bytes_of("grid real f = \"f\"\ninput real v[n]\nlet a = map(c in grid: f[c] + v[0])\noutput s = sum(a)"
                     "\noutput b = map(i < points_x: 1.0)",
                     inputs),
            8 * (3 + 100 + 10));
}

TEST(ArrayBytes, ContainInnerResultsOfOneIteration) {
  std::string const start = "parameter int n = 1000\noutput s = map(i < 20: let w = map(j < n: exp(1.0 * i * j)); ";
  EXPECT_EQ(bytes_of(start + "sum(w))"), 8 * 20);
  EXPECT_EQ(bytes_of(start + "sum(w) / max(w))"), 8 * (20 + 1000));
  EXPECT_EQ(bytes_of(start + "sum(w) / max(w))\noutput t = map(i < 20: let w = map(j < 3: exp(1.0 * i * j)); sum(w) / "
                             "max(w))"),
            8 * (20 + 20 + 1000))
      << "one statement after another";
}

TEST(ArrayBytes, ContainMembersOfFiltersAndGroupsInsidePatterns) {
  std::string const start = "parameter int n = 1000\noutput s = map(i < 20: ",
                    filter = "filter(j < n: mod(i * j, 3) > 0)";
  EXPECT_EQ(bytes_of(start + "sum(x in " + filter + ": 1.5 * x))"), 8 * (20 + 1000));
  EXPECT_EQ(bytes_of(start + "size(" + filter + "))"), 8 * 20) << "only counted";
  EXPECT_EQ(bytes_of(start + "let g = groupBy(j < n by mod(i * j, 7) into 7: 1.5 * j); max(h in g: sum(h)))"),
            8 * (20 + 1000) + 4 * (1000 + 7 + 2));
}

TEST(ArrayBytes, OmitValuesThatAreNotStored) {
  EXPECT_EQ(bytes_of("grid real f = \"f\"\noutput s = sum(map(c in grid: f[c]))\nlet a = filter(c in grid: f[c] > 0)\n"
                     "output n = size(a)\noutput b = map(c in a: f[c])"),
            0);
}

} // namespace
} // namespace chemora::patterns
