#include "framework/run/termination.hpp"

#include "framework/include/cctk_Termination.h"
#include "framework/run/stages.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gtest/gtest.h>

#include <csignal>

using chemora::run::EndConditions;
using chemora::run::is_end;
using chemora::run::Progress;

namespace {

bool ends(std::string const& terminate, Progress const& now, double final_time = 1, double max_seconds = 0) {
  return is_end(EndConditions{.terminate = terminate,
                              .last_iteration = 10,
                              .initial_time = 0,
                              .final_time = final_time,
                              .max_seconds = max_seconds},
                now);
}

Progress const early{.iteration = 5, .time = 0.5, .time_step = 0.1, .seconds = 5};
Progress const by_iteration{.iteration = 10, .time = 0.5, .time_step = 0.1, .seconds = 5};
Progress const by_time{.iteration = 5, .time = 1, .time_step = 0.1, .seconds = 5};
Progress const by_both{.iteration = 10, .time = 1, .time_step = 0.1, .seconds = 5};
Progress const by_clock{.iteration = 5, .time = 0.5, .time_step = 0.1, .seconds = 60};

} // namespace

TEST(Termination, EvaluatesEachConditionAlone) {
  EXPECT_FALSE(ends("iteration", early));
  EXPECT_TRUE(ends("iteration", by_iteration));
  EXPECT_FALSE(ends("iteration", by_time));
  EXPECT_TRUE(ends("time", by_time));
  EXPECT_FALSE(ends("time", by_iteration));
  EXPECT_TRUE(ends("runtime", by_clock, 1, 60));
  EXPECT_FALSE(ends("runtime", by_clock)) << "no limit";
  EXPECT_FALSE(ends("never", by_both));
}

TEST(Termination, CombinesConditions) {
  EXPECT_TRUE(ends("any", by_iteration));
  EXPECT_TRUE(ends("any", by_time));
  EXPECT_TRUE(ends("any", by_clock, 1, 60));
  EXPECT_FALSE(ends("any", early));
  EXPECT_FALSE(ends("any", early, -1)) << "a final time before the initial time is switched off";
  EXPECT_FALSE(ends("all", by_iteration));
  EXPECT_TRUE(ends("all", by_both));
  EXPECT_FALSE(ends("all", by_both, 1, 60));
  EXPECT_TRUE(ends("either", by_time));
  EXPECT_FALSE(ends("both", by_time));
  EXPECT_TRUE(ends("both", by_both));
}

TEST(Termination, ToleratesRoundingOfTimes) {
  Progress now = early;
  now.time = 0;
  for (int n = 0; n < 10; ++n) now.time += 0.1; // 0.9999999999999999
  EXPECT_LT(now.time, 1.0);
  EXPECT_TRUE(ends("time", now));
  now.time = 1 - 2e-7;
  EXPECT_FALSE(ends("time", now));
}

TEST(Signals, TerminationIsReachedOnlyWhenAllProcessesAgreed) {
  static chemora::run::Processes const processes(nullptr, nullptr); // until all tests have ended
  chemora::tests::TestThorns thorns({{"Cactus", "IMPLEMENTS: Cactus\n", R"(
KEYWORD terminate "" { "never" :: "" } "never"
INT cctk_itlast "" { *:* :: "" } 10
REAL cctk_initial_time "" { *:* :: "" } 0
REAL cctk_final_time "" { *:* :: "" } -1
REAL max_runtime "" { *:* :: "" } 0
BOOLEAN terminate_next "" { } "no"
)"}},
                                    {"Cactus"});
  chemora::parameters::parameter_table() = {};
  chemora::parameters::parameter_table().build(thorns.catalogue);
  cGH cctkGH{};
  chemora::run::catch_signals();
  EXPECT_FALSE(is_end(cctkGH));
  raise(SIGTERM);
  EXPECT_EQ(CCTK_ReceivedSignal(), SIGTERM);
  EXPECT_EQ(CCTK_TerminationReached(&cctkGH), 0) << "the processes have not agreed on it yet";
  EXPECT_TRUE(is_end(cctkGH));
  EXPECT_EQ(CCTK_TerminationReached(&cctkGH), 1);
  chemora::run::release_signals();
  chemora::parameters::parameter_table() = {};
}

TEST(Signals, MessageContainsTheRemainingTime) {
  using chemora::run::to_text;
  EXPECT_EQ(to_text({.step = 2, .checkpoint = 0.5}),
            "The end is expected within 2.5 s: the longest step took 2 s, the longest checkpoint 0.5 s.\n");
  EXPECT_NE(to_text({.step = 2}).find("A checkpoint takes longer"), std::string::npos);
  EXPECT_NE(to_text({}).find("is unknown"), std::string::npos);
}
