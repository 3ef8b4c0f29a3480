// Schedules and orders of programs in the language of recursions, and their messages.
#include "codegen/recursion/recursion.hpp"
#include "codegen/wavefront/schedule.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::wavefront {
namespace {

using testing::HasSubstr;
using Vector = std::vector<long>;

std::string const alphabet = "alphabet dna = \"ACGT\"\n";
std::string const two_sequences = "(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =\n";

recursion::System system(std::string const& text, std::string const& function) {
  return recursion::read_system({"test.rec", alphabet + text}, function);
}

recursion::System edit(std::string const& schedule = "") {
  return system("int d" + two_sequences +
                    "  if i == 0 then j else if j == 0 then i\n"
                    "  else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)\n"
                    "  else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1\n" +
                    schedule,
                "d");
}

std::map<std::string, long> const lengths{
    {"length_s", 100}, {"length_t", 200}, {"length_x", 50}, {"n_states_h", 6}, {"n_transitions_h", 9}};

std::string error(recursion::System const& wrong) {
  return testing_support::error_of([&] { find_schedule(wrong, lengths); });
}

TEST(ProgramSchedules, OfTheEditDistanceAreDiagonals) {
  std::optional<Schedule> const schedule = find_schedule(edit(), lengths);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->times.at("d").coefficients, (Vector{1, 1}));
  EXPECT_EQ(schedule->n_partitions, 301);
  EXPECT_EQ(window(edit(), *schedule), 2);
}

TEST(ProgramSchedules, OfIntervalsIncreaseWithTheirLength) {
  recursion::System const pairs =
      system("int n(matrix[dna] p, seq[dna] x, index[x] i, index[x] j) =\n"
             "  if j < i + 2 then 0\n"
             "  else n(i + 1, j) max (n(i + 1, j - 1) + p[x[i], x[j - 1]]) max max(k in i + 1 .. j - 1: n(i, k))\n",
             "n");
  std::optional<Schedule> const schedule = find_schedule(pairs, lengths);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->times.at("n").coefficients, (Vector{-1, 1}));
  EXPECT_EQ(schedule->n_partitions, 101);
}

// The end state follows after the last letter: positions from 0 to length + 1.
TEST(ProgramSchedules, OfModelsDependOnThePositionOnly) {
  recursion::System const forward =
      system("prob p(hmm[dna] h, state[h] s, seq[dna] x, int n) =\n"
             "  if n == 0 then if s.isstart then 1 else 0\n"
             "  else (if s.isend then 1 else if n > length(x) then 0 else s.emission[x[n - 1]])\n"
             "       * sum(t in s.transitionsto: t.prob * p(t.start, n - 1))\n"
             "prob result(hmm[dna] h, seq[dna] x) = p(h.end, length(x) + 1)\n",
             "result");
  std::optional<Schedule> const schedule = find_schedule(forward, lengths);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->times.at("p").coefficients, (Vector{0, 1}));
  EXPECT_EQ(schedule->n_partitions, 50 + 2);
  EXPECT_EQ(window(forward, *schedule), 1);
}

TEST(ProgramSchedules, AreCommonToFunctionsThatCallEachOther) {
  recursion::System const gaps =
      system("int h" + two_sequences +
                 "  if i == 0 or j == 0 then 0 else h(i - 1, j - 1) max e(i, j) max f(i, j)\n"
                 "int e" +
                 two_sequences +
                 "  if j == 0 then -infinity else h(i, j - 1) max e(i, j - 1)\n"
                 "int f" +
                 two_sequences +
                 "  if i == 0 then -infinity else h(i - 1, j) max f(i - 1, j)\n"
                 "schedule h: 2 * i + j\n",
             "h");
  std::optional<Schedule> const schedule = find_schedule(gaps, lengths);
  ASSERT_TRUE(schedule);
  for (std::string const name : {"h", "e", "f"}) EXPECT_EQ(schedule->times.at(name).coefficients, (Vector{2, 1}));
}

TEST(ProgramSchedules, OfUsersAreCheckedAgainstEveryCall) {
  EXPECT_EQ(find_schedule(edit("schedule d: 2 * i + j\n"), lengths)->n_partitions, 401);
  EXPECT_THAT(error(edit("schedule d: i\n")),
              HasSubstr("test.rec:5:25: error: The schedule of `d` violates the call `d(i, j - 1)`: `d(0, 0)` has the "
                        "time 0, and `d(0, -1)` "
                        "has the time 0, which it calls. The time of a caller must be greater"));
  EXPECT_THAT(error(edit("schedule d: i - j\n")), HasSubstr("violates the call"));
}

TEST(ProgramSchedules, OfUsersAreCheckedForSeveralFunctions) {
  recursion::System const pair = system("int a(seq[dna] s, index[s] i) = if i == 0 then 0 else b(i - 1)\n"
                                        "int b(seq[dna] s, index[s] i) = a(i) + 1\n"
                                        "schedule a: i\nschedule b: 2 * i\n",
                                        "a");
  EXPECT_THAT(error(pair),
              HasSubstr("test.rec:3:33: error: The schedule of `b` violates the call `a(i)`: `b(0)` has the time 0"));
}

// Only the condition on i and j orders these calls, which schedules ignore.
TEST(ProgramSchedules, DoNotExistForOppositeCalls) {
  recursion::System const both = system("int d" + two_sequences +
                                            "  if i == 0 or j == 0 or i == length(s) or j == length(t) then 0\n"
                                            "  else if i < j then d(i + 1, j - 1) else d(i - 1, j + 1)\n",
                                        "d");
  EXPECT_FALSE(find_schedule(both, lengths));
  EXPECT_THAT(no_schedule_reason(both),
              HasSubstr("for all of the calls `d(i + 1, j - 1)` in `d` (line 4), `d(i - 1, j + 1)` in `d` (line 4)."));
}

TEST(ProgramOrders, NameTheCallsOfACycle) {
  recursion::System const cycle = system("int a(seq[dna] s, index[s] i) = if i == 0 then 0 else b(i)\n"
                                         "int b(seq[dna] s, index[s] i) = if i == 1 then 0 else a(i)\n",
                                         "a");
  std::string const message = testing_support::error_of([&] { find_order(cycle); });
  EXPECT_THAT(message, HasSubstr("There is no order in which each element is computed after all elements that it "
                                 "calls, because `b` calls `a(i)` and `a` calls `b(i)`."));
  EXPECT_THAT(message, HasSubstr("test.rec:"));
}

} // namespace
} // namespace chemora::wavefront
