// Tests expressions of grid functions that users write in parameter files.
#include "codegen/patterns/expressions.hpp"
#include "testsuites/unit/codegen/patterns/outputs.hpp"

namespace chemora::patterns {
namespace {

std::map<std::string, std::string> const fields{
    {"rho", "Fluids::rho"}, {"phi", "Wave::phi"}, {"pressure", "Fluids::p"}};

Program read(std::string const& text) { return read_expressions({"expressions", text}, fields); }

/// Returns the outputs for a grid of 2 x 2 x 1 points with rho = 1, 2, 3, 4 in the order of z, y, x.
std::map<std::string, Numbers> results(std::string const& text) {
  Inputs inputs{.points = {2, 2, 1}, .origin = {10, 0, 0}, .spacing = {1, 0.5, 1}};
  Program const program = read(text);
  for (Variable const& variable : program.variables)
    if (variable.role == Role::grid) inputs.arrays[variable.name] = {{2, 2, 1}, {1, 2, 3, 4}};
  std::map<std::string, Numbers> numbers;
  for (Output const& output : interpret(program, inputs)) numbers[output.name] = output.columns[0].second.numbers;
  return numbers;
}

std::string errors(std::string const& text) {
  return testing_support::findings_of([&] { read(text); });
}

TEST(Expressions, ReduceValuesOfAllPoints) {
  auto const numbers = results("mass = sum(where(rho > 1.5, rho, 0) * dV); n = count(rho < 2.5)\n"
                               "largest = max(rho + x)\ntop = argmax(rho)");
  EXPECT_EQ(numbers.at("mass"), (Numbers{4.5}));
  EXPECT_EQ(numbers.at("n"), (Numbers{2}));
  EXPECT_EQ(numbers.at("largest"), (Numbers{15}));
  EXPECT_EQ(numbers.at("top"), (Numbers{1, 1, 0}));
}

TEST(Expressions, UseEarlierResultsAndTheWholeLanguage) {
  auto const numbers = results("parameter real scale = 2\nmean = sum(rho) / sum(rho / rho)\n"
                               "variance = scale * sum((rho - mean) * (rho - mean))\n"
                               "output list = map(g in groupBy(c in grid by c.i into 2: rho[c]): sum(g))");
  EXPECT_EQ(numbers.at("mean"), (Numbers{2.5}));
  EXPECT_EQ(numbers.at("variance"), (Numbers{10}));
  EXPECT_EQ(numbers.at("list"), (Numbers{3, 7}));
}

TEST(Expressions, DeclareOnlyTheGridFunctionsThatTheyUse) {
  Program const program = read("rho_total = sum(rho)\nphi = 1.5\nz = phi");
  int n_fields = 0;
  for (Variable const& variable : program.variables) n_fields += variable.role == Role::grid ? 1 : 0;
  EXPECT_EQ(n_fields, 1);
  EXPECT_TRUE(program.warnings.empty());
}

TEST(Expressions, ReportErrorsWithPositionsAndNearestNames) {
  EXPECT_THAT(errors("mass = sum(rha * dV)"),
              testing::HasSubstr("1:12: There is no grid function or variable `rha`. Did you mean `rho`?"));
  EXPECT_THAT(errors("a = 1\nb = rho * 2"),
              testing::HasSubstr("2:5: `rho` has a value at each point of the grid; reduce "
                                 "it to a number, as in `sum(rho)` or `max(rho)`."));
  EXPECT_THAT(errors("v = sum(rho - sum(rho))"),
              testing::HasSubstr("1:15: `sum` is inside another reduction; give it a name in a statement before, as in "
                                 "`mean = sum(...)`."));
  EXPECT_THAT(errors("a = sum(rho"), testing::HasSubstr("1:12: Expected `)`"));
  EXPECT_THAT(errors("a = sum(sqr(rho))"), testing::HasSubstr("1:9: There is no function `sqr`. Did you mean `sqrt`?"));
  EXPECT_THAT(errors("a = sum(rho > 1)"),
              testing::HasSubstr("1:5: `sum` needs numbers; found bool. `count` counts truth values."));
  EXPECT_THAT(errors("n = count(rho)"), testing::HasSubstr("1:5: `count` needs values of type bool; found real."));
  EXPECT_THAT(errors("a = sum(where(rho, 1, 0))"), testing::HasSubstr("must be of type bool; found real."));
  EXPECT_THAT(errors("a = max(rho)\na = min(rho)"), testing::HasSubstr("2:1: `a` is already declared in line 1"));
  EXPECT_THAT(errors("sqrt = max(rho)"), testing::HasSubstr("1:1: The name `sqrt` belongs to the language"));
  EXPECT_THAT(errors("a = max(rho)\nb = c + a"), testing::HasSubstr("2:5: There is no grid function or variable `c`."));
  EXPECT_THAT(errors("a = sum(rho[0])"), testing::HasSubstr("1:12: "));
  EXPECT_THAT(errors("sum(rho)"), testing::HasSubstr("1:1: Expected a statement, found `sum`;"));
}

} // namespace
} // namespace chemora::patterns
