// Files of sweeps as scheduled functions: accesses, passes, the text form of plans, and errors with their positions.
#include "codegen/wavefront/lower_sweep.hpp"
#include "codegen/wavefront/sweep_function.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/support/test_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::wavefront {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A file with three grid functions, whose functions start in line 5.
SweepFunction read(std::string const& text) {
  return read_sweep_function({"recursions/Step.rec", "grid real u = \"Thorn::u\"\ngrid real v = \"Thorn::v\"\n"
                                                     "grid real w = \"Thorn::w\"\nlet a = 0.5\n" +
                                                         text});
}

constexpr char const* axes = "(axis[x] i, axis[y] j, axis[z] k) = ";

std::string errors_of(std::string const& text) {
  try {
    read(text);
    return "";
  } catch (base::UserError const& error) {
    return error.what();
  }
}

TEST(SweepFunction, ReadsValuesFromBeforeTheFunction) {
  auto const function = read(std::string("real f") + axes + "v[i, j, k] * a\nreal g" + axes +
                             "if i == 0 then u[i, j, k] else g(i - 1, j, k) + w[i, j, k]\nsweep u = f\nsweep w = g\n");
  EXPECT_EQ(function.name, "Step");
  ASSERT_EQ(function.variables.size(), 3u);
  EXPECT_EQ(function.variables[0].variable, "Thorn::u");
  EXPECT_FALSE(function.variables[0].is_read); // the first sweep writes u
  EXPECT_TRUE(function.variables[0].is_written);
  EXPECT_TRUE(function.variables[1].is_read);
  EXPECT_FALSE(function.variables[1].is_written);
  EXPECT_TRUE(function.variables[2].is_read && function.variables[2].is_written);
  ASSERT_EQ(function.scalars.size(), 1u);
  EXPECT_EQ(function.scalars[0].name, "a");
}

TEST(SweepFunction, HasEightSweepsForAllDirections) {
  auto const function = read(std::string("real f") + axes +
                             "if i == 0 or j == 0 or k == 0 then u[i, j, k] else f(i - 1, j - 1, k - 1)\nsweep u = f "
                             "along all\n");
  std::set<base::Index3> directions;
  for (auto const& passes : function.passes) directions.insert(passes.passes.front().direction);
  EXPECT_EQ(directions.size(), 8u);
  EXPECT_THAT(to_text(function), HasSubstr("  along -x, +y, -z: f\n"));
}

TEST(SweepFunction, CopiesOnlyValuesThatAPassOverwrites) {
  std::string const sums = std::string("real d") + axes +
                           "if i == 0 or i == points_x - 1 then u[i, j, k] else d(i - 1, j, k) + u[i + 1, j, k] + "
                           "u[i - 1, j, k]\nreal f" +
                           axes + "if i == points_x - 1 then d(i, j, k) else f(i + 1, j, k) - d(i, j, k)\n";
  EXPECT_TRUE(read(sums + "sweep u = f\n").passes.front().copied.empty());
  EXPECT_THAT(read(sums + "sweep u = d\n").passes.front().copied, ElementsAre("u"));
}

struct Wrong {
  std::string text, message;
  friend void PrintTo(Wrong const& wrong, std::ostream* os) { *os << wrong.message; }
};

class WrongSweepFunction : public testing::TestWithParam<Wrong> {};

TEST_P(WrongSweepFunction, HasAMessageWithItsPosition) {
  EXPECT_THAT(errors_of(GetParam().text), HasSubstr("recursions/Step.rec" + GetParam().message));
}

std::string const shifted = std::string("real f") + axes;

