#include "kernels/tiling/host_model.hpp"

#include "testsuites/unit/kernels/tiling/small_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace chemora::tiling {
namespace {

using base::Index3;

/// Returns the cost of a Laplacian of u with this reach on 512^3 points. The core has one cache with `n_lines` lines,
/// and rows are whole cache lines.
HostCost cost_in_large_box(Index3 const& tile, int reach = 2, std::size_t n_lines = 32768) {
  auto machine = small_machine();
  machine.caches = {{1, 64 * n_lines, 64, 16, 1}};
  return HostModel(laplacian(reach), {{520, 516, 516}, {{2, 2, 2}, {514, 514, 514}}, 1}, 1, machine).cost(tile);
}

TEST(HostModel, LosesReuseGraduallyAsFootprintsGrow) {
  double before = 1;
  for (int const rows : {16, 32, 64, 128, 256}) {
    auto const cost = cost_in_large_box({512, rows, 512}, 2, 32768);
    EXPECT_DOUBLE_EQ(cost.reuse[1].footprint, 65.0 * (rows + 4) + 4 * 65 * rows + 65 * rows)
        << "the footprint has five planes of u, of which four have no halo rows, and one plane of v";
    EXPECT_LE(cost.reuse[1].share, before);
    before = cost.reuse[1].share;
  }
  EXPECT_EQ(cost_in_large_box({512, 16, 512}).reuse[1].share, 1);
  EXPECT_EQ(cost_in_large_box({512, 512, 512}).reuse[1].share, 0);
}

TEST(HostModel, RequestsEachLineOnceIfAllLinesStay) {
  auto const cost = cost_in_large_box({512, 512, 512}, 2, std::size_t{1} << 28);
  for (auto const& reuse : cost.reuse) EXPECT_EQ(reuse.share, 1);
  EXPECT_DOUBLE_EQ(cost.requested, cost.reuse[3].requested);
  auto const again = cost_in_large_box({512, 512, 512}, 2, 64);
  for (auto const& reuse : again.reuse) EXPECT_EQ(reuse.share, 0);
  EXPECT_DOUBLE_EQ(again.requested, 512.0 * 512 * 10 * 65) << "nine rows of u, one of v";
}

TEST(HostModel, CountsLinesPrefetchedBeyondDividedRows) {
  auto const lost = [](Index3 const& tile) { return cost_in_large_box(tile).restarts / tile[0] / tile[1] / tile[2]; };
  EXPECT_NEAR(lost({256, 16, 512}), 2 * (20 + 20.0 / 16) / 256, 1e-12)
      << "at the end of each row and each plane, prefetching loads 20 unused lines of each of two arrays";
  EXPECT_NEAR(lost({128, 16, 512}), 2 * (20 + 20.0 / 16) / 128, 1e-12);
  EXPECT_LT(lost({512, 16, 512}), 0.1 * lost({256, 16, 512})) << "consecutive rows are contiguous in memory";
}

/// Returns the cost of `whole` points that are computed in rows of `length` points. The arrays have `allocated` points
/// per row; cache lines and vectors have eight elements.
HostCost cost_of_rows(int length, int allocated = 208, std::size_t n_lines = 1 << 20, int whole = 200) {
  auto machine = small_machine();
  machine.vector_bytes = 64;
  machine.caches = {{1, 64 * n_lines, 64, 16, 1}};
  Problem const problem{{allocated, 12, 12}, {{8, 2, 2}, {8 + whole, 10, 10}}, 1};
  return HostModel(laplacian(), problem, 1, machine).cost({length, 8, 8});
}

TEST(HostModel, WeighsAccessesByTheTimesOfTheMachine) {
  auto machine = small_machine();
  Problem const problem{{520, 516, 516}, {{2, 2, 2}, {514, 514, 514}}, 1};
  auto const cost = [&] { return HostModel(laplacian(), problem, 1, machine).cost({256, 16, 512}); };
  machine.access = {.inner_line = 0, .vector_load = 0, .not_hidden = 0, .restart = 0, .row_start = 0};
  double const of_memory = cost().cost;
  machine.access.restart = 10;
  EXPECT_NEAR(cost().restarts / (256 * 16 * 512), 2 * (10 + 10.0 / 16) / 256, 1e-12);
  EXPECT_GT(cost().cost, of_memory);
  machine.access = {.inner_line = 0, .vector_load = 0, .not_hidden = 0, .restart = 0, .row_start = 1};
  EXPECT_NEAR(cost().cost - of_memory, 2 * 2 / 512.0, 1e-12) << "two arrays, two pieces of a row of 512 points";
  machine.access = {.inner_line = 0, .vector_load = 100, .not_hidden = 0.5, .restart = 0, .row_start = 0};
  double const of_loads = cost().cost - 0.5 * of_memory;
  machine.access.vector_load = 200;
  EXPECT_NEAR(cost().cost - 0.5 * of_memory, 2 * of_loads, 1e-9) << "loads take longer than memory";
}

TEST(HostModel, CountsTheVectorsOfShortLastPieces) {
  EXPECT_EQ(cost_of_rows(200).vectors, 25);
  EXPECT_EQ(cost_of_rows(56).vectors, 3 * 7 + 4) << "three of 56 points, one of 32";
  EXPECT_EQ(cost_of_rows(50).vectors, 4 * 7);
  EXPECT_GT(cost_of_rows(50).cost, cost_of_rows(56).cost);
}

TEST(HostModel, CountsExtraVectorsForPartialLinesOfNontemporalStores) {
  EXPECT_EQ(cost_of_rows(200, 212, 64).vectors, 26);
  EXPECT_EQ(cost_of_rows(104, 212, 64).vectors, 14 + 13);
  EXPECT_EQ(cost_of_rows(200, 208, 64).vectors, 25) << "whole lines";
  EXPECT_EQ(cost_of_rows(200, 212).vectors, 25) << "all arrays fit the cache";
}

TEST(HostModel, CountsTheStartOfShortLastPieces) {
  auto const restarts = [](int whole) { return cost_of_rows(56, 232, 1 << 20, whole).restarts; };
  EXPECT_NEAR(restarts(200) / restarts(224), 4 / (200.0 / 56), 1e-12) << "four pieces each";
}

TEST(HostModel, CountsThePointsOfEveryThread) {
  auto const imbalance = [](Index3 const& tile, int n_threads) {
    Problem const problem{{35, 35, 35}, {{1, 1, 1}, {34, 34, 34}}, n_threads};
    return HostModel(laplacian(), problem, 1, small_machine()).cost(tile).imbalance;
  };
  EXPECT_DOUBLE_EQ(imbalance({33, 33, 33}, 1), 1);
  EXPECT_DOUBLE_EQ(imbalance({33, 33, 33}, 2), 2);
  EXPECT_DOUBLE_EQ(imbalance({33, 33, 17}, 2), 34.0 / 33) << "the second tile is thinner";
  EXPECT_DOUBLE_EQ(imbalance({33, 33, 1}, 2), 34.0 / 33)
      << "the first thread computes one plane more than the second thread";
  EXPECT_DOUBLE_EQ(imbalance({33, 11, 33}, 2), 2 * 22.0 / 33);
}

/// Returns the points of the thread with the most points, divided by the mean. The function visits the tiles one after
/// the other with x as the fastest axis, and gives each thread a contiguous range of tiles.
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

TEST(HostModel, CountsPointsPerThreadLikeATraversalOfTheTiles) {
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

} // namespace
} // namespace chemora::tiling
