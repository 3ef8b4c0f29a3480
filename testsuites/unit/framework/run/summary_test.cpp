#include "framework/run/stages.hpp"

#include <gtest/gtest.h>

using chemora::run::RunTimes;
using chemora::run::summary_text;

TEST(Summary, HasSharesOfTheTotalTime) {
  RunTimes const times{.total = 94,
                       .steps = {9, 1, 0.5, 0.25, 0.125},
                       .functions = 47,
                       .exchange = 9.4,
                       .output = 23.5,
                       .memory = 350e6};
  EXPECT_EQ(summary_text(times), "The run took 1:34 min, with 5 steps at 2 steps/s (median).\n"
                                 "Scheduled functions 50%, ghost zones 10%, output 25%, others 15%; at most 350 MB per "
                                 "process.\n");
}

TEST(Summary, NamesUnitsOfDurations) {
  EXPECT_NE(summary_text({.total = 1.26}).find("The run took 1.3 s.\n"), std::string::npos) << "a run without steps";
  EXPECT_NE(summary_text({.total = 3600 * 26 + 61, .steps = {1}}).find("26:01:01 h, with 1 step at 1 steps/s"),
            std::string::npos);
}

TEST(Summary, OfAnEmptyRunDividesByNothing) {
  EXPECT_NE(summary_text({}).find("Scheduled functions 0%"), std::string::npos);
  EXPECT_NE(summary_text({.total = 1, .functions = 2}).find("others 0%"), std::string::npos) << "clocks may differ";
}