INSTANTIATE_TEST_SUITE_P(
    All, WrongSweepFunction,
    testing::Values(
        Wrong{"", ": error: The file has no statement `sweep`, so that its function computes nothing."},
        Wrong{"int n(int i) = if i == 0 then 0 else n(i - 1)\nprint n(3)\n",
              ":6:1: error: A file in the folder `recursions` of a thorn contains statements `sweep`. The thorn "
              "Sequences executes programs with statements `print`; name the file in Sequences::program."},
        Wrong{shifted + "if i == 0 or i == points_x - 1 then u[i, j, k] else f(i - 1, j, k) + f(i + 1, j, k)\n"
                        "sweep u = f along all\n",
              ":5:6: error: A sweep cannot compute `f`: the calls `f(i - 1, j, k)` and `f(i + 1, j, k)` go in "
              "opposite directions along axis x."},
        Wrong{shifted + "if i == 0 then u[i, j, k] else f(i - 1, j, k) + v[j, i, k]\nsweep u = f\n",
              ":5:92: error: `v[j, i, k]` is outside of the array `v`"},
        Wrong{shifted + "if i == 0 then 0.0 else v[0, j, k] + f(i - 1, j, k)\nsweep u = f\n",
              ":5:6: error: `f` reads `v[0, j, k]`, which is not at a constant distance from the point (i, j, k)."},
        Wrong{shifted + "if i == 0 then 0.0 else f(i, j, k) + 1.0\nsweep u = f\n",
              ":5:6: error: The value of `f` at a point depends on itself at the same point."},
        Wrong{shifted + "if i == 0 then 0.0 else f(i - 1, j, k)\nsweep t = f\n",
              ":6:7: error: There is no grid function `t`; declare it as in `grid real t = \"Thorn::t\"`."},
        Wrong{shifted + "v[i, j, k]\nsweep u = f, w = f\n",
              ":6:1: error: The sweep stores `f` in `u` and in `w`. It can store a function in one grid function."}),
    testing_support::printed_name<Wrong>);

TEST(SweepFunction, ReportsAnErrorOfAllDirectionsOnce) {
  std::string const message = errors_of(
      shifted +
      "if i == 0 or i == points_x - 1 then 0.0 else f(i - 1, j, k) + f(i + 1, j, k)\nsweep u = f along all\n");
  EXPECT_EQ(message.find("A sweep cannot compute"), message.rfind("A sweep cannot compute"));
}

TEST(SweepPlan, HasATextForm) {
  SweepPlan const plan{.is_fused = true, .lanes = 4, .tile = {64, 8, 2}};
  EXPECT_EQ(to_text(plan), "tile 64 8 2 lanes 4 fused");
  EXPECT_EQ(parse_sweep_plan({"plan", to_text(plan)}), plan);
  EXPECT_EQ(parse_sweep_plan({"plan", to_text(SweepPlan{.blocks = 5})}), SweepPlan{.blocks = 5});
  EXPECT_EQ(parse_sweep_plan({"plan", "separate lanes 16"}, plan), (SweepPlan{.lanes = 16, .tile = {64, 8, 2}}));
}

TEST(SweepPlan, ReportsWrongTexts) {
  auto const message = [](std::string const& text) {
    try {
      parse_sweep_plan({"plan", text});
      return std::string();
    } catch (base::UserError const& error) {
      return std::string(error.what());
    }
  };
  EXPECT_THAT(message("tiles 1 2 3"), HasSubstr("plan:1:1: error: `tiles` is not a property of the plan"));
  EXPECT_THAT(message("tile 1 2"), HasSubstr("plan:1:"));
  EXPECT_THAT(message("tile 0 2 3"), HasSubstr("plan:1:6: error:"));
  EXPECT_THAT(message("lanes 12"), HasSubstr("plan:1:7: error: The number of lanes is 12; allowed are powers of two up "
                                             "to 64."));
  EXPECT_THAT(message(""), HasSubstr("The plan of a sweep is one line such as"));
  EXPECT_THAT(message("lanes 4 tile 8 8 8 lanes 8"),
              HasSubstr("plan:1:20: error: This property of the plan occurs twice."));
  EXPECT_THAT(message("fused blocks 2 fused"), HasSubstr("plan:1:16: error: This property of the plan occurs twice."));
  EXPECT_THAT(message("separate lanes 4 fused"),
              HasSubstr("plan:1:18: error: A plan is `fused` or `separate`, not both."));
}

} // namespace
} // namespace chemora::wavefront
