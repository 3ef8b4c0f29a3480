#include "kernels/tuning/individual.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace chemora::tuning;

TEST(Statistics, DivideBySamplesLessOne) {
  Statistics const s = statistics_of({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(s.n, 8);
  EXPECT_EQ(s.mean, 5);
  EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(32.0 / 7));
}

TEST(Statistics, HaveNoDeviationBelowTwoScores) {
  EXPECT_EQ(statistics_of({}).n, 0);
  EXPECT_EQ(statistics_of({}).mean, 0);
  EXPECT_EQ(statistics_of({3}).mean, 3);
  EXPECT_EQ(statistics_of({3}).deviation, 0);
}

TEST(Individual, HasTheScoreZeroAfterAFailure) {
  Individual individual;
  individual.scores = {4, 6};
  EXPECT_EQ(individual.statistics().mean, 5);
  individual.failure = "The results differ from those of the model's plan in 3 points.";
  EXPECT_TRUE(individual.has_failed());
  EXPECT_EQ(individual.statistics().mean, 0);
  EXPECT_EQ(individual.statistics().n, 0);
}

TEST(Birth, HasNames) {
  for (Birth birth : {Birth::initial, Birth::mutation, Birth::crossover, Birth::triangulation, Birth::component})
    EXPECT_EQ(find_birth(to_text(birth)), birth);
  EXPECT_EQ(to_text(Birth::triangulation), "triangulation");
  EXPECT_FALSE(find_birth("cloning"));
}

} // namespace
