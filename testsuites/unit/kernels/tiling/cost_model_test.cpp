// The cost formula's values, the choice of assumption, candidates, and which shapes win.
#include "codegen/plan/legality.hpp"
#include "kernels/tiling/candidates.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include "kernels/tiling/host_model.hpp"

#include "codegen/ir/graph_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace chemora::tiling {
namespace {

using base::Index3;

std::vector<ir::Offset> star(int reach, std::vector<int> const& axes) {
  std::vector<ir::Offset> offsets{{0, 0, 0}};
  for (int const axis : axes)
    for (int d = -reach; d <= reach; ++d) {
      ir::Offset o{0, 0, 0};
      o[static_cast<std::size_t>(axis)] = d;
      if (d != 0) offsets.push_back(o);
    }
  return offsets;
}

TEST(Sigma, CorrectedMakesSmallTilesDearer) {
  EXPECT_NEAR(sigma(1000, 1, 1024, Formula::corrected), 1.2207, 5e-5);
  for (auto const& [points, factor] : {std::pair{64, 5.0}, {128, 3.0}, {256, 2.0}, {512, 1.5}, {1024, 1.25}})
    EXPECT_DOUBLE_EQ(sigma(points, 1, points, Formula::corrected), factor);
}

TEST(Sigma, PrintedMakesSmallTilesCheaper) {
  EXPECT_NEAR(sigma(1000, 1, 1024, Formula::printed), 0.78125, 1e-12);
  EXPECT_NEAR(sigma(64, 1, 64, Formula::printed), 0.2, 1e-12);
  EXPECT_NEAR(sigma(1024, 1, 1024, Formula::printed), 0.8, 1e-12);
}

TEST(Sigma, IterationsShareTheRequests) {
  EXPECT_DOUBLE_EQ(sigma(100, 4, 1024, Formula::corrected), sigma(25, 1, 1024, Formula::corrected));
}

TEST(AllCandidates, AreThoseOfAnEnumeration) {
  int const limit = 1024;
  auto const shapes = all_candidates({102, 20, 10}, limit);
  std::set<Index3> expected;
  for (int k = 1; k <= 102; ++k)
    for (int ty = 1; ty <= 20; ++ty)
      for (int tz = 1; tz <= 10; ++tz)
        if (int const tx = (102 + k - 1) / k; tx * ty * tz <= limit) expected.insert({tx, ty, tz});
  EXPECT_EQ(std::set<Index3>(shapes.begin(), shapes.end()), expected);
  EXPECT_EQ(shapes.size(), expected.size()) << "each once";
  EXPECT_THAT(shapes, testing::Contains(Index3{102, 3, 3}));
}

TEST(EvenCandidates, DivideTheBoxEvenlyAndKeepRowsLong) {
  for (auto const& tile : even_candidates({200, 50, 7}, 3, 32)) {
    EXPECT_GE(tile[0], 32);
    for (std::size_t a = 0; a < 3; ++a) EXPECT_GE(tile[a], 1);
  }
  EXPECT_THAT(even_candidates({20, 5, 1}, 3, 32), testing::Each(testing::ElementsAre(20, testing::_, 1)));
}

TEST(CostOfTile, ChoosesTheAssumptionOfThePapersExample) {
  ArrayLayout const layout{{112, 112, 112}, 8, 128, 0};
  Tile const tile{{{0, 5, 5}, {102, 8, 8}}, 1};
  std::vector<AccessGroup> const accesses{{star(5, {1, 2}), 1}};
  auto const cost = cost_of_tile(layout, tile, accesses, {.capacity_lines = 384}); // Fermi: 48 KiB of 128 bytes
  EXPECT_EQ(cost.footprint_all, 483);
  EXPECT_EQ(cost.footprint_one, 273);
  EXPECT_EQ(cost.survival, Survival::one_dimension);
  EXPECT_EQ(cost.requested, 546);
}

/// Cost of the paper's example in a cache of `capacity` lines: A needs 483 lines and requests 483, B needs 273 and
/// requests 546, and rows alone request 1323 (21 rows of the stencil, 9 rows of 7 lines each).
TileCost example_in(std::int64_t capacity) {
  ArrayLayout const layout{{112, 112, 112}, 8, 128, 0};
  Tile const tile{{{0, 5, 5}, {102, 8, 8}}, 1};
  return cost_of_tile(layout, tile, {{star(5, {1, 2}), 1}}, {.capacity_lines = capacity});
}

TEST(CostOfTile, TakesTheStrongestAssumptionThatFits) {
  auto const roomy = example_in(1000);
  EXPECT_EQ(roomy.survival, Survival::all);
  EXPECT_FALSE(roomy.averaged_with);
  EXPECT_EQ(roomy.requested, 483);
  EXPECT_EQ(roomy.footprint, 483);
  EXPECT_EQ(example_in(384).footprint, 273);
  auto const hopeless = example_in(100);
  EXPECT_EQ(hopeless.survival, Survival::one_row);
  EXPECT_EQ(hopeless.requested, 21 * 63);
  EXPECT_LT(hopeless.footprint, 273) << "of a row";
}

TEST(CostOfTile, TakesTheMeanOfTwoOnBothSidesOfAJustFit) {
  for (std::int64_t const capacity : {530, 500, 483, 482, 445}) { // 483 is within a tenth of each
    auto const cost = example_in(capacity);
    EXPECT_EQ(cost.survival, Survival::all) << capacity;
    EXPECT_EQ(cost.averaged_with, Survival::one_dimension) << capacity;
    EXPECT_EQ(cost.requested, (483 + 546) / 2.0) << capacity;
  }
  for (std::int64_t const capacity : {300, 273, 272, 250}) { // B fits just, or just not
    auto const cost = example_in(capacity);
    EXPECT_EQ(cost.survival, Survival::one_dimension) << capacity;
    EXPECT_EQ(cost.averaged_with, Survival::one_row) << capacity;
    EXPECT_EQ(cost.requested, (546 + 1323) / 2.0) << capacity;
  }
}

TEST(CostOfTile, NeverFallsWhenTheCacheShrinksNorChangesByMoreThanHalfAStep) {
  double before = example_in(1000).requested;
  for (std::int64_t capacity = 999; capacity > 0; --capacity) {
    double const now = example_in(capacity).requested;
    EXPECT_GE(now, before) << capacity;
    EXPECT_LE(now - before, (1323 - 546) / 2.0) << capacity;
    before = now;
  }
}

TEST(CostOfTile, LinesThatSurviveIterationsAreRequestedOnce) {
  ArrayLayout const layout{{64, 64, 64}, 8, 64, 0};
  Tile const tile{{{8, 8, 8}, {56, 56, 9}}, 48};
  std::vector<AccessGroup> const accesses{{star(1, {0, 1, 2}), 1}};
  auto const swept = cost_of_tile(layout, tile, accesses, {.capacity_lines = 2000});
  EXPECT_EQ(swept.survival, Survival::iterations);
  EXPECT_EQ(swept.requested, static_cast<double>(count_lines(layout, tile.whole(), accesses[0].offsets)));
  auto const anew =
      cost_of_tile(layout, tile, {{star(1, {0, 1, 2}), 1}, {star(1, {0, 1, 2}), 4}}, {.capacity_lines = 2000});
  EXPECT_EQ(anew.survival, Survival::all) << "five arrays do not fit together, one does";
  EXPECT_GT(anew.requested, 5 * swept.requested);
}

/// The cheapest block of at most 1024 points and 8 iterations for `n_arrays` arrays with a 7-point stencil on a Fermi.
Index3 best_for(int n_arrays) {
  ArrayLayout const layout{{104, 104, 304}, 8, 128, 0};
  std::vector<AccessGroup> const accesses{{star(1, {0, 1, 2}), n_arrays}};
  Index3 best{};
  double least = 1e300;
  for (auto const& shape : all_candidates({96, 32, 32}, 1024)) {
    Tile const tile{{{8, 4, 4}, {8 + shape[0], 4 + shape[1], 4 + shape[2]}}, 8};
    double const cost = cost_of_tile(layout, tile, accesses, {.capacity_lines = 384}).sigma;
    if (cost < least) {
      least = cost;
      best = shape;
    }
  }
  return best;
}

TEST(CostOfTile, FewGridFunctionsWantPlatesManyWantBlocks) {
  Index3 const one = best_for(1), many = best_for(25);
  auto const thinnest = [](Index3 const& t) { return *std::min_element(t.begin(), t.end()); };
  auto const aspect = [&](Index3 const& t) {
    return static_cast<double>(*std::max_element(t.begin(), t.end())) / thinnest(t);
  };
  EXPECT_EQ(one[2], 1) << "a plate, orthogonal to the iterations: " << one[0] << " " << one[1] << " " << one[2];
  EXPECT_GE(one[0], one[1]) << "long in x";
  EXPECT_GT(thinnest(many), 1) << many[0] << " " << many[1] << " " << many[2];
  EXPECT_LT(aspect(many), aspect(one));
}

/// Sums the neighbours along each axis up to `reach` points away.
ir::Graph laplacian(int reach = 1) {
  ir::GraphBuilder builder("laplacian");
  auto const u = builder.load("u");
  auto sum = builder.shift(u, {-1, 0, 0});
  for (auto const& o : star(reach, {0, 1, 2}))
    if (o != ir::Offset{0, 0, 0} && o != ir::Offset{-1, 0, 0})
      sum = builder.apply(ir::Op::add, {sum, builder.shift(u, o)});
  builder.store("v", sum, ir::Region::interior);
  return builder.finish();
}

TEST(AccessesOf, FindsStencilsAndStores) {
  auto const accesses = accesses_of(laplacian());
  ASSERT_EQ(accesses.size(), 2u);
  EXPECT_EQ(accesses[0].offsets.size(), 6u);
  EXPECT_EQ(accesses[0].n_arrays, 1);
  EXPECT_EQ(accesses[1].offsets.size(), 1u);
}

machine::Machine small_machine() {
  machine::Machine machine;
  machine.caches = {{1, 32 << 10, 64, 8, 1}, {2, 256 << 10, 64, 8, 1}};
  machine.vector_bytes = 32;
  return machine;
}

TEST(ChoosePlan, IsLegalAndSaysWhy) {
  auto const graph = laplacian();
  auto const choice = choose_plan(graph, {{130, 130, 130}, {{1, 1, 1}, {129, 129, 129}}, 4}, small_machine());
  EXPECT_NO_THROW(plan::check_legality(graph, choice.plan));
  EXPECT_EQ(choice.plan.kernels[0].vector_width, 4);
  EXPECT_GT(choice.n_candidates, 100);
  EXPECT_THAT(choice.reason, testing::HasSubstr("least cost"));
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
    auto const cost_of = [&](Index3 const& tile) { // with what an uneven division computes in vain
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

TEST(ChoosePlan, TilesHoldWholeGroupsOfPlanes) {
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

/// A core with a cache of so many lines, which computes u's Laplacian of this reach on 512^3 in whole lines.
HostCost cost_in_large_box(Index3 const& tile, int reach = 2, std::size_t n_lines = 32768) {
  auto machine = small_machine();
  machine.caches = {{1, 64 * n_lines, 64, 16, 1}};
  return HostModel(laplacian(reach), {{520, 516, 516}, {{2, 2, 2}, {514, 514, 514}}, 1}, 1, machine).cost(tile);
}

TEST(HostModel, LosesReuseBitByBitAsFootprintsGrow) {
  double before = 1;
  for (int const rows : {16, 32, 64, 128, 256}) {
    auto const cost = cost_in_large_box({512, rows, 512}, 2, 32768);
    EXPECT_DOUBLE_EQ(cost.reuse[1].footprint, 65.0 * (rows + 4) + 4 * 65 * rows + 65 * rows)
        << "five planes of u, of which four have no rows around, and one of v";
    EXPECT_LE(cost.reuse[1].share, before);
    before = cost.reuse[1].share;
  }
  EXPECT_EQ(cost_in_large_box({512, 16, 512}).reuse[1].share, 1);
  EXPECT_EQ(cost_in_large_box({512, 512, 512}).reuse[1].share, 0);
}

TEST(HostModel, RequestsEachLineOnceWhereAllStays) {
  auto const cost = cost_in_large_box({512, 512, 512}, 2, std::size_t{1} << 28);
  for (auto const& reuse : cost.reuse) EXPECT_EQ(reuse.share, 1);
  EXPECT_DOUBLE_EQ(cost.requested, cost.reuse[3].requested);
  auto const anew = cost_in_large_box({512, 512, 512}, 2, 64);
  for (auto const& reuse : anew.reuse) EXPECT_EQ(reuse.share, 0);
  EXPECT_DOUBLE_EQ(anew.requested, 512.0 * 512 * 10 * 65) << "nine rows of u, one of v";
}

TEST(HostModel, DividedRowsLoseWhatPrefetchingFetchesBeyondTheirEnds) {
  auto const lost = [](Index3 const& tile) { return cost_in_large_box(tile).beginnings / tile[0] / tile[1] / tile[2]; };
  EXPECT_NEAR(lost({256, 16, 512}), 2 * (20 + 20.0 / 16) / 256, 1e-12) << "20 lines of two arrays a row, and a plane";
  EXPECT_NEAR(lost({128, 16, 512}), 2 * (20 + 20.0 / 16) / 128, 1e-12);
  EXPECT_LT(lost({512, 16, 512}), 0.1 * lost({256, 16, 512})) << "the next row follows in memory";
}

TEST(ChoosePlan, KeepsRowsWholeInLargeBoxes) {
  auto machine = small_machine();
  machine.caches = {{1, 48 << 10, 64, 12, 1}, {2, 2 << 20, 64, 16, 1}};
  machine.vector_bytes = 64;
  auto const tile =
      choose_plan(laplacian(2), {{520, 516, 516}, {{2, 2, 2}, {514, 514, 514}}, 2}, machine).plan.kernels[0].tile;
  EXPECT_EQ(tile[0], 512);
  EXPECT_GE(tile[1], 8);
  EXPECT_LE(tile[1], 32) << "faster than all others when measured";
}

TEST(HostModel, CountsThePointsOfEveryThread) {
  auto const imbalance = [](Index3 const& tile, int n_threads) {
    Problem const problem{{35, 35, 35}, {{1, 1, 1}, {34, 34, 34}}, n_threads};
    return HostModel(laplacian(), problem, 1, small_machine()).cost(tile).imbalance;
  };
  EXPECT_DOUBLE_EQ(imbalance({33, 33, 33}, 1), 1);
  EXPECT_DOUBLE_EQ(imbalance({33, 33, 33}, 2), 2);
  EXPECT_DOUBLE_EQ(imbalance({33, 33, 17}, 2), 34.0 / 33) << "the second tile is thinner";
  EXPECT_DOUBLE_EQ(imbalance({33, 33, 1}, 2), 34.0 / 33) << "one plane more for the first thread";
  EXPECT_DOUBLE_EQ(imbalance({33, 11, 33}, 2), 2 * 22.0 / 33);
}

/// The points of the thread with most of them over the mean, tile by tile: x runs fastest, and tile `n` belongs to the
/// thread in whose share of the tiles it is.
double walked_imbalance(Index3 const& extent, Index3 const& tile, int n_threads) {
  std::vector<double> tiles;
  for (int z = 0; z < extent[2]; z += tile[2])
    for (int y = 0; y < extent[1]; y += tile[1])
      for (int x = 0; x < extent[0]; x += tile[0])
        tiles.push_back(1.0 * std::min(tile[0], extent[0] - x) * std::min(tile[1], extent[1] - y) *
                        std::min(tile[2], extent[2] - z));
  auto const n = tiles.size(), share = n / static_cast<std::size_t>(n_threads);
  std::vector<double> points;
  auto next = tiles.begin();
  for (std::size_t thread = 0; thread < static_cast<std::size_t>(n_threads); ++thread) {
    auto const end = next + static_cast<long>(share + (thread < n % static_cast<std::size_t>(n_threads) ? 1 : 0));
    points.push_back(std::accumulate(next, end, 0.0));
    next = end;
  }
  double const all = std::accumulate(points.begin(), points.end(), 0.0);
  return *std::max_element(points.begin(), points.end()) * n_threads / all;
}

TEST(HostModel, CountsThePointsOfEveryThreadAsAWalkOverTheTilesDoes) {
  std::mt19937 random(7);
  auto const up_to = [&](int most) { return std::uniform_int_distribution(1, most)(random); };
  int n_divided = 0;
  for (int n = 0; n < 60; ++n) {
    Index3 const extent{up_to(40), up_to(30), up_to(20)};
    Index3 const tile{up_to(extent[0]), up_to(extent[1]), up_to(extent[2])};
    int const n_threads = up_to(9);
    Problem const problem{{extent[0] + 2, extent[1] + 2, extent[2] + 2},
                          {{1, 1, 1}, {1 + extent[0], 1 + extent[1], 1 + extent[2]}},
                          n_threads};
    EXPECT_DOUBLE_EQ(HostModel(laplacian(), problem, 1, small_machine()).cost(tile).imbalance,
                     walked_imbalance(extent, tile, n_threads))
        << testing::PrintToString(extent) << testing::PrintToString(tile) << n_threads;
    n_divided += tile[0] < extent[0] && tile[1] < extent[1] && tile[2] < extent[2] && n_threads > 1;
  }
  EXPECT_GE(n_divided, 20) << "along all axes at once";
}

TEST(ChoosePlan, DividedRowsAreNotStoredPastTheCachesWhenTheyAreShort) {
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
  ASSERT_LT(kernel.tile[0], 64) << "rows of which the first level keeps all that are read";
  EXPECT_THAT(kernel.nontemporal, testing::IsEmpty());
  EXPECT_THAT(choose_plan(laplacian(), problem, machine).plan.kernels[0].nontemporal, testing::ElementsAre("v"));
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

} // namespace
} // namespace chemora::tiling
