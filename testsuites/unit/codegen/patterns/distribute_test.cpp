// Tests that programs have the same results for any division of the grid among processes.
#include "codegen/patterns/distribute.hpp"
#include "testsuites/support/grid_patterns.hpp"
#include "testsuites/support/shared_grid.hpp"
#include "testsuites/unit/codegen/patterns/outputs.hpp"

#include <cmath>
#include <random>

namespace chemora::patterns {
namespace {

using namespace testing_support;

void expect_same_results(std::string const& program_text, unsigned seed) {
  Program const program = read_program({"t.pat", program_text});
  Inputs const inputs = random_grid_inputs(seed);
  std::vector<Output> const expected = interpret(program, inputs);
  for (int const n_processes : {1, 2, 5}) {
    auto const results = Divided(inputs, n_processes, seed).evaluate(program);
    for (std::vector<Output> const& outputs : results) {
      ASSERT_EQ(outputs.size(), expected.size());
      for (std::size_t n = 0; n < outputs.size(); ++n)
        EXPECT_EQ(outputs[n].columns, expected[n].columns) << program_text << outputs[n].name;
    }
  }
}

bool is_local(std::string const& text) { return !find_nonlocal_part(read_program({"t.pat", grid_fields + text})); }

/// Programs that need whole grid functions.
std::vector<std::string> const nonlocal_programs{
    "output s = sum(c in grid: rho[c.i, c.j, points_z - 1 - c.k])", "output s = map(c in grid: rho[c] + phi[c])",
    "output s = rho[1, *, 1]", "output first = filter(c in grid: phi[c] > 0)[0]",
    "output n = count(c in grid: rho[c] > 10 * sum(d in grid: c.x - d.x))"};

TEST(Distribution, KeepsTheBitsOfLocalPrograms) {
  for (std::string const& text : local_grid_programs) {
    EXPECT_TRUE(is_local(text)) << text;
    for (unsigned seed = 1; seed <= 6; ++seed) expect_same_results(grid_fields + text, seed);
  }
}

TEST(Distribution, KeepsTheBitsOfProgramsThatNeedAllPoints) {
  for (std::string const& text : nonlocal_programs) {
    EXPECT_FALSE(is_local(text)) << text;
    for (unsigned seed = 1; seed <= 2; ++seed) expect_same_results(grid_fields + text, seed);
  }
}

TEST(Distribution, ExplainsWhyAllPointsAreNeeded) {
  auto const part = find_nonlocal_part(read_program({"t.pat", grid_fields + "output s = rho[1, *, 1]"}));
  ASSERT_TRUE(part);
  EXPECT_EQ(base::to_text(part->where), "t.pat:3:15");
}

TEST(Distribution, FindsTheFirstExtremumAmongNaN) {
  double const nan = std::nan("");
  for (double const first : {nan, 3.0}) {
    Inputs inputs = random_grid_inputs(1);
    std::vector<double>& numbers = inputs.arrays["rho"].numbers;
    numbers.assign(numbers.size(), nan);
    numbers[0] = first, numbers[17] = numbers[40] = 2;
    Program const program = read_program({"t.pat", grid_fields + "output p = argmin(c in grid: rho[c])"});
    auto const expected = interpret(program, inputs);
    for (auto const& outputs : Divided(inputs, 3, 2).evaluate(program))
      EXPECT_EQ(outputs[0].columns, expected[0].columns) << first;
  }
}

TEST(Distribution, ReportsTheErrorOfOneProcessOnAll) {
  std::string const text = grid_fields + "let list = [1, 2, 3]\noutput s = sum(c in grid: list[c.i])";
  Program const program = read_program({"t.pat", text});
  auto const errors = Divided(random_grid_inputs(1), 3, 1).errors(program);
  ASSERT_EQ(errors.size(), 3U);
  for (std::string const& error : errors)
    EXPECT_THAT(error, testing::StartsWith("t.pat:4:34: The subscript 3 of `list` is outside; allowed are 0 to 2."))
        << error;
}

TEST(Distribution, KeepsTheBitsOfRandomPrograms) {
  std::mt19937 random(11);
  for (unsigned round = 0; round < 60; ++round) expect_same_results(random_grid_program(random), round);
}

} // namespace
} // namespace chemora::patterns
