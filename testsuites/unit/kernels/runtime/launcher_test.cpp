// Tests that kernels are compiled once, launched on the device where their data is valid, and measured.
#include "host_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr base::Index3 extent{20, 9, 8};

/// Expects that `to` is `factor` times the difference of `from` in the interior and equal to `before` at all other
/// points.
void expect_difference(std::vector<double> const& from, std::vector<double> const& to,
                       std::vector<double> const& before, double factor) {
  for (int z = 0; z < extent[2]; ++z)
    for (int y = 0; y < extent[1]; ++y)
      for (int x = 0; x < extent[0]; ++x) {
        auto const i = static_cast<std::size_t>(x + extent[0] * (y + extent[1] * z));
        bool const is_inside = x > 0 && y > 0 && z > 0 && x < extent[0] - 1 && y < extent[1] - 1 && z < extent[2] - 1;
        ASSERT_EQ(to[i], is_inside ? (from[i + 1] - from[i - 1]) * factor : before[i]) << x << " " << y << " " << z;
      }
}

TEST(Launcher, ComputesTheRegionAndReportsIt) {
  HostRun run;
  HostGridFunctions const functions(extent, 1);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  auto const before = functions.values("urhs");
  run.launcher.launch(functions, run.request(functions, "rhs", {{"factor", 0.5}}));
  expect_difference(functions.values("u"), functions.values("urhs"), before, 0.5);
  EXPECT_THAT(functions.events, ElementsAre("require", "wrote urhs interior"));
}

TEST(PinnedPlanErrors, NameTheEntryWhosePlanDoesNotSuitTheGraph) {
  HostRun run({"rhs: nontemporal other; tile 4 4 4", "energy: nontemporal energy"});
  HostGridFunctions const functions(extent, 1);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  run.registry.add("Wave", difference_kernel("energy", "u", "energy"));
  auto const errors = pinned_plan_errors(run.plans, {run.request(functions, "rhs", {{"factor", 0.5}}),
                                                     run.request(functions, "energy", {{"factor", 0.5}})});
  EXPECT_THAT(errors, ElementsAre(testing::AllOf(HasSubstr("CaKernel::plan[0]"), HasSubstr("other"))));
}

TEST(Launcher, ComputesInnerPointsBeforeAnExchangeIsFinished) {
  HostRun run;
  HostGridFunctions functions(extent, 1);
  functions.grid.is_outer[0] = {false, true};
  functions.in_flight = {{0, 0, 0}, {1, extent[1], extent[2]}}; // the ghost points at the lower x face
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  auto const before = functions.values("urhs");
  run.launcher.launch(functions, run.request(functions, "rhs", {{"factor", 0.5}}));
  expect_difference(functions.values("u"), functions.values("urhs"), before, 0.5);
  EXPECT_THAT(functions.events, ElementsAre("require", "require", "wrote urhs interior"));
  EXPECT_EQ(run.cache.records().front().calls, 1) << "one launch in two parts";
}

TEST(KernelCache, CompilesOnceForEachSetOfValues) {
  HostRun run;
  HostGridFunctions const functions(extent, 1);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  auto* const half = &run.launcher.compile(run.request(functions, "rhs", {{"factor", 0.5}}));
  EXPECT_EQ(&run.launcher.compile(run.request(functions, "rhs", {{"factor", 0.5}})), half);
  EXPECT_NE(&run.launcher.compile(run.request(functions, "rhs", {{"factor", 0.25}})), half);
  ASSERT_EQ(run.cache.records().size(), 1u) << "one record for both";
  EXPECT_EQ(run.cache.records().front().kernel, "Wave::rhs");
  EXPECT_THAT(run.cache.plans(), HasSubstr("plan Wave::rhs on host"));
}

TEST(KernelCache, DropsWhatWasCompiledInARehearsal) {
  HostRun run;
  HostGridFunctions const functions(extent, 1);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  {
    KernelCache::Rehearsal const rehearsal(run.cache);
    run.launcher.launch(functions, run.request(functions, "rhs", {{"factor", 0.5}}));
    EXPECT_EQ(run.cache.records().size(), 1u);
  }
  EXPECT_TRUE(run.cache.records().empty());
  EXPECT_TRUE(run.cache.plans().empty());
}

TEST(KernelCache, UsesAPinnedPlan) {
  HostRun run({"rhs: tile 7 3 2"});
  HostGridFunctions const functions(extent, 1);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  run.launcher.compile(run.request(functions, "rhs", {{"factor", 0.5}}));
  EXPECT_THAT(run.cache.records().front().plan, HasSubstr("tile 7 3 2"));
  EXPECT_EQ(run.cache.records().front().plan_reason, "pinned by CaKernel::plan");
  EXPECT_EQ(run.pinned.uses(), "1");
}

