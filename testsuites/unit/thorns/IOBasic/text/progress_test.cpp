// How far, how fast, how long.
#include "progress.hpp"

namespace iobasic {
namespace {

TEST(Progress, AConstantRateGivesItsExactEstimate) {
  Progress progress;
  Estimate estimate;
  for (int i = 0; i <= 50; ++i) estimate = progress.update(0.5 * i, i, i / 100.);
  EXPECT_DOUBLE_EQ(estimate.done, 0.5);
  EXPECT_NEAR(estimate.steps_per_second, 2., 1e-12);
  EXPECT_NEAR(estimate.seconds_left, 25., 1e-9);
}

TEST(Progress, TheFirstRowKnowsNoRate) {
  auto const estimate = Progress().update(3., 0, 0.);
  EXPECT_LT(estimate.steps_per_second, 0);
  EXPECT_LT(estimate.seconds_left, 0);
}

TEST(Progress, ALongOutputCountsAndOldRatesFade) {
  Progress progress(10.);
  progress.update(0., 0, 0.);
  EXPECT_DOUBLE_EQ(progress.update(10., 100, 0.1).steps_per_second, 10.);
  auto const after_stall = progress.update(20., 100, 0.1).steps_per_second; // ten seconds of output, no step
  EXPECT_GT(after_stall, 1.);
  EXPECT_LT(after_stall, 5.);
  double late = 0;
  for (int i = 1; i <= 100; ++i) late = progress.update(20. + i, 100 + 2 * i, 0.1).steps_per_second;
  EXPECT_NEAR(late, 2., 1e-3);
}

TEST(Progress, TheFractionFollowsWhatEndsTheRun) {
  Limits limits{.last_iteration = 200, .initial_time = 1, .final_time = 5, .max_runtime = 10};
  auto const part = [&](Termination termination) {
    limits.termination = termination;
    return fraction_done(limits, 50, 4., 60.);
  };
  EXPECT_DOUBLE_EQ(part(Termination::iteration), 0.25);
  EXPECT_DOUBLE_EQ(part(Termination::time), 0.75);
  EXPECT_DOUBLE_EQ(part(Termination::runtime), 0.1);
  EXPECT_DOUBLE_EQ(part(Termination::any), 0.75);
  EXPECT_DOUBLE_EQ(part(Termination::all), 0.1);
  EXPECT_LT(part(Termination::never), 0);
  EXPECT_EQ(to_termination("Either"), Termination::any);
}

} // namespace
} // namespace iobasic
