// Kernels of sweeps have the bits of values that are computed point by point, for all plans and directions.
#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/wavefront/axis_functions.hpp"
#include "codegen/wavefront/lower_sweep.hpp"
#include "testsuites/unit/codegen/wavefront/sweep_systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace chemora::wavefront {
namespace {

using testing_support::GridValues;
using testing_support::SweepOracle;
using testing_support::SweepText;

constexpr std::array<long, 3> points{7, 6, 5};

std::map<std::string, long> sizes() {
  return {{"points_x", points[0]}, {"points_y", points[1]}, {"points_z", points[2]}};
}

GridValues random_grid(std::vector<std::string> const& names) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> values(0.5, 1.5);
  GridValues grid;
  for (auto const& name : names) {
    grid[name].resize(static_cast<std::size_t>(points[0] * points[1] * points[2]));
    for (double& value : grid[name]) value = values(random);
  }
  return grid;
}

/// Executes the trees of all launches on one process.
void run(recursion::Sweep const& sweep, SweepPlan const& plan, std::map<std::string, double> const& scalars,
         GridValues& grid) {
  SweepPasses const passes = divide_into_passes(sweep);
  check_reads(sweep, passes, sizes());
  base::Box const whole{{0, 0, 0},
                        {static_cast<int>(points[0]), static_cast<int>(points[1]), static_cast<int>(points[2])}};
  for (auto const& name : passes.copied) grid["old_" + name] = grid.at(name);
  Place const main = main_place(sweep, passes, plan, sizes());
  for (std::size_t pass = 0; pass < (plan.is_fused ? 1 : passes.passes.size()); ++pass)
    for (SweepPart const& part : parts_of(passes, pass, main, whole, {0, 0, 0})) {
      SweepSpace const space{whole.upper, sizes(), part.is_main ? main : Place{}};
      SweepKernel const lowered = lower_sweep(sweep, passes, pass, plan, space);
      loops::verify(lowered.kernel, "lower_sweep");
      for (auto const& name : lowered.tables) grid[name].resize(static_cast<std::size_t>(whole.n_points()), NAN);
      ir::LoopTree const tree = polyhedral::schedule(lowered.kernel);
      ir::verify(tree, "schedule");
      std::map<std::string, double> parameters = scalars;
      for (auto const& [name, values] : axis_values(sweep.system, passes, sizes(), scalars))
        if (passes.axis_of.at(name) < 0)
          parameters["constant_" + name] = values.front();
        else
          grid[name] = values;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        std::string const letter(1, "xyz"[axis]);
        parameters["first_" + letter] = part.box.lower[axis];
        parameters["last_" + letter] = part.box.upper[axis] - 1;
        parameters["lower_" + letter] = 0;
        parameters["allocated_" + letter] = whole.upper[axis];
      }
      base::Index3 const extents{part.box.extent(0), part.box.extent(1), part.box.extent(2)};
      for (int front = 0; front < n_fronts(passes, pass, plan, extents); ++front) {
        parameters["front"] = front;
        ir::interpret(tree, parameters, grid);
      }
    }
}

std::vector<SweepPlan> plans(recursion::Sweep const& sweep) {
  std::vector<SweepPlan> result;
  for (bool const is_device : {false, true})
    for (bool const is_fused : {false, true})
      if (!is_fused || !why_not_fused(divide_into_passes(sweep)))
        result.push_back({.is_device = is_device, .is_fused = is_fused, .lanes = 4, .tile = {4, 4, 3}});
  return result;
}

void expect_values_of_oracle(recursion::Sweep const& sweep, std::vector<std::string> const& names) {
  GridValues const initial = random_grid(names);
  std::map<std::string, double> const scalars{{"a", 0.75}};
  SweepOracle oracle(sweep.system, points, initial, scalars);
  for (SweepPlan const& plan : plans(sweep)) {
    GridValues grid = initial;
    run(sweep, plan, scalars, grid);
    for (auto const& [variable, function] : sweep.stores)
      for (long n = 0; n < points[0] * points[1] * points[2]; ++n) {
        std::array<long, 3> const point{n % points[0], n / points[0] % points[1], n / points[0] / points[1]};
        ASSERT_EQ(grid.at(variable)[static_cast<std::size_t>(n)], oracle.value(function, point))
            << variable << " at " << point[0] << ", " << point[1] << ", " << point[2]
            << (plan.is_device ? " device" : "") << (plan.is_fused ? " fused" : "");
      }
  }
}

/// The text of the value of a function or a grid function at the preceding or the following point along an axis.
std::string neighbour(std::string const& name, int axis, int offset) {
  std::string text = name + "[";
  for (int n = 0; n < 3; ++n)
    text += std::string(n ? ", " : "") + testing_support::dimension_names[static_cast<std::size_t>(n)] +
            (n == axis ? (offset < 0 ? " - 1" : " + 1") : "");
  return text + "]";
}

/// A recursion with a call along each of these axes, which stores in the grid function that it reads.
recursion::Sweep sweep_along(base::Index3 const& direction) {
  SweepText text({"phi", "s"});
  std::string value = "s[i, j, k] + a * phi[i, j, k]";
  for (int axis = 0; axis < 3; ++axis) {
    if (direction[axis] == 0) continue;
    std::string const d = testing_support::dimension_names[static_cast<std::size_t>(axis)];
    std::string const last = std::string("points_") + "xyz"[axis] + " - 1";
    std::string const helper = std::string("m") + "xyz"[axis];
    std::string const up = neighbour("u", axis, -direction[axis]);
    std::string const down = neighbour("phi", axis, direction[axis]);
    std::string const at_start = direction[axis] > 0 ? down : up, at_end = direction[axis] > 0 ? up : down;
    text.function(helper, {{{"0 - " + d}, at_start},
                           {{d + " - 1", last + " - 1 - " + d}, "minimum(" + up + ", " + down + ")"},
                           {{d + " - (" + last + ")"}, at_end}});
    value += " + a * " + helper + "[i, j, k]";
  }
  return text.function("u", {{{}, value}}).store("phi", "u").sweep();
}

