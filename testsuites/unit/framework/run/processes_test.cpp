#include "framework/run/stages.hpp"

#include <gtest/gtest.h>

using chemora::run::processors_of_process;

TEST(Threads, ProcessAloneHasAllItsProcessors) { EXPECT_EQ(processors_of_process({{0, 1, 2, 3}}, 0), 4); }

TEST(Threads, ProcessesWithoutBindingShareTheProcessors) {
  EXPECT_EQ(processors_of_process({{0, 1}, {0, 1}}, 1), 1);
  EXPECT_EQ(processors_of_process({{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, 2), 1);
  EXPECT_EQ(processors_of_process({{0, 1, 2, 3, 4, 5, 6}, {0, 1, 2, 3, 4, 5, 6}}, 0), 3);
}

TEST(Threads, BoundProcessesKeepTheirProcessors) {
  EXPECT_EQ(processors_of_process({{0, 1}, {2, 3}}, 0), 2);
  EXPECT_EQ(processors_of_process({{0, 1, 2, 3}, {2, 3}}, 0), 3);
  EXPECT_EQ(processors_of_process({{0, 1, 2, 3}, {2, 3}}, 1), 1);
}

TEST(Threads, MoreProcessesThanProcessorsHaveOneThreadEach) {
  EXPECT_EQ(processors_of_process({{0}, {0}, {0}}, 1), 1);
  EXPECT_EQ(processors_of_process({{}, {}}, 0), 1); // unknown
}
