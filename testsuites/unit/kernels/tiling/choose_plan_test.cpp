#include "kernels/tiling/choose_plan.hpp"

#include "codegen/plan/plan.hpp"
#include "kernels/tiling/candidates.hpp"
#include "kernels/tiling/host_model.hpp"
#include "testsuites/unit/kernels/tiling/small_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace chemora::tiling {
namespace {

using base::Index3;

TEST(ChoosePlan, IsLegalAndStatesTheReason) {
  auto const graph = laplacian();
  auto const choice = choose_plan(graph, {{130, 130, 130}, {{1, 1, 1}, {129, 129, 129}}, 4}, small_machine());
  EXPECT_NO_THROW(plan::check_legality(graph, choice.plan));
  EXPECT_EQ(choice.plan.kernels[0].vector_width, 4);
  EXPECT_GT(choice.n_candidates, 100);
  EXPECT_THAT(choice.reason, testing::HasSubstr("lowest cost"));
}

TEST(ChoosePlan, GivesEveryThreadWork) {
  auto const choice = choose_plan(laplacian(), {{34, 34, 34}, {{1, 1, 1}, {33, 33, 33}}, 8}, small_machine());
  auto const& t = choice.plan.kernels[0].tile;
  EXPECT_GE((32 / t[0]) * (32 / t[1]) * (32 / t[2]), 8);
}

TEST(ChoosePlan, KeepsThePlanesOfATileInTheCache) {
  auto const choice = choose_plan(laplacian(), {{514, 514, 514}, {{1, 1, 1}, {513, 513, 513}}, 1}, small_machine());
  EXPECT_LE(choice.cost.reuse[1].footprint * 64, 256 << 10);
}

TEST(ChoosePlan, ComesCloseToTheBestOfThePapersSetWithFewTrials) {
  base::Box const box{{4, 4, 4}, {44, 36, 28}};
  auto const graph = laplacian(4);
  for (std::size_t const kilobytes : {32, 256}) {
    auto machine = small_machine();
    machine.caches = {{1, kilobytes << 10, 64, 8, 1}};
    Problem const problem{{48, 40, 32}, box, 1};
    auto const ours = choose_plan(graph, problem, machine);
    HostModel model(graph, problem, ours.plan.kernels[0].unroll[2], machine);
    auto const cost_of =
        [&](Index3 const& tile) { // includes the cost of incomplete tiles if the tile does not divide the box
          double computed = 1;
          for (std::size_t a = 0; a < 3; ++a) {
            int const extent = box.extent(static_cast<int>(a));
            computed *= static_cast<double>((extent + tile[a] - 1) / tile[a] * tile[a]) / extent;
          }
          return computed * model.cost(tile).cost;
        };
    auto const all = all_candidates({40, 32, 24}, 40 * 32 * 24);
    EXPECT_GT(all.size(), 20 * static_cast<std::size_t>(ours.n_candidates));
    double best = 1e300;
    for (auto const& tile : all) best = std::min(best, cost_of(tile));
    EXPECT_LE(cost_of(ours.plan.kernels[0].tile), 1.1 * best) << kilobytes;
  }
}

TEST(ChoosePlan, TilesContainWholeGroupsOfPlanes) {
  auto machine = small_machine();
  machine.vector_bytes = 64; // with 32 registers
  auto const choice = choose_plan(laplacian(2), {{68, 68, 54}, {{2, 2, 2}, {66, 66, 52}}, 3}, machine);
  auto const& kernel = choice.plan.kernels[0];
  ASSERT_GT(kernel.unroll[2], 1);
  EXPECT_TRUE(kernel.tile[2] % kernel.unroll[2] == 0 || kernel.tile[2] == 50) << kernel.tile[2];
}

TEST(ChoosePlan, NamesTheNextBest) {
  auto const reason = choose_plan(laplacian(), {{66, 66, 66}, {{1, 1, 1}, {65, 65, 65}}, 1}, small_machine()).reason;
  EXPECT_THAT(reason, testing::ContainsRegex("; next [0-9]+ [0-9]+ [0-9]+ with [0-9.]+, ")) << reason;
}

TEST(ChoosePlan, KeepsRowsWholeInLargeBoxes) {
  auto machine = small_machine();
  machine.caches = {{1, 48 << 10, 64, 12, 1}, {2, 2 << 20, 64, 16, 1}};
  machine.vector_bytes = 64;
  auto const tile =
      choose_plan(laplacian(2), {{520, 516, 516}, {{2, 2, 2}, {514, 514, 514}}, 2}, machine).plan.kernels[0].tile;
  EXPECT_EQ(tile[0], 512);
  EXPECT_GE(tile[1], 8);
  EXPECT_LE(tile[1], 32) << "measurements show that tiles of these heights are the fastest";
}

TEST(ChoosePlan, UsesNoNontemporalStoresInShortRows) {
  ir::GraphBuilder builder("cube");
  auto const u = builder.load("u");
  auto sum = u;
  for (int k = -2; k <= 2; ++k)
    for (int j = -2; j <= 2; ++j)
      for (int i = -2; i <= 2; ++i) sum = builder.apply(ir::Op::add, {sum, builder.shift(u, {i, j, k})});
  builder.store("v", sum, ir::Region::interior);
  auto machine = small_machine();
  machine.caches.front().bytes = 16 << 10;
  machine.vector_bytes = 64;
  Problem const problem{{116, 132, 132}, {{2, 2, 2}, {114, 130, 130}}, 1};
  auto const kernel = choose_plan(builder.finish(), problem, machine).plan.kernels[0];
  ASSERT_LT(kernel.tile[0], 64) << "the first-level cache holds all rows that the stencil reads";
  EXPECT_THAT(kernel.nontemporal, testing::IsEmpty());
  EXPECT_THAT(choose_plan(laplacian(), problem, machine).plan.kernels[0].nontemporal, testing::ElementsAre("v"));
}

TEST(ChoosePlan, PrefetchesOutputRowsUnlessStoresAreNontemporal) {
  auto machine = small_machine();
  machine.vector_bytes = 64;
  auto const prefetch_with = [&](std::size_t last_cache) {
    machine.caches = {{1, 32 << 10, 64, 8, 1}, {2, 256 << 10, 64, 8, 1}, {3, last_cache, 64, 16, 2}};
    Problem const problem{{130, 130, 130}, {{1, 1, 1}, {129, 129, 129}}, 1};
    return to_text(choose_plan(laplacian(), problem, machine).plan.kernels[0].prefetch);
  };
  EXPECT_EQ(prefetch_with(256 << 20), "64 stores");
  EXPECT_EQ(prefetch_with(4 << 20), "64");
}

TEST(ChoosePlan, SinglePointsAreNoVectors) {
  Problem const layer{{130, 130, 130}, {{0, 1, 1}, {1, 129, 129}}, 1},
      rows{{130, 130, 130}, {{1, 0, 1}, {129, 1, 129}}, 1};
  EXPECT_EQ(choose_plan(laplacian(), layer, small_machine()).plan.kernels[0].vector_width, 1);
  EXPECT_EQ(choose_plan(laplacian(), rows, small_machine()).plan.kernels[0].vector_width, 4);
}

TEST(ChoosePlan, AnEmptyBoxGetsALegalPlan) {
  auto const graph = laplacian();
  auto const choice = choose_plan(graph, {{2, 2, 2}, {{1, 1, 1}, {1, 1, 1}}, 1}, small_machine());
  EXPECT_NO_THROW(plan::check_legality(graph, choice.plan));
}

TEST(ChoosePlan, OffersTheCheapestTileOfEachLengthOfRows) {
  Problem const problem{{514, 514, 514}, {{1, 1, 1}, {513, 513, 513}}, 1};
  auto const graph = laplacian();
  auto const machine = small_machine();
  auto const choice = choose_plan(graph, problem, machine);
  ASSERT_GT(choice.by_rows.size(), 1U);
  EXPECT_EQ(choice.by_rows.front(), choice.plan.kernels[0].tile);
  HostModel model(graph, problem, choice.plan.kernels[0].unroll[2], machine);
  std::set<int> lengths;
  double before = 0;
  for (auto const& tile : choice.by_rows) {
    EXPECT_TRUE(lengths.insert(tile[0]).second) << tile[0];
    double const cost = model.cost(tile).cost;
    EXPECT_GE(cost, before);
    before = cost;
  }
}

} // namespace
} // namespace chemora::tiling