TEST(LowerSweep, HasTheValuesOfTheRecursionInAllDirections) {
  for (int x : {-1, 0, 1})
    for (int y : {-1, 0, 1})
      for (int z : {-1, 0, 1}) {
        if (x == 0 && y == 0 && z == 0) continue;
        SCOPED_TRACE(testing::Message() << x << " " << y << " " << z);
        expect_values_of_oracle(sweep_along({x, y, z}), {"phi", "s"});
      }
}

TEST(LowerSweep, GathersOnlyElementsThatThePrecedingDiagonalHasNotRead) {
  recursion::Sweep const sweep = sweep_along({1, -1, 1});
  SweepPasses const passes = divide_into_passes(sweep);
  SweepPlan const plan{.lanes = 4, .tile = {4, 4, 3}};
  SweepKernel const lowered =
      lower_sweep(sweep, passes, 0, plan, {{7, 6, 5}, sizes(), main_place(sweep, passes, plan, sizes())});
  std::map<std::string, int> reads;
  for (loops::Instruction const& instruction : lowered.kernel.instructions)
    if (instruction.is_within("x_0"))
      for (loops::ArrayAccess const& access : loops::accesses_of(lowered.kernel, instruction))
        if (!access.is_write && lowered.kernel.array(access.element->name).is_argument) ++reads[access.element->name];
  EXPECT_THAT(reads, testing::ElementsAre(testing::Pair("phi", 2), testing::Pair("s", 1)));
}

/// A tridiagonal system along an axis, with tables that are not stored.
recursion::Sweep line_solver(int axis) {
  SweepText text({"u"});
  std::string const d = testing_support::dimension_names[static_cast<std::size_t>(axis)];
  std::string const last = std::string("points_") + "xyz"[axis] + " - 1";
  std::vector<std::string> const inside{d + " - 1", last + " - 1 - " + d}, start{"0 - " + d},
      end{d + " - (" + last + ")"};
  return text
      .function("c",
                {{start, "0.0"}, {inside, "-a / (1.0 + 2.0 * a + a * " + neighbour("c", axis, -1) + ")"}, {end, "0.0"}})
      .function("d", {{start, "u[i, j, k]"},
                      {inside, "(u[i, j, k] + a * " + neighbour("d", axis, -1) + ") / (1.0 + 2.0 * a + a * " +
                                   neighbour("c", axis, -1) + ")"},
                      {end, "u[i, j, k]"}})
      .function("v",
                {{{last + " - 1 - " + d}, "d[i, j, k] - c[i, j, k] * " + neighbour("v", axis, 1)}, {end, "d[i, j, k]"}})
      .store("u", "v")
      .sweep();
}

TEST(LowerSweep, SolvesTridiagonalSystemsAlongEachAxis) {
  for (int axis = 0; axis < 3; ++axis) {
    recursion::Sweep const sweep = line_solver(axis);
    SweepPasses const passes = divide_into_passes(sweep);
    ASSERT_EQ(passes.passes.size(), 2u);
    EXPECT_EQ(passes.passes[0].direction[axis], 1);
    EXPECT_EQ(passes.passes[1].direction[axis], -1);
    EXPECT_EQ(why_not_fused(passes), std::nullopt);
    expect_values_of_oracle(sweep, {"u"});
  }
}

TEST(LowerSweep, CopiesGridFunctionsThatItOverwrites) {
  recursion::Sweep const sweep =
      SweepText({"phi"})
          .function("u", {{{"0 - i"}, "phi[i, j, k]"}, {{"i - 1"}, "0.5 * (u[i - 1, j, k] + phi[i - 1, j, k])"}})
          .store("phi", "u")
          .sweep();
  EXPECT_THAT(divide_into_passes(sweep).copied, testing::ElementsAre("phi"));
  expect_values_of_oracle(sweep, {"phi"});
}

TEST(LowerSweep, ReportsWhyPassesAreNotFused) {
  EXPECT_EQ(why_not_fused(divide_into_passes(sweep_along({1, 1, -1}))), "all axes have a direction");
  // The first pass reads phi along y, and the second one overwrites it.
  recursion::Sweep const sweep =
      SweepText({"phi"})
          .function("c", {{{"0 - i"}, "phi[i, j, k]"},
                          {{"i - 1", "points_y - 2 - j"}, "a * c[i - 1, j, k] + phi[i, j + 1, k]"},
                          {{"i - 1", "j - points_y + 1"}, "a * c[i - 1, j, k]"}})
          .function("u",
                    {{{"points_x - 2 - i"}, "a * u[i + 1, j, k] + c[i, j, k]"}, {{"i - points_x + 1"}, "c[i, j, k]"}})
          .store("phi", "u")
          .sweep();
  EXPECT_EQ(why_not_fused(divide_into_passes(sweep)),
            "`c` reads `phi`, which the sweep computes, at other points along y");
  expect_values_of_oracle(sweep, {"phi"});
}

TEST(LowerSweep, HasDiagonalCallsAndIndices) {
  expect_values_of_oracle(SweepText({"phi"})
                              .function("u", {{{"i - 1", "j - 2"}, "0.5 * u[i - 1, j - 2, k] + real64(i) * a"},
                                              {{"0 - i"}, "phi[i, j, k]"},
                                              {{"i - 1", "1 - j"}, "real64(j + k)"}})
                              .store("phi", "u")
                              .sweep(),
                          {"phi"});
}

} // namespace
} // namespace chemora::wavefront
