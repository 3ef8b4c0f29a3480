#include "kernels/tiling/cost_model.hpp"

#include "kernels/tiling/candidates.hpp"
#include "testsuites/unit/kernels/tiling/small_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace chemora::tiling {
namespace {

using base::Index3;

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

TEST(EvenCandidates, DivideTheBoxEvenlyAndRowsIntoWholeLines) {
  std::set<int> rows;
  for (auto const& tile : even_candidates({200, 50, 7}, 3, {.minimum = 32, .line = 8})) {
    rows.insert(tile[0]);
    for (std::size_t a = 0; a < 3; ++a) EXPECT_GE(tile[a], 1);
  }
  EXPECT_THAT(rows, testing::ElementsAre(32, 56, 104, 200)); // 25, 50, 100 rounded up
  EXPECT_THAT(even_candidates({20, 5, 1}, 3, {32, 8}), testing::Each(testing::ElementsAre(20, testing::_, 1)));
  EXPECT_THAT(even_candidates({33, 5, 1}, 3, {32, 32}),
              testing::Each(testing::ElementsAre(testing::AnyOf(33, 32), testing::_, 1)));
  EXPECT_THAT(even_candidates({30, 5, 1}, 3, {16, 64}), testing::Each(testing::ElementsAre(30, testing::_, 1)))
      << "a line is longer than the row";
}

TEST(CostOfTile, ChoosesTheAssumptionOfThePapersExample) {
  ArrayLayout const layout{{112, 112, 112}, 8, 128, 0};
  Tile const tile{{{0, 5, 5}, {102, 8, 8}}, 1};
  std::vector<AccessGroup> const accesses{{star(5, {1, 2}), 1}};
  auto const cost = cost_of_tile(layout, tile, accesses, {.capacity_lines = 384}); // Fermi: 48 KiB of 128 bytes
  EXPECT_EQ(cost.footprint_all, 483);
  EXPECT_EQ(cost.footprint_one, 273);
  EXPECT_EQ(cost.assumption, ReuseAssumption::one_dimension);
  EXPECT_EQ(cost.requested, 546);
}

/// Returns the cost of the Chemora paper's example in a cache of `capacity` lines. Assumption A needs 483 lines and
/// requests 483, assumption B needs 273 lines and requests 546. Reuse within rows only requests 1323 lines (21 stencil
/// rows, 9 rows per tile, 7 lines per row).
TileCost example_in(std::int64_t capacity) {
  ArrayLayout const layout{{112, 112, 112}, 8, 128, 0};
  Tile const tile{{{0, 5, 5}, {102, 8, 8}}, 1};
  return cost_of_tile(layout, tile, {{star(5, {1, 2}), 1}}, {.capacity_lines = capacity});
}

TEST(CostOfTile, TakesTheStrongestAssumptionThatFits) {
  auto const roomy = example_in(1000);
  EXPECT_EQ(roomy.assumption, ReuseAssumption::all);
  EXPECT_FALSE(roomy.averaged_with);
  EXPECT_EQ(roomy.requested, 483);
  EXPECT_EQ(roomy.footprint, 483);
  EXPECT_EQ(example_in(384).footprint, 273);
  auto const hopeless = example_in(100);
  EXPECT_EQ(hopeless.assumption, ReuseAssumption::one_row);
  EXPECT_EQ(hopeless.requested, 21 * 63);
  EXPECT_LT(hopeless.footprint, 273) << "of a row";
}

TEST(CostOfTile, TakesTheMeanOfTwoOnBothSidesOfAJustFit) {
  for (std::int64_t const capacity : {530, 500, 483, 482, 445}) { // 483 is within a tenth of each
    auto const cost = example_in(capacity);
    EXPECT_EQ(cost.assumption, ReuseAssumption::all) << capacity;
    EXPECT_EQ(cost.averaged_with, ReuseAssumption::one_dimension) << capacity;
    EXPECT_EQ(cost.requested, (483 + 546) / 2.0) << capacity;
  }
  for (std::int64_t const capacity : {300, 273, 272, 250}) { // B fits just, or just not
    auto const cost = example_in(capacity);
    EXPECT_EQ(cost.assumption, ReuseAssumption::one_dimension) << capacity;
    EXPECT_EQ(cost.averaged_with, ReuseAssumption::one_row) << capacity;
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
  EXPECT_EQ(swept.assumption, ReuseAssumption::iterations);
  EXPECT_EQ(swept.requested, static_cast<double>(count_lines(layout, tile.whole(), accesses[0].offsets)));
  auto const again =
      cost_of_tile(layout, tile, {{star(1, {0, 1, 2}), 1}, {star(1, {0, 1, 2}), 4}}, {.capacity_lines = 2000});
  EXPECT_EQ(again.assumption, ReuseAssumption::all)
      << "five arrays together do not fit into the cache, but one array does";
  EXPECT_GT(again.requested, 5 * swept.requested);
}

/// Returns the cheapest block of at most 1024 points and 8 iterations on a Fermi GPU, for `n_arrays` arrays with a
/// 7-point stencil.
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

TEST(CostOfTile, PrefersPlatesForFewGridFunctionsAndBlocksForMany) {
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

TEST(AccessesOf, FindsStencilsAndStores) {
  auto const accesses = accesses_of(laplacian());
  ASSERT_EQ(accesses.size(), 2u);
  EXPECT_EQ(accesses[0].offsets.size(), 6u);
  EXPECT_EQ(accesses[0].n_arrays, 1);
  EXPECT_EQ(accesses[1].offsets.size(), 1u);
}

} // namespace
} // namespace chemora::tiling
