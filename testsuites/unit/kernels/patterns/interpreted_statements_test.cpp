// Tests which statements are interpreted, and the reasons that reports state.
#include "testsuites/support/interpreted_place.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

#include <gmock/gmock.h>

namespace chemora::patterns {
namespace {

std::string const inputs_of_statements = "input real a[n]\ninput int k[n]\ninput real m[rows, columns]\n";
Inputs const numbers{
    .arrays = {{"a", {{4}, {1, -2, 3, 0.5}}}, {"k", {{4}, {0, 2, 1, 1}}}, {"m", {{2, 3}, {1, 0, 2, 5, 1, 2}}}}};

/// Returns the reasons why statements of a program are interpreted.
std::vector<std::string> reasons_of(std::string const& text) {
  testing_support::InterpretedPlace place(false);
  std::vector<std::string> reasons;
  for (RunReport::Value const& value : expect_equal_outputs(inputs_of_statements + text, numbers, place).values)
    if (!value.reason.empty()) reasons.push_back(value.reason);
  return reasons;
}

TEST(InterpretedStatements, NameThePatternWhoseErrorsAreNotDescribed) {
  std::string const rule = " with a subscript, divisor or size that may be invalid.";
  EXPECT_THAT(reasons_of("output s = iterate(x from 0.0, i < 2: x + a[k[i]])"),
              testing::ElementsAre("t.pat:4:47: There is no kernel for iterate" + rule));
  EXPECT_THAT(reasons_of("output s = zipWith(x in a, y in k: div(6, y + 1))"),
              testing::ElementsAre("t.pat:4:36: There is no kernel for zipWith" + rule));
  EXPECT_THAT(reasons_of("output s = reduce(i < n: k[i] with (l, r: k[mod(l + r, 4)]) from 0)"),
              testing::ElementsAre("t.pat:4:45: There is no kernel for reduce" + rule));
}

TEST(InterpretedStatements, NameTheArrayWhoseSizeIsUnknown) {
  EXPECT_THAT(reasons_of("let groups = groupBy(i < n by k[i] into 3: a[i])\nlet h = groups[1]\n"
                         "output s = sum(i < 2: h[i])"),
              testing::Contains("t.pat:6:25: There is no kernel for subscripts of `h`, whose size follows from data."));
  EXPECT_THAT(
      reasons_of("output s = map(row in m: (if row[0] > 0 then row else [1.0])[0])"),
      testing::ElementsAre("t.pat:4:62: There is no kernel for subscripts of an array whose size follows from data."));
}

TEST(InterpretedStatements, HaveAPosition) {
  EXPECT_THAT(
      reasons_of("var x = 0\nrepeat step < 3 until size(filter(row in filter(row in m: row[0] > 0.5): row[1] > x)) "
                 "> 1 { x = x + 1 }\noutput s = x"),
      testing::ElementsAre("t.pat:5:56: There is no kernel for sizes that follow from data."));
}

TEST(InterpretedStatements, AreNoneWithNonlinearExtents) {
  testing_support::InterpretedPlace place(false);
  Inputs const inputs{.arrays = {{"a", {{2, 3}, {1, -2, 3, 0.5, 4, 5}}}, {"b", {{6}, {3, 1, 4, 1, 5, 9}}}}};
  RunReport const report = expect_equal_outputs("input real a[n, m]\ninput real b[n * m]\n"
                                                "let w = map(i < n * n: b[i] * 2)\nvar v = w\n"
                                                "foreach (i < n) { v[i + 1] = b[n * m - 1 - i] }\n"
                                                "output s = sum(x in b: x * a[0, 0])\n"
                                                "output t = map(i < n, j < m: a[i, j] + b[i * m + j] + w[i])\n"
                                                "output u = map(x in w: x - v[0])\noutput x = v",
                                                inputs, place);
  for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
}

} // namespace
} // namespace chemora::patterns
