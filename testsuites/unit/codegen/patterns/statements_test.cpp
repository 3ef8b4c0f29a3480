// Tests variables, effects and repetition with results that are known.
#include "testsuites/unit/codegen/patterns/outputs.hpp"

namespace chemora::patterns {
namespace {

TEST(Statements, ForeachReadsTheValuesFromBefore) {
  EXPECT_EQ(numbers_of(R"(
var a = map(i < 5: i)
foreach (i in 1 .. 4) { a[i] = a[i - 1] * 10 }
output r = a)"),
            (Numbers{0, 0, 10, 20, 30}));
}

TEST(Statements, ForeachNestsAndHasConditions) {
  EXPECT_EQ(numbers_of(R"(
var a = map(i < 3, j < 2: 0)
foreach (i < 3) {
  let twice = 2 * i
  if i == 1 { a[i, 0] = -1 } else if i == 2 { a[i, 1] = 7 } else {
    foreach (j < 2) { a[i, j] = twice + j + 3 }
  }
}
output r = a)"),
            (Numbers{3, 4, -1, 0, 0, 7}));
}

TEST(Statements, UpdatesCombineAllIterations) {
  auto const outputs = outputs_of(R"(
var hits = map(b < 3: 0)
var least = map(b < 3: 1.5)
var n = 0
foreach (i < 10) {
  hits[mod(i, 3)] += 1
  least[mod(i, 3)] min= real(i) - 3
  n max= i
}
n += 1
output h = hits
output l = least
output m = n)");
  EXPECT_EQ(outputs[0].columns[0].second.numbers, (Numbers{4, 3, 3}));
  EXPECT_EQ(outputs[1].columns[0].second.numbers, (Numbers{-3, -2, -1}));
  EXPECT_EQ(outputs[2].columns[0].second.numbers, (Numbers{10}));
}

TEST(Statements, IterationsThatAssignOneElementAssignEqualValues) {
  std::string const a = "var a = [0, 0]\n";
  EXPECT_EQ(numbers_of(a + "foreach (i < 4) { a[1] = 5 }\noutput r = a"), (Numbers{0, 5}));
  EXPECT_EQ(error_of(a + "foreach (i < 4) { a[1] = i }"),
            "2:19: Iterations of `foreach` assign the different values 0 and 1 to an element of `a`.");
  EXPECT_EQ(error_of(a + "foreach (i < 1) {\n  a[1] = i\n  a[1] += 1\n}"),
            "4:3: An element of `a` is assigned and updated in one `foreach`.");
  EXPECT_EQ(error_of(a + "foreach (i < 3) { a[i] = 0 }"),
            "2:21: The subscript 2 of `a` is outside; allowed are 0 to 1.");
}

TEST(Statements, RepeatEndsAtItsCountOrCondition) {
  EXPECT_EQ(numbers_of("var x = 1\nrepeat k < 5 { x = x * 2 + k }\noutput r = x"), (Numbers{58}));
  EXPECT_EQ(numbers_of("var x = 1\nrepeat k < 100 until y > 20 {\n  let y = 2 * x\n  x = y\n}\noutput r = x"),
            (Numbers{32}));
  EXPECT_EQ(numbers_of("var x = 1\nrepeat k < 0 { x = 2 }\noutput r = x"), (Numbers{1}));
}

TEST(Statements, AssignmentsReplaceWholeArrays) {
  EXPECT_EQ(numbers_of("var a = [1, 2, 3]\na = map(i < 3: a[2 - i])\na[0] = 9\noutput r = a"), (Numbers{9, 2, 1}));
  EXPECT_EQ(error_of("var a = [1, 2, 3]\na = map(i < 2: i)"),
            "2:1: The extents of `a` change from [3] to [2]; a `var` keeps its extents.");
}

TEST(Statements, EliminatesByGauss) {
  std::string const text = R"(
input real m[n, n]
var u = m
repeat k < n - 1 {
  foreach (i in k + 1 .. n - 1, j in k .. n - 1) { u[i, j] = u[i, j] - u[i, k] / u[k, k] * u[k, j] }
}
output r = u)";
  Inputs const inputs{.arrays = {{"m", {{3, 3}, {2, 4, 2, 4, 12, 8, 2, 8, 9}}}}};
  EXPECT_EQ(numbers_of(text, inputs), (Numbers{2, 4, 2, 0, 4, 4, 0, 0, 3}));
}

TEST(Statements, SearchesAGraphBreadthFirst) {
  std::string const text = R"(
parameter int source = 0
input csr int g[n, n]
var cost = map(i < n: if i == source then 0 else -1)
var has_changed = true
repeat level < n until not has_changed {
  let frontier = filter(i < n: cost[i] == level)
  foreach (i in frontier) {
    foreach (k in row(g, i)) {
      if cost[g.column[k]] < 0 { cost[g.column[k]] = level + 1 }
    }
  }
  has_changed = size(frontier) > 0
}
output c = cost)";
  // 0 -> 1, 2; 1 -> 3; 2 -> 3; 3 -> 0; 4 -> 0
  Inputs const inputs{.arrays = {{"g.first", {{6}, {0, 2, 3, 4, 5, 6}}},
                                 {"g.column", {{6}, {1, 2, 3, 3, 0, 0}}},
                                 {"g.value", {{6}, {1, 1, 1, 1, 1, 1}}}}};
  EXPECT_EQ(numbers_of(text, inputs), (Numbers{0, 1, 1, 2, -1}));
}

