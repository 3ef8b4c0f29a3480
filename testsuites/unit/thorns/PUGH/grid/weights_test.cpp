/// Tests the division of a grid in proportion to weights, with examples and with invariants for random weights.
#include "decomposition.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

namespace pugh {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Shape box(int nx, int ny, int nz, int ghosts, bool periodic = false) {
  Shape shape{3, {nx, ny, nz, 1}, {ghosts, ghosts, ghosts, 0}, {}};
  for (int d = 0; d < 3; ++d) shape.periodic[d] = periodic;
  return shape;
}

TEST(Weights, AreReadFromNumbers) {
  EXPECT_THAT(parse_weights("1 2.5,3e1", 3), ElementsAre(1, 2.5, 30));
  for (auto const& [text, words] : {std::pair("1 x", "`x`"),
                                    {"1 0", "`0`"},
                                    {"0 1", "holds `0`,"},
                                    {"-1 2", "`-1`"},
                                    {"1e400 1", "`1e400`"},
                                    {"measure", "Did you mean `measured`?"},
                                    {"1 nan", "`nan`"},
                                    {"1 2a", "`2a`"},
                                    {"1 inf", "`inf`"}})
    EXPECT_THAT([&text = text] { parse_weights(text, 2); }, ThrowsMessage<WeightsError>(HasSubstr(words))) << text;
  EXPECT_THAT([] { parse_weights("1 2 3", 2); },
              ThrowsMessage<DecompositionError>(HasSubstr("lists 3 weights; it must list one for each of the 2")));
}

std::vector<MeasuredSpeed> undisturbed(std::vector<double> const& speeds) {
  std::vector<MeasuredSpeed> measured;
  for (double const speed : speeds) measured.push_back({speed});
  return measured;
}

/// Returns the relative additional time of the slowest rank if each rank gets a part in proportion to its weight.
double loss(std::vector<double> const& speeds) {
  Weights const weights = weights_from(undisturbed(speeds));
  double const sum_of_speeds = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double const sum_of_weights = std::accumulate(weights.begin(), weights.end(), 0.0);
  double slowest = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i)
    slowest = std::max(slowest, weights[i] / sum_of_weights / (speeds[i] / sum_of_speeds));
  return slowest - 1;
}

TEST(MeasuredWeights, CostLessThanTenPercent) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> magnitude(0, 3);
  for (int run = 0; run < 500; ++run) {
    std::vector<double> speeds(2 + random() % 4);
    for (double& speed : speeds) speed = std::pow(10, magnitude(random));
    EXPECT_LT(loss(speeds), 0.1) << ::testing::PrintToString(speeds);
  }
  EXPECT_LT(loss({1000, 20}), 0.1) << "a GPU beside a core";
  EXPECT_LT(loss({1000, 951}), 0.1) << "equal weights";
}

TEST(MeasuredWeights, AreEqualForNearlyEqualMeasurements) {
  EXPECT_EQ(weights_from(undisturbed({1000, 300})), weights_from(undisturbed({1010, 298})));
}

TEST(MeasuredWeights, AreEqualForNearlyEqualSpeeds) {
  EXPECT_THAT(weights_from(undisturbed({955, 1000, 980})), ElementsAre(1, 1, 1));
  EXPECT_THAT(weights_from(undisturbed({1000, 960, 920})), ElementsAre(1, 1, DoubleNear(0.92, 0.025)))
      << "only speeds near the fastest speed are rounded to the weight 1, not chains of similar speeds";
}

TEST(MeasuredWeights, AreEqualWithinADisturbedKind) {
  EXPECT_THAT(weights_from({{1000, 0, false}, {100, 0, true}}), ElementsAre(1, 1));
  EXPECT_THAT(weights_from({{1000, 0, true}, {100, 0, false}}), ElementsAre(1, 1))
      << "the measurement of one process of this kind was disturbed";
  EXPECT_THAT(weights_from({{1000, 0, false}, {100, 0, false}}), ElementsAre(1, DoubleNear(0.1, 0.003)))
      << "without a disturbance, the second process is really slow";
  EXPECT_THAT(weights_from({{100, 0, true}, {1000, 1, false}, {50, 0, false}, {500, 1, false}}),
              ElementsAre(DoubleNear(0.1, 0.003), 1, DoubleNear(0.1, 0.003), DoubleNear(0.5, 0.015)))
      << "only within a kind";
}

