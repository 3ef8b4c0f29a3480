// Tests the names of statements in kernels, and mappings that are requested by these names.
#include "testsuites/support/errors.hpp"
#include "testsuites/support/interpreted_place.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

#include <gmock/gmock.h>

namespace chemora::patterns {
namespace {

using testing_support::InterpretedPlace;

Inputs const numbers = many_numbers(7, 1);

TEST(ProgramRunner, HasMappingsOfSingleStatements) {
  InterpretedPlace place(true);
  Program const program = read_program({"t.pat", declarations + "let b = map(x in a: sum(y in a: x * y))\n"
                                                                "output s = map(i < n: b[i])\n"
                                                                "output table t(u = map(x in b: 2 * x))"});
  std::vector<Output> const expected = interpret(program, numbers);
  auto const run = [&](std::map<std::string, std::string> const& mappings) {
    ProgramRunner runner(program, place, {.mappings = mappings});
    EXPECT_EQ(runner.run(numbers).at(0).columns, expected.at(0).columns);
    return text_of(runner.report());
  };
  EXPECT_THAT(run({{"b", "y 2 span 3 / sequential"}, {"t_u", "x 8 span 1"}}),
              testing::AllOf(testing::HasSubstr("b: y 2 span 3 / sequential\n"),
                             testing::HasSubstr("t_u: x 8 span 1\n"), testing::HasSubstr("s: x ")));
  EXPECT_THAT(testing_support::error_of([&] {
                run({{"b", "y 2 span 3"}});
              }),
              testing::HasSubstr("`b` cannot have the requested mapping `y 2 span 3`. "));
}

TEST(ProgramRunner, NumbersTheValuesOfAVariable) {
  InterpretedPlace place(false);
  Program const program = read_program({"t.pat", declarations + "var x = map(i < n: 0.0)\n"
                                                                "x = map(i < n: sum(j < n: a[j] * k[i]))\n"
                                                                "output s = x"});
  ProgramRunner runner(program, place, {.mappings = {{"x_2", "y 2 span 1 / sequential"}}});
  EXPECT_EQ(runner.run(numbers).at(0).columns, interpret(program, numbers).at(0).columns);
  EXPECT_THAT(text_of(runner.report()), testing::HasSubstr("x_2: y 2 span 1 / sequential\n"));
}

// `result` is the name of an argument of the kernels.
TEST(ProgramRunner, PermitsAVariableResult) {
  InterpretedPlace place(false);
  expect_equal_outputs(declarations + "let result = map(x in a: 2 * x)\noutput s = map(x in result: x + 1)\n"
                                      "let g = groupBy(x in result by int(x) into 3)\noutput t = map(h in g: sum(h))",
                       numbers, place);
  expect_equal_outputs(declarations + "let result = groupBy(x in a by int(x) into 3)\n"
                                      "output t = map(h in result: sum(h))\nvar order = a\n"
                                      "foreach (i < n) { order[i] = order[0] }\noutput s = order",
                       numbers, place);
  expect_equal_outputs(declarations + "var conflict = a\nforeach (i < n) { conflict[max(k[i], 0)] = 1.0 }\n"
                                      "output s = conflict",
                       numbers, place);
}

} // namespace
} // namespace chemora::patterns
