#include "codegen/wavefront/schedule.hpp"

#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/wavefront/systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::wavefront {
namespace {

using namespace tests;
using Vector = std::vector<long>;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Returns the coefficients of f, then the number of partitions; nothing if there is no schedule.
Vector best(recursion::System const& system, Vector const& extents, long bound = 10) {
  std::optional<Schedule> const schedule = find_schedule(system, box(extents), {.coefficient_bound = bound});
  if (!schedule) return {};
  Vector result = schedule->times.at("f").coefficients;
  EXPECT_EQ(schedule->times.at("f").offset, 0);
  EXPECT_EQ(violation(system, *schedule, box(extents)), std::nullopt);
  result.push_back(schedule->n_partitions);
  return result;
}

std::vector<Vector> conditional(recursion::System const& system) {
  std::vector<Vector> result;
  for (Schedule const& schedule : conditional_schedules(system)) result.push_back(schedule.times.at("f").coefficients);
  return result;
}

Schedule schedule_of(Vector const& coefficients) { return {.times = {{"f", {.coefficients = coefficients}}}}; }

recursion::System const edit = uniform({{-1, 0}, {0, -1}, {-1, -1}});
recursion::System const interval = uniform({{1, 0}, {0, -1}, {1, -1}});
recursion::System const three_sequences =
    uniform({{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-1, -1, 0}, {-1, 0, -1}, {0, -1, -1}, {-1, -1, -1}});

// The table of section 5 of the specification, computed independently by brute force.
TEST(Schedules, AreThoseOfTheTable) {
  EXPECT_THAT(best(edit, {101, 201}), ElementsAre(1, 1, 301));
  EXPECT_THAT(best(uniform({{-1, -1}}), {101, 201}), ElementsAre(1, 0, 101));
  EXPECT_THAT(best(uniform({{-2, -1}, {-1, -2}}), {50, 60}), ElementsAre(1, 0, 50));
  EXPECT_THAT(best(uniform({{-1, 1}, {0, -1}}), {20, 30}), ElementsAre(2, 1, 68));
  EXPECT_THAT(best(uniform({{-1, 2}, {0, -1}}), {20, 30}), ElementsAre(3, 1, 87));
  EXPECT_THAT(best(interval, {40, 40}), ElementsAre(-1, 1, 79));
  EXPECT_THAT(best(three_sequences, {11, 12, 13}), ElementsAre(1, 1, 1, 34));
  EXPECT_THAT(best(uniform({{-1, -1, -1}}), {11, 12, 13}), ElementsAre(1, 0, 0, 11));
  EXPECT_THAT(best(uniform({{-1}, {-2}}), {30}), ElementsAre(1, 30));
  EXPECT_THAT(best(uniform({{-1, 1}, {1, -1}}), {20, 20}), IsEmpty());
  EXPECT_THAT(best(uniform({{0, 0}}), {20, 20}), IsEmpty());
}

TEST(Schedules, HaveTheConditionalFormsOfTheTable) {
  EXPECT_THAT(conditional(edit), ElementsAre(Vector{1, 1}));
  EXPECT_THAT(conditional(uniform({{-1, -1}})), testing::UnorderedElementsAre(Vector{0, 1}, Vector{1, 0}));
  EXPECT_THAT(conditional(uniform({{-2, -1}, {-1, -2}})), testing::UnorderedElementsAre(Vector{0, 1}, Vector{1, 0}));
  EXPECT_THAT(conditional(interval), IsEmpty());
  EXPECT_THAT(conditional(three_sequences), ElementsAre(Vector{1, 1, 1}));
  EXPECT_THAT(conditional(uniform({{-1, -1, -1}})),
              testing::UnorderedElementsAre(Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}));
}

TEST(Schedules, AreChosenBySize) {
  recursion::System const diagonal = uniform({{-1, -1}});
  std::vector<Schedule> const schedules = conditional_schedules(diagonal);
  EXPECT_EQ(choose(schedules, diagonal, box({5, 9})).times.at("f").coefficients, (Vector{1, 0}));
  EXPECT_EQ(choose(schedules, diagonal, box({9, 5})).times.at("f").coefficients, (Vector{0, 1}));
}

TEST(Schedules, HaveTheWindowsOfTheTable) {
  EXPECT_EQ(window(edit, schedule_of({1, 1})), 2);
  EXPECT_EQ(window(three_sequences, schedule_of({1, 1, 1})), 3);
  EXPECT_EQ(window(uniform({{-1}, {-2}}), schedule_of({1})), 2);
}

// The call (-1, +11) needs a coefficient of 12.
TEST(Schedules, ObeyTheBoundOfCoefficients) {
  recursion::System const system = uniform({{-1, 11}, {0, -1}});
  EXPECT_THAT(best(system, {20, 20}), IsEmpty());
  EXPECT_THAT(best(system, {20, 20}, 12), ElementsAre(12, 1, 248));
  EXPECT_THAT(no_schedule_reason(system), HasSubstr("all of the calls `f(x - 1, y + 11)` in `f`, `f(x, y - 1)` in `f`. "
                                                    "A schedule exists if coefficients up to 12 are allowed."));
}

TEST(Schedules, NameTheCallsThatExcludeThem) {
  EXPECT_EQ(no_schedule_reason(uniform({{-1, 0}, {-1, 1}, {0, 0}})),
            "No linear function of the dimensions with coefficients from -10 to 10 increases from the called to the "
            "calling element for the call `f(x, y)` in `f`.");
  EXPECT_EQ(no_schedule_reason(uniform({{-1, 1}, {-1, 0}, {1, -1}})),
            "No linear function of the dimensions with coefficients from -10 to 10 increases from the called to the "
            "calling element for all of the calls `f(x - 1, y + 1)` in `f`, `f(x + 1, y - 1)` in `f`.");
}

TEST(Schedules, OfUsersAreVerified) {
  recursion::System system = edit;
  system.functions[0].schedule = 2 * ir::linear("x") + ir::linear("y");
  EXPECT_THAT(best(system, {101, 201}), ElementsAre(2, 1, 401));
  EXPECT_THAT(conditional(system), IsEmpty());
  system.functions[0].schedule = ir::linear("x");
  EXPECT_THAT(testing_support::error_of([&] {
                best(system, {101, 201});
              }),
              HasSubstr("The schedule of `f` violates the call `f(x, y - 1)`: `f(0, 0)` has the time 0, and `f(0, -1)` "
                        "has the time 0, which it calls. The time of a caller must be greater than that of the element "
                        "that it calls."));
}

} // namespace
} // namespace chemora::wavefront
