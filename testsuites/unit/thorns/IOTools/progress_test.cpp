/// Tests the estimates of progress, speed and remaining time.
#include "progress.hpp"

namespace iotools {
namespace {

TEST(Progress, EstimatesAConstantRateExactly) {
  Progress progress;
  Estimate estimate;
  for (int i = 0; i <= 50; ++i) estimate = progress.update(0.5 * i, i, i / 100.);
  EXPECT_DOUBLE_EQ(estimate.done, 0.5);
  EXPECT_NEAR(estimate.steps_per_second, 2., 1e-12);
  EXPECT_NEAR(estimate.seconds_left, 25., 1e-9);
}

TEST(Progress, HasNoRateInTheFirstRow) {
  auto const estimate = Progress().update(3., 0, 0.);
  EXPECT_LT(estimate.steps_per_second, 0);
  EXPECT_LT(estimate.seconds_left, 0);
}

TEST(Progress, IncludesOutputAndForgetsOldRates) {
  Progress progress(10.);
  progress.update(0., 0, 0.);
  EXPECT_DOUBLE_EQ(progress.update(10., 100, 0.1).steps_per_second, 10.);
  auto const after_stall =
      progress.update(20., 100, 0.1).steps_per_second; // ten seconds pass for output, without a time step
  EXPECT_GT(after_stall, 1.);
  EXPECT_LT(after_stall, 5.);
  double late = 0;
  for (int i = 1; i <= 100; ++i) late = progress.update(20. + i, 100 + 2 * i, 0.1).steps_per_second;
  EXPECT_NEAR(late, 2., 1e-3);
}

TEST(Progress, HasTheSpeedSinceThePreviousEstimate) {
  Progress progress;
  EXPECT_LT(progress.update(0., 0, 0.).interval_speed, 0);
  EXPECT_DOUBLE_EQ(progress.update(10., 100, 0.1).interval_speed, 10.);
  EXPECT_DOUBLE_EQ(progress.update(12., 140, 0.14).interval_speed, 20.);
  EXPECT_LT(progress.update(20., 140, 0.14).interval_speed, 0) << "no step";
  EXPECT_LT(progress.update(19., 150, 0.15).interval_speed, 0) << "no time";
}

TEST(Progress, ComputesTheFractionFromTheTermination) {
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
  EXPECT_DOUBLE_EQ(part(Termination::either), 0.75); // of iteration and time only
  EXPECT_DOUBLE_EQ(part(Termination::both), 0.25);
}

// The parameters' defaults: cctk_final_time = -1 and max_runtime = 0 end no run with "any".
TEST(Progress, IgnoresLimitsThatAreNotSet) {
  Limits limits{.last_iteration = 1000, .initial_time = 0, .final_time = -1, .max_runtime = 0};
  auto const part = [&](Termination termination, int iteration, double time) {
    limits.termination = termination;
    return fraction_done(limits, iteration, time, 60.);
  };
  EXPECT_DOUBLE_EQ(part(Termination::any, 0, 0.), 0.);
  EXPECT_DOUBLE_EQ(part(Termination::any, 250, 4.), 0.25);
  EXPECT_DOUBLE_EQ(part(Termination::all, 250, 4.), 0.25);
  EXPECT_DOUBLE_EQ(part(Termination::both, 250, 4.), 0.25);
  EXPECT_DOUBLE_EQ(part(Termination::either, 0, 0.), 1.); // the flesh ends such a run at once
  EXPECT_DOUBLE_EQ(part(Termination::time, 0, 0.), 1.);
  EXPECT_LT(part(Termination::runtime, 250, 4.), 0); // and this one never
}

TEST(Progress, SupportsNegativeTimeSteps) {
  Limits limits{.termination = Termination::time, .initial_time = 1, .final_time = -3, .time_step = -0.1};
  EXPECT_DOUBLE_EQ(fraction_done(limits, 5, 0., 60.), 0.25);
}

TEST(Progress, FindsTheTerminationByItsName) {
  EXPECT_EQ(to_termination("Runtime"), Termination::runtime);
  EXPECT_EQ(to_termination("never"), Termination::never);
}

} // namespace
} // namespace iotools
