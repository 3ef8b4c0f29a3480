// Processors for threads: each its own, or none at all.
#include "thread_places.hpp"

#include <gmock/gmock.h>

namespace {

using pugh::places_of_threads;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ThreadPlaces, AreInOrderForOneProcess) {
  EXPECT_THAT(places_of_threads({{{0, 1, 2, 3}, 4}}, 0), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(places_of_threads({{{2, 5}, 2}}, 0), ElementsAre(2, 5)) << "bound by the launcher";
}

TEST(ThreadPlaces, DoNotCollideBetweenProcesses) {
  std::vector<pugh::ProcessOnNode> const free{{{0, 1, 2, 3}, 2}, {{0, 1, 2, 3}, 2}}; // the launcher binds nobody
  EXPECT_THAT(places_of_threads(free, 0), ElementsAre(0, 1));
  EXPECT_THAT(places_of_threads(free, 1), ElementsAre(2, 3));
  std::vector<pugh::ProcessOnNode> const bound{{{0, 1}, 2}, {{2, 3}, 2}};
  EXPECT_THAT(places_of_threads(bound, 1), ElementsAre(2, 3));
  std::vector<pugh::ProcessOnNode> const mixed{{{0, 1, 2, 3}, 2}, {{0, 1}, 2}};
  EXPECT_THAT(places_of_threads(mixed, 0), ElementsAre(2, 3)) << "the other has no choice";
  EXPECT_THAT(places_of_threads(mixed, 1), ElementsAre(0, 1));
}

TEST(ThreadPlaces, AreNoneWhereThreadsAreMoreOrFewerThanProcessors) {
  EXPECT_THAT(places_of_threads({{{0, 1}, 3}}, 0), IsEmpty());
  EXPECT_THAT(places_of_threads({{{0, 1}, 2}, {{0, 1}, 2}}, 0), IsEmpty());
  EXPECT_THAT(places_of_threads({{{0, 1, 2, 3}, 2}}, 0), IsEmpty()) << "another run may use the rest";
  EXPECT_THAT(places_of_threads({{{}, 2}}, 0), IsEmpty()) << "unknown, or the user decides";
}

} // namespace
