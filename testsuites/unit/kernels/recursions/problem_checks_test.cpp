#include "kernels/recursions/problem_checks.hpp"

#include "codegen/wavefront/lowered.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/kernels/recursions/literal_statements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::recursions {
namespace {

using testing::StartsWith;
using namespace tests;

/// Returns the error of the only statement of a program, or "no error".
std::string error(std::string const& text) {
  LiteralStatement const statement = literal_statements("alphabet dna = \"ACGT\"\n" + text).front();
  Problem problem;
  for (auto const& [parameter, codes] : statement.sequences) problem.sequences[parameter] = codes;
  recursion::System const system = wavefront::with_scalars(statement.system, statement.shared.scalars);
  ProblemChecks checks(system, statement.shared.sizes);
  return testing_support::error_of([&] { checks.check({&problem, 1}); });
}

TEST(ProblemChecks, FindCallsOutsideOfTables) {
  std::string const doubles = "int f(int n) = if n < 3 then 1 else f(2 * n - 6)\n";
  EXPECT_EQ(error(doubles + "print f(6)\n"), "no error");
  EXPECT_THAT(
      error(doubles + "print f(7)\n"),
      StartsWith("test.rec:2:37: error: `f(2 * n - 6)` is outside for n = 7: `n` of `f` is 8, but must be between "
                 "0 and 7. Add a condition that excludes such points"));
  // All elements of a table are computed, also those that the result does not need.
  EXPECT_THAT(error("int f(int n) = if n == 0 then 1 else f(n - 2)\nprint f(4)\n"),
              StartsWith("test.rec:2:38: error: `f(n - 2)` is outside for n = 1: `n` of `f` is -1, but must be"));
  EXPECT_THAT(error("int f(int n) = if n == 0 then 1 else f(n + 1)\nprint f(3)\n"),
              StartsWith("test.rec:2:38: error: `f(n + 1)` is outside for n = 3: `n` of `f` is 4, but must be"));
}

TEST(ProblemChecks, FindSubscriptsOutsideOfSequences) {
  std::string const text =
      "int f(seq[dna] s, index[s] i) = if i == 0 then 0 else if s[2 * i - 2] == 'A' then 1 else 0\n";
  EXPECT_EQ(error(text + "print f(\"A\")\n"), "no error");
  EXPECT_THAT(
      error(text + "print f(\"AC\")\n"),
      StartsWith("test.rec:2:59: error: `s[2 * i - 2]` is outside for i = 2: the subscript of `s` is 2, but must "
                 "be between 0 and 1. Add a condition that excludes such points, as in `if 2*i - 2 > length(s) - 1 "
                 "then ... else ...`."));
}

TEST(ProblemChecks, CheckBothValuesOfAChoiceThatDependsOnData) {
  std::string const text =
      "int f(seq[dna] s, index[s] i) = if i < 5 then 0 else if s[i - 1] == 'A' then f(2 * i - 10) else f(i - 1)\n";
  EXPECT_EQ(error(text + "print f(\"CCCCCCCCCC\")\n"), "no error");
  EXPECT_THAT(error(text + "print f(\"CCCCCCCCCCC\")\n"),
              StartsWith("test.rec:2:78: error: `f(2 * i - 10)` is outside for i = 11: `i` of `f` is 12, but must be"));
}

TEST(ProblemChecks, FindResultsOutsideOfTables) {
  std::string const table = "int f(seq[dna] s, index[s] i) = i\n";
  EXPECT_THAT(error(table + "int g(seq[dna] s) = f(length(s) - 3)\nprint g(\"AC\")\n"),
              StartsWith("test.rec:3:5: error: `f(length(s) - 3)` is outside: `i` of `f` is -1, but must be between 0 "
                         "and 2. Add a condition that excludes such points, as in `if length(s) - 3 < 0 then ... else "
                         "...`."));
  EXPECT_THAT(
      error(table + "int g(seq[dna] s) = max(i in 0 .. 5: f(i))\nprint g(\"ACG\")\n"),
      StartsWith("test.rec:3:5: error: `f(i)` is outside for i = 4: `i` of `f` is 4, but must be between 0 and 3."));
  EXPECT_EQ(error(table + "int g(seq[dna] s) = max(i in 0 .. 5: f(i))\nprint g(\"ACGTA\")\n"), "no error");
}

TEST(ProblemChecks, VerifySchedulesOfTheUser) {
  std::string const edit = "int d(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =\n"
                           "  if i == 0 then j else if j == 0 then i else d(i - 1, j) min d(i, j - 1) + 1\n",
                    statement = "print d(\"ACGT\", \"AC\")\n";
  EXPECT_EQ(error(edit + "schedule d: 2 * i + j\n" + statement), "no error");
  EXPECT_THAT(error(edit + "schedule d: i\n" + statement),
              StartsWith("test.rec:3:63: error: The schedule of `d` violates the call `d(i, j - 1)`: `d(0, 0)` has the "
                         "time 0, and `d(0, -1)` has the time 0, which it calls."));
  std::string const partial = error("int a(seq[dna] s, index[s] i) = if i == 0 then 0 else b(i - 1)\n"
                                    "int b(seq[dna] s, index[s] i) = a(length(s) - i) + 1\nschedule a: i\n"
                                    "print a(\"ACG\")\n");
  EXPECT_THAT(partial, StartsWith("test.rec:2:5: error: The functions of `a` without a schedule have none that agrees "
                                  "with the given ones. No linear function of the dimensions"));
  EXPECT_THAT(
      partial,
      testing::HasSubstr("for all of the calls `a(length(s) - i)` in `b` (line 3), `b(i - 1)` in `a` (line 2). Add "));
}

} // namespace
} // namespace chemora::recursions
