// Loops with separate boundaries have the results of the loops before, and no limits inside.
#include "codegen/emit/separate_boundaries.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

using Arrays = std::map<std::string, std::vector<double>>;

ir::LoopTree tree_of(std::string const& body) {
  ir::LoopTree tree = ir::parse_loop_tree("tree k {\n  parameter int32 n\n  array a real64 [n] argument\n"
                                          "  array b real64 [n] argument\n" +
                                          body + "}\n");
  ir::verify(tree, "test");
  return tree;
}

std::string const rows = "  for k from 0 to (n - 1)/8\n    for i from 0 to min(7, n - 8*k - 1) vector extent 8\n";

std::string separated(std::string const& body) { return to_text(emit::with_separate_boundaries(tree_of(body))); }

/// Expects the same results for arrays of many sizes, and that the pass changes the tree.
void expect_equal_results(std::string const& body) {
  ir::LoopTree const tree = tree_of(body), changed = emit::with_separate_boundaries(tree);
  ir::verify(changed, "separate boundaries");
  EXPECT_NE(to_text(tree), to_text(changed)) << body;
  for (long n = 1; n <= 40; ++n) {
    Arrays start;
    for (long i = 0; i < n; ++i) {
      start["a"].push_back(static_cast<double>(i * i % 11) + 0.1);
      start["b"].push_back(static_cast<double>(-i));
    }
    Arrays expected = start, found = start;
    interpret(tree, {{"n", static_cast<double>(n)}}, expected);
    interpret(changed, {{"n", static_cast<double>(n)}}, found);
    EXPECT_EQ(found, expected) << n << " elements\n" << to_text(changed);
  }
}

TEST(SeparateBoundaries, HaveVectorsOfConstantLengthBetween) {
  std::string const body = rows + "      b[8*k + i] = a[8*k + i] + 1.0\n";
  expect_equal_results(body);
  EXPECT_THAT(separated(body), HasSubstr("to min((n - 1)/8, (n - 8)/8)\n    for i from 0 to 7 vector"));
  EXPECT_THAT(separated(body), HasSubstr("for k from max(0, (n - 7)/8) to (n - 1)/8\n"));
}

TEST(SeparateBoundaries, HaveSubscriptsWithoutLimitsBetween) {
  std::string const body = rows + "      b[8*k + i] = a[maximum(8*k + i - 2, 0)] + a[minimum(8*k + i + 3, n - 1)]\n";
  expect_equal_results(body);
  EXPECT_THAT(separated(body), HasSubstr("b[8 * k + i] = a[8 * k + i - 2] + a[8 * k + i + 3]\n"));
  std::string const both = rows + "      b[8*k + i] = a[minimum(maximum(8*k + i - 9, 0), n - 1)]\n";
  expect_equal_results(both);
  EXPECT_THAT(separated(both), HasSubstr("b[8 * k + i] = a[8 * k + i - 9]\n"));
}

TEST(SeparateBoundaries, ChangeFallingSubscripts) {
  std::string const body =
      rows + "      b[8*k + i] = a[maximum(n - 3 - 8*k - i, 0)] + a[minimum(n - 8*k - i, n - 1)]\n";
  expect_equal_results(body);
  EXPECT_THAT(separated(body), HasSubstr("= a[n - 3 - 8 * k - i] + a[n - 8 * k - i]\n"));
}

TEST(SeparateBoundaries, KeepTheOrderOfSums) {
  expect_equal_results("  buffer s real64 [8] registers\n  for i from 0 to 7 vector extent 8\n    s[i] = 0.0\n" + rows +
                       "      s[i] = s[i] * 0.5 + a[8*k + i]\n  b[0] = s[0]\n");
}

TEST(SeparateBoundaries, HaveTheirOwnTemporaries) {
  std::string const declaration = "  buffer x real64 [] registers copies k, i\n";
  std::string const body = declaration + rows + "      x = a[8*k + i]\n      b[8*k + i] = x * x\n";
  expect_equal_results(body);
  EXPECT_THAT(separated(body), HasSubstr("b[8 * k + i] = x_at_boundary * x_at_boundary\n"));
  std::string const earlier = declaration + rows + "      if 0 < k\n        x = a[8*k + i]\n      b[8*k + i] = x\n";
  EXPECT_EQ(separated(earlier), to_text(tree_of(earlier)));
}

TEST(SeparateBoundaries, ExistOnlyIfTheLimitDependsOnTheLoop) {
  std::string const loop = "  for k from 0 to n - 1\n    for i from 0 to ",
                    declaration = "  buffer m int32 [] registers\n";
  for (std::string const& body :
       {loop + "min(7, n - 1) vector extent 8\n      b[i] = b[i] + a[k]\n", // the same lanes in all iterations
        loop + "7 vector extent 8\n      b[k] = a[maximum(i, n - 1)]\n",    // the same limit in all iterations
        loop + "min(7, n - k - 1)\n      b[k + i] = a[k]\n",                // no vectors
        loop + "min(7, n - k - 1) vector extent 8\n      for j from 0 to i\n        b[k + i] = a[j]\n    b[k] = 0.0\n",
        declaration + "  m = 5\n" + loop + "min(7, m - k) vector extent 8\n      m = k\n      b[k] = a[k]\n"})
    EXPECT_EQ(separated(body), to_text(tree_of(body)));
}

} // namespace