TEST(WeightedSizes, AreInProportion) {
  std::vector<double> const weights = {1, 1, 4};
  EXPECT_THAT(weighted_sizes(box(30, 30, 60, 2), {1, 1, 3, 1}, weights)[2], ElementsAre(10, 10, 40));
  EXPECT_THAT(weighted_sizes(box(30, 30, 64, 2, true), {1, 1, 3, 1}, weights)[2], ElementsAre(12, 10, 42))
      << "the first and the last part include the periodic images";
  std::vector<double> const products = {1, 3, 2, 6}; // 1 : 3 along y, 1 : 2 along z
  auto const sizes = weighted_sizes(box(10, 40, 60, 1), {1, 2, 2, 1}, products);
  EXPECT_THAT(sizes[1], ElementsAre(10, 30));
  EXPECT_THAT(sizes[2], ElementsAre(20, 40));
}

TEST(WeightedSizes, AreNoSmallerThanGhostZones) {
  std::vector<double> const weights = {1, 100, 100};
  EXPECT_THAT(weighted_sizes(box(9, 9, 31, 3), {1, 1, 3, 1}, weights)[2], ElementsAre(3, 14, 14));
  EXPECT_THAT(
      [&] {
        weighted_sizes(box(9, 9, 8, 3), {1, 1, 3, 1}, weights);
      },
      ThrowsMessage<DecompositionError>(HasSubstr("cannot be cut into 3 parts of at least 3 points")));
}

TEST(WeightedSizes, AddUpForExtremeWeights) {
  Shape const shape = box(9, 9, 31, 3);
  std::vector<double> const values = {1e308, 1.7976931348623157e308, 1e-320, 5e-324, 1};
  for (double const a : values)
    for (double const b : values)
      for (double const c : values) {
        auto const sizes = weighted_sizes(shape, {1, 1, 3, 1}, std::vector<double>{a, b, c})[2];
        EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0), 31) << a << " " << b << " " << c;
        EXPECT_GE(*std::min_element(sizes.begin(), sizes.end()), 3) << a << " " << b << " " << c;
      }
  EXPECT_THAT(weighted_sizes(shape, {1, 1, 3, 1}, std::vector<double>{1e308, 1e308, 5e307})[2], ElementsAre(13, 12, 6));
  EXPECT_THAT(weighted_sizes(shape, {1, 1, 3, 1}, std::vector<double>{1e308, 1e-320, 1})[2], ElementsAre(25, 3, 3));
  EXPECT_THAT(weighted_sizes(shape, {1, 1, 2, 1}, std::vector<double>{5e-324, 1.5e-323})[2], ElementsAre(8, 23));
  EXPECT_THAT(weighted_sizes(shape, {1, 1, 1, 1}, std::vector<double>{1e308})[2], ElementsAre(31));
}

TEST(WeightedTopology, DependsOnlyOnProportions) {
  Shape const cube = box(80, 80, 80, 2);
  for (double const unit : {1e308 / 4, 1e-320, 1.0})
    EXPECT_EQ(choose_weighted_topology(cube, {}, std::vector<double>{unit, unit, unit, 4 * unit}),
              (Topology{1, 1, 4, 1}))
        << unit;
  EXPECT_EQ(choose_weighted_topology(cube, {}, std::vector<double>(8, 1e308)), choose_topology(cube, 8));
  EXPECT_NO_THROW(choose_weighted_topology(cube, {}, std::vector<double>{1e308, 1e-320, 1e308, 5e-324}));
}

