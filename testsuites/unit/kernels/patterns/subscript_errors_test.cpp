// Tests that kernels report the errors of the interpreter where subscripts and sizes do not follow from loops alone.
#include "testsuites/support/errors.hpp"
#include "testsuites/support/interpreted_place.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

#include <gmock/gmock.h>

namespace chemora::patterns {
namespace {

struct Errors {
  std::string expected{}, found{};
  bool are_outputs_equal = false;
  std::string notes{};
};

Inputs const three_rows{.arrays = {{"m", {{3, 4}, {1, 0, 2, 0, 0, 1, 5, 1, 2, 3, 1, 0}}}, {"k", {{4}, {0, 2, 1, 1}}}}};
Inputs const three_empty_rows{.arrays = {{"m", {{3, 0}, {}}}, {"k", {{0}, {}}}}};

/// Runs a program with a matrix, and with as many integers as it has columns.
Errors errors_of(std::string const& text, Inputs const& inputs = three_rows) {
  testing_support::InterpretedPlace place(false);
  Program const program = read_program({"t.pat", "input real m[rows, columns]\ninput int k[columns]\n" + text});
  ProgramRunner runner(program, place);
  std::vector<Output> expected, found;
  Errors errors{.expected = testing_support::error_of([&] { expected = interpret(program, inputs); }),
                .found = testing_support::error_of([&] { found = runner.run(inputs); })};
  errors.notes = runner.notes();
  errors.are_outputs_equal = !found.empty() && !expected.empty() && found[0].columns == expected[0].columns;
  return errors;
}

std::string rows(std::string const& body) { return "output s = map(i < rows: " + body + ")"; }

TEST(SubscriptErrors, AreThoseOfTheInterpreter) {
  for (std::string const& text : {
           rows("let j = i - 1000000; m[j, 0]"),
           rows("let j = i + 1; sum(m[j, *])"),
           rows("let j = i + 1; let l = 2 * j; sum(filter(y in m[l, *]: y > 0))"),
           std::string("var v = map(i < rows: 0.0)\nforeach (i < rows) { let j = i + 1 v[j] = 2 }\noutput s = v"),
           rows("iterate(x from 0, q < 9: x + 1 + 0 * int(m[0, x]))"),
           rows("iterate(x from 0, q < 9 while m[0, x] < 9: x + 1)"),
           rows("iterate(x from 0, q < 3: x + 1 + sum(j < x + 3: k[j]))"),
           rows("count(x in filter(x in k: mod(5, x) > 0), j < 0: x > 2)"),
           rows("let g = groupBy(x in k by x into 3: x); g.first[4]"),
           rows("let g = groupBy(x in k by x into 3: x); g.keys[3]"),
           rows("let w = map(j < columns: 2 * j); w[i + 2]"),
           rows("map(j < 3: m[i, j])[i + 1]"),
           rows("sum(j < columns: let w = map(q < 3: q); w[j])"),
           rows("count(x in m[i - 1, *]: true)"),
           rows("sum(zipWith(x in m[i - 1, *], y in k: y))"),
           rows("sum(x in map(j < columns: m[i, j + 2]): 1)"),
           rows("mod(3, k[i] + 7) + (if m[i + 100000000, 0] > 0 then mod(3, k[i] + 7) else 2)"),
           rows("k[min(i - (-2147483647), 0)]"),
           rows("let j = k[i + 2]; 5"),
       }) {
    Errors const errors = errors_of(text);
    EXPECT_NE(errors.expected, "no error") << text;
    EXPECT_EQ(errors.found, errors.expected) << text;
  }
}

TEST(SubscriptErrors, AreNotReportedForValuesThatTheProgramDoesNotUse) {
  for (std::string const& text : {
           rows("let w = map(j < 2: m[i, j + 2]); if i > 5 then w[3] else 1"),
           rows("let g = groupBy(x in k by x into rows - 8: x); g.first[0]"),
           rows("sum(j < rows * 1431655765: m[i, j])"), // -1 as an int
           rows("sum(j < rows * 1431655766: m[i, j])"), // 2
           rows("sum(j < 0 - (-2147483647 - 1): m[i, j])"),
       }) {
    Errors const errors = errors_of(text);
    EXPECT_EQ(errors.expected, "no error") << text;
    EXPECT_EQ(errors.found, errors.expected) << text;
    EXPECT_TRUE(errors.are_outputs_equal) << text;
  }
}

TEST(SubscriptErrors, OfArraysThatDependOnConditionsNeedNoElements) {
  for (std::string const& text : {
           std::string("output s = if rows > 2 then m[5, *] else m[0, *]"),
           std::string("output s = if k[0] > 0 then m[0, *] else m[1, *]"),
           std::string("output s = sum(if rows < 2 then m[0, *] else m[3, *])"),
           std::string("output s = sum(if mod(rows, columns) > 0 then m[0, *] else m[1, *])"),
           std::string("output s = sum(if rows > 2 then map(x in m[9, *]: 2 * x) else m[0, *])"),
           std::string("output s = sum(if rows > 2 then (let j = k[0]; m[j, *]) else m[0, *])"),
           rows("sum(if i < 2 then m[i, *] else m[i + 1, *])"),
           rows("sum(if i < 2 then (if k[i] > 0 then m[0, *] else m[1, *]) else m[2, *])"),
       }) {
    Errors const errors = errors_of(text, three_empty_rows);
    EXPECT_NE(errors.expected, "no error") << text;
    EXPECT_EQ(errors.found, errors.expected) << text;
    EXPECT_THAT(errors.notes, testing::Not(testing::HasSubstr("interpreted"))) << text;
  }
  for (std::string const& text : {
           std::string("output s = if rows > 5 then m[5, *] else m[0, *]"),
           std::string("output s = sum(if rows < 2 and k[0] > 0 then m[7, *] else m[1, *])"),
           rows("sum(j < columns: sum(if k[j] > 0 then m[9, *] else m[0, *]))"),
       }) {
    Errors const errors = errors_of(text, three_empty_rows);
    EXPECT_EQ(errors.expected, "no error") << text;
    EXPECT_EQ(errors.found, errors.expected) << text;
    EXPECT_THAT(errors.notes, testing::Not(testing::HasSubstr("interpreted"))) << text;
  }
}

// Each subscript is a part of the conditions for the errors of all subscripts around it.
TEST(SubscriptErrors, OfDeeplyNestedSubscriptsAreFoundQuickly) {
  std::string subscript = "i";
  for (int depth = 0; depth < 40; ++depth) subscript = "k[" + subscript + "]";
  Errors const errors = errors_of(rows(subscript));
  EXPECT_EQ(errors.expected, "no error");
  EXPECT_EQ(errors.found, "no error");
  EXPECT_TRUE(errors.are_outputs_equal);
}

} // namespace
} // namespace chemora::patterns
