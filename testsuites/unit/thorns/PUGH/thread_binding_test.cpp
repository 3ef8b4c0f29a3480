/// Tests the assignment of processors to threads. Either each thread gets its own processor, or no thread is bound.
#include "thread_binding.hpp"

#include <gmock/gmock.h>

namespace {

using pugh::assign_processors;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(AssignProcessors, KeepsTheOrderForOneProcess) {
  EXPECT_THAT(assign_processors({{{0, 1, 2, 3}, 4}}, 0), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(assign_processors({{{2, 5}, 2}}, 0), ElementsAre(2, 5)) << "bound by the launcher";
}

TEST(AssignProcessors, GivesProcessesDifferentProcessors) {
  std::vector<pugh::ProcessOnNode> const free{{{0, 1, 2, 3}, 2}, {{0, 1, 2, 3}, 2}}; // the launcher binds no process
  EXPECT_THAT(assign_processors(free, 0), ElementsAre(0, 1));
  EXPECT_THAT(assign_processors(free, 1), ElementsAre(2, 3));
  std::vector<pugh::ProcessOnNode> const bound{{{0, 1}, 2}, {{2, 3}, 2}};
  EXPECT_THAT(assign_processors(bound, 1), ElementsAre(2, 3));
  std::vector<pugh::ProcessOnNode> const mixed{{{0, 1, 2, 3}, 2}, {{0, 1}, 2}};
  EXPECT_THAT(assign_processors(mixed, 0), ElementsAre(2, 3)) << "the other process may only use 0 and 1";
  EXPECT_THAT(assign_processors(mixed, 1), ElementsAre(0, 1));
}

TEST(AssignProcessors, BindsNoThreadUnlessThreadsAndProcessorsMatch) {
  EXPECT_THAT(assign_processors({{{0, 1}, 3}}, 0), IsEmpty());
  EXPECT_THAT(assign_processors({{{0, 1}, 2}, {{0, 1}, 2}}, 0), IsEmpty());
  EXPECT_THAT(assign_processors({{{0, 1, 2, 3}, 2}}, 0), IsEmpty()) << "another program may use the idle processors";
  EXPECT_THAT(assign_processors({{{}, 2}}, 0), IsEmpty()) << "unknown processors, or the user has set the binding";
}

} // namespace