TEST(WeightedTopology, PrefersABalancedDivision) {
  std::vector<double> const even = {1, 1, 1, 1}, one_fast = {1, 1, 1, 4};
  Shape const cube = box(80, 80, 80, 2);
  EXPECT_EQ(choose_weighted_topology(cube, {}, one_fast), (Topology{1, 1, 4, 1}))
      << "the grid is divided into slabs, because a division along two axes gives a slow process too many points";
  EXPECT_EQ(choose_weighted_topology(cube, {}, even), choose_topology(cube, 4));
  EXPECT_EQ(choose_weighted_topology(cube, {0, 2, 0, 0}, one_fast)[1], 2) << "follows a request";
}

double imbalance_of(Shape const& shape, Topology const& topology, std::vector<double> const& weights) {
  return imbalance({shape, topology, weighted_sizes(shape, topology, weights)}, weights);
}

TEST(Imbalance, CountsOwnedPoints) {
  Shape const cube = box(36, 36, 36, 2, true);
  EXPECT_NEAR(imbalance_of(cube, {1, 1, 2, 1}, {1, 0.45}), 10 / 0.45 / (32 / 1.45) - 1, 1e-12)
      << "the processes get 22 and 10 of 32 planes; ghost zones are not counted";
  EXPECT_NEAR(imbalance_of(cube, {1, 1, 2, 1}, {1e308, 1e308}), 0, 1e-12);
  EXPECT_NEAR(imbalance_of(box(10, 10, 10, 1), {1, 1, 3, 1}, {1, 1, 1}), 0.2, 1e-12) << "4, 3, 3 of 10 planes";
  Decomposition const even(box(10, 10, 12, 1), {1, 1, 3, 1});
  EXPECT_NEAR(imbalance(even, std::vector<double>{1, 1, 2}), 4 / (12 / 4.0) - 1, 1e-12) << "an even division";
}

TEST(Imbalance, IsBelowTenPercentForPartsOfTenPlanes) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> weight(0.3, 1);
  for (int run = 0; run < 200; ++run) {
    std::vector<double> weights(2 + random() % 7);
    for (double& w : weights) w = weight(random);
    double const sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    double const least = *std::min_element(weights.begin(), weights.end());
    int const ghosts = 1 + static_cast<int>(random() % 4), planes = static_cast<int>(10 * sum / least) + 1;
    Shape const shape = box(planes + 8, planes + 8, planes + 8, ghosts, random() % 2 == 0);
    EXPECT_LT(imbalance_of(shape, choose_weighted_topology(shape, {}, weights), weights), 0.1) << run;
  }
}

TEST(WeightedSizes, DecomposeTheGridForRandomWeights) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> weight(0.01, 10);
  for (int run = 0; run < 300; ++run) {
    Shape const shape =
        box(20 + static_cast<int>(random() % 40), 24, 21, 1 + static_cast<int>(random() % 3), random() % 2 == 0);
    constexpr std::array<std::size_t, 9> numbers{1, 2, 3, 4, 5,
                                                 6, 8, 9, 12}; // numbers of processes that can divide the smallest grid
    std::vector<double> weights(numbers[random() % numbers.size()]);
    for (double& w : weights) w = weight(random);
    int const n = static_cast<int>(weights.size());
    Topology const topology = choose_weighted_topology(shape, {}, weights);
    Decomposition const parts(shape, topology, weighted_sizes(shape, topology, weights));
    long owned = 0;
    for (int rank = 0; rank < n; ++rank) owned += parts.local_box(rank).owned.n_points();
    EXPECT_EQ(owned, long{1} * shape.owned(0) * shape.owned(1) * shape.owned(2)) << "every point has one owner";
    if (topology[0] * topology[1] > 1) continue;
    double const sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (int rank = 0; rank < n; ++rank) { // each rank gets its share within one point, or the minimum size
      double const share = shape.owned(2) * weights[static_cast<std::size_t>(rank)] / sum;
      EXPECT_LE(parts.local_box(rank).owned.extent(2), std::max<double>(share + 1, shape.ghosts[2]));
    }
  }
}

} // namespace
} // namespace pugh