TEST(KernelCache, ReportsKernelsThatAreNotBuiltInWithoutACompiler) {
  HostRun run({}, {.uses_disk_cache = false, .compiler_disabled = "CaKernel::compiler is \"none\"."});
  HostGridFunctions const functions(extent, 1);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  EXPECT_FALSE(run.cache.compiles_for_all());
  ASSERT_EQ(run.messages.texts.size(), 1u);
  EXPECT_THAT(run.messages.texts.front(), HasSubstr("Kernels that are not in the cache are replaced by built-in ones"));
  EXPECT_FALSE(run.cache.can_run(run.registry.find("Wave", "rhs").variants.front().graph()));
  try {
    run.launcher.compile(run.request(functions, "rhs", {{"factor", 0.5}}));
    FAIL() << "no error";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("These kernels are not built in, and cannot be compiled: Wave::rhs. "));
    EXPECT_THAT(error.what(), HasSubstr("CaKernel::compiler is \"none\"."));
  }
}

TEST(KernelCache, CompilesWithoutLaunchingInARunThatOnlyCompiles) {
  HostRun run({}, {.uses_disk_cache = false, .only_compiles = true});
  HostGridFunctions const functions(extent, 1);
  run.registry.add("Wave", difference_kernel("rhs", "u", "urhs"));
  auto const before = functions.values("urhs");
  run.launcher.launch(functions, run.request(functions, "rhs", {{"factor", 0.5}}));
  EXPECT_EQ(functions.values("urhs"), before);
  EXPECT_EQ(run.cache.records().size(), 1u);
}

ir::Graph const shift_graph = ir::parse_graph(
    "graph shift {\ngrid 3\nparam real64 parameter0\nin array0\nout array1\n%0 = load array0\n%1 = shift %0 "
    "[-1,0,0]\n%2 = parameter parameter0\n%3 = multiply %1 %2\nstore array1 %3 everywhere\n}\n");

TEST(UpdateBoxes, ComputesBoxesInOrder) {
  HostRun run;
  HostGridFunctions const functions(extent, 1);
  auto& u = functions.values("u");
  double const first = u[0];
  BoxKernel const kernel{&shift_graph, 0};
  std::vector<BoxUpdate> const updates{{kernel, {u.data(), u.data()}, {2.0}}, {kernel, {u.data(), u.data()}, {3.0}}};
  std::vector<UpdatedBox> const boxes{{0, {{1, 0, 0}, {2, 9, 8}}}, {1, {{2, 0, 0}, {3, 9, 8}}}};
  run.launcher.update_boxes(updates, boxes, functions.local_grid());
  EXPECT_EQ(u[1], 2 * first);
  EXPECT_EQ(u[2], 6 * first) << "the second update reads the values that the first update stored";
}

TEST(UpdateBoxes, RejectsNamesWithoutArguments) {
  HostRun run;
  HostGridFunctions const functions(extent, 1);
  std::vector<BoxUpdate> const updates{{{&shift_graph, 0}, {functions.values("u").data()}, {2.0}}};
  std::vector<UpdatedBox> const boxes{{0, {{1, 0, 0}, {2, 9, 8}}}};
  try {
    run.launcher.update_boxes(updates, boxes, functions.local_grid());
    FAIL() << "no error";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("The graph shift names the array array1, but CaKernel_UpdateBoxes is given 1 "
                                        "array, the first of which is array0."));
  }
}

TEST(UpdateBoxes, NumbersKernelsByTextAndAxis) {
  HostRun run;
  std::string const text = ir::to_text(shift_graph);
  EXPECT_EQ(run.launcher.number_of(text, 0), 0);
  EXPECT_EQ(run.launcher.number_of(text, -1), 1);
  EXPECT_EQ(run.launcher.number_of(text, 0), 0);
  EXPECT_EQ(run.launcher.box_kernel(1).thin_axis, -1);
  EXPECT_THROW(run.launcher.box_kernel(2), base::UserError);
  EXPECT_THROW(run.launcher.number_of(text, 3), base::UserError);
}

TEST(ArrayUpdater, AddsFromLeftToRight) {
  HostRun run;
  HostGridFunctions const functions(extent, 1);
  auto const u = functions.array("u"), v = functions.array("v"), w = functions.array("w");
  auto const old_u = functions.values(u);
  run.updater.run(functions, {u, 0.5, {{v, 0.25}, {w, -2}}});
  auto const& values_v = functions.values(v);
  auto const& values_w = functions.values(w);
  for (std::size_t i = 0; i < old_u.size(); ++i)
    ASSERT_EQ(functions.values(u)[i], (0.5 * old_u[i] + 0.25 * values_v[i]) + -2 * values_w[i]);
}

} // namespace
} // namespace chemora::runtime