TEST(Inputs, PrintTheRangesOfParameters) {
  std::string const text = "parameter int k = 1 in 1 .. *\nparameter real x = 0.5 in * .. 2.0\n"
                           "parameter real y = 3.0 in -1.0 .. 4.5\noutput s = real(k) + x + y\n";
  std::string const printed = to_text(read_program({"t.pat", text}));
  EXPECT_EQ(printed.substr(0, printed.find("output")), text.substr(0, text.find("output")));
}

TEST(Inputs, MustFitTheDeclarations) {
  std::string const text =
      "parameter int k = 1 in 1 .. 5\ninput real a[n]\ninput real b[n + 1]\noutput s = sum(a) + sum(b) + k";
  Inputs const good{.parameters = {{"k", 2}}, .arrays = {{"a", {{2}, {1, 2}}}, {"b", {{3}, {1, 2, 3}}}}};
  EXPECT_EQ(numbers_of(text, good), (Numbers{11}));
  Inputs wrong = good;
  wrong.arrays["b"].extents = {2};
  EXPECT_EQ(error_of(text, wrong), "3:12: Axis 0 of the input `b` has 2 elements; other inputs require 3.\n"
                                   "3:12: The input `b` has 3 numbers; its extents require 2.");
  wrong = good;
  wrong.arrays.erase("a");
  EXPECT_EQ(error_of(text, wrong), "2:12: The input `a` is missing.");
  wrong = good;
  wrong.arrays["bb"] = {{1}, {1}};
  EXPECT_EQ(error_of(text, wrong), "0:0: The program has no input `bb`. Did you mean `b`?");
  wrong = good;
  wrong.parameters = {{"j", 1}};
  EXPECT_EQ(error_of(text, wrong), "0:0: The program has no parameter `j`. Did you mean `k`?");
  wrong.parameters = {{"k", 1.5}};
  EXPECT_EQ(error_of(text, wrong), "1:15: The value 1.5 of the parameter `k` is not of type int.");
  wrong.parameters = {{"k", 6}};
  EXPECT_EQ(error_of(text, wrong), "1:15: The value 6 of the parameter `k` is out of range; expected 1 to 5.");
  wrong = good;
  wrong.arrays["a"].extents = {2, 1};
  EXPECT_EQ(error_of(text, wrong), "2:12: The input `a` has 2 axes; expected 1.");
  Inputs const matrix{.arrays = {{"g.first", {{2}, {0, 1}}}, {"g.column", {{1}, {0}}}, {"g.value", {{1}, {5}}}}};
  EXPECT_EQ(error_of("input csr real g[rows, columns]\noutput s = size(g.column) + rows + columns", matrix),
            "1:24: The size `columns` does not follow from the inputs; an input needs it as an extent.");
}

} // namespace
} // namespace chemora::patterns
