// When output is due.
#include "frequency.hpp"

namespace iotools {
namespace {

/// The iterations of a run of 20 steps of length `step` at which output is due.
std::vector<int> due_iterations(Frequency const& frequency, double step, double initial_time = 0) {
  std::vector<int> iterations;
  double time = initial_time;
  for (int i = 0; i <= 20; ++i, time += step)
    if (is_due(frequency, {.iteration = i, .time = time, .delta_time = step, .initial_time = initial_time}))
      iterations.push_back(i);
  return iterations;
}

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Frequency, Iterations) {
  EXPECT_THAT(due_iterations({.criterion = Criterion::iteration, .every = 8}, 0.1), ElementsAre(0, 8, 16));
  EXPECT_THAT(due_iterations({.criterion = Criterion::iteration, .every = 0}, 0.1), IsEmpty());
  EXPECT_THAT(due_iterations({.criterion = Criterion::never, .every = 1}, 0.1), IsEmpty());
}

TEST(Frequency, TimesThatAreMultiplesOfTheStepAreHitInSpiteOfRounding) {
  EXPECT_THAT(due_iterations({.criterion = Criterion::time, .dt = 0.7}, 0.1), ElementsAre(0, 7, 14));
  EXPECT_THAT(due_iterations({.criterion = Criterion::time, .dt = 0.7}, 0.1, 1000.), ElementsAre(0, 7, 14));
}

TEST(Frequency, OtherTimesAreWrittenAtTheNextIteration) {
  EXPECT_THAT(due_iterations({.criterion = Criterion::time, .dt = 0.75}, 0.1), ElementsAre(0, 8, 15));
}

TEST(Frequency, AnIntervalBelowTheStepIsEveryIteration) {
  EXPECT_EQ(due_iterations({.criterion = Criterion::time, .dt = 0.05}, 0.1).size(), 21u);
  EXPECT_EQ(due_iterations({.criterion = Criterion::time, .dt = 0}, 0.1).size(), 21u);
  EXPECT_THAT(due_iterations({.criterion = Criterion::time, .dt = -1}, 0.1), IsEmpty());
}

TEST(Frequency, InWords) {
  EXPECT_EQ(to_text({.criterion = Criterion::iteration, .every = 8}), "every 8 iterations");
  EXPECT_EQ(to_text({.criterion = Criterion::iteration, .every = 1}), "at every iteration");
  EXPECT_EQ(to_text({.criterion = Criterion::time, .dt = 0.25}), "every 0.25 of time");
  EXPECT_EQ(to_text({.criterion = Criterion::time, .dt = 0}), "at every iteration");
  EXPECT_EQ(to_text({.criterion = Criterion::iteration, .every = 0}), "never");
}

TEST(Frequency, KeywordsAreReadWithoutCase) {
  EXPECT_EQ(to_criterion("Time"), Criterion::time);
  EXPECT_EQ(to_criterion("divisor"), Criterion::iteration);
  EXPECT_EQ(to_criterion("never"), Criterion::never);
}

} // namespace
} // namespace iotools
