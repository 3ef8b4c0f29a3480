#include "codegen/wavefront/call_sets.hpp"
#include "codegen/wavefront/schedule.hpp"

#include "testsuites/support/errors.hpp"
#include "testsuites/unit/codegen/wavefront/systems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace chemora::wavefront {
namespace {

using namespace tests;
using ir::linear;
using ir::LinearExpression;
using testing::HasSubstr;

LinearExpression const i = linear("i"), j = linear("j"), k = linear("k"), one = linear(1), zero = linear(0);

recursion::Dimension range(std::string const& name, LinearExpression const& upper) {
  return {.name = name, .kind = recursion::DimensionKind::index, .lower = zero, .upper = upper};
}

loops::Constraint at_least(LinearExpression const& left, LinearExpression const& right) {
  return {left - right, false};
}

/// Returns the vectors as text: `f: i, j`.
std::string text(Order const& order) {
  std::string result;
  for (auto const& [function, vector] : order.vectors) {
    std::vector<std::string> components;
    for (LinearExpression const& component : vector) components.push_back(ir::to_text(component));
    result += fmt::format("{}: {}\n", function, fmt::join(components, ", "));
  }
  return result;
}

recursion::System edit_distance() {
  recursion::Function d{.name = "d", .dimensions = {range("i", linear("n")), range("j", linear("m"))}};
  add_calls(d, {call("d", {i - one, j - one}), call("d", {i - one, j}), call("d", {i, j - one})},
            {at_least(i, one), at_least(j, one)});
  return {.name = "d", .functions = {d}, .sizes = {"n", "m"}};
}

recursion::System affine_gaps() {
  recursion::System system = edit_distance();
  recursion::Function const table = system.functions.front();
  recursion::Function e{.name = "e", .dimensions = table.dimensions}, f = e, h = e;
  f.name = "f", h.name = "h";
  add_calls(e, {call("h", {i, j - one}), call("e", {i, j - one})}, {at_least(j, one)});
  add_calls(f, {call("h", {i - one, j}), call("f", {i - one, j})}, {at_least(i, one)});
  add_calls(h, {call("h", {i - one, j - one}), call("e", {i, j}), call("f", {i, j})},
            {at_least(i, one), at_least(j, one)});
  system.functions = {h, e, f};
  return system;
}

/// A profile with match, insert and delete states and the states of a model for several local hits.
recursion::System profile() {
  recursion::System system{.name = "p", .functions = {}, .sizes = {"n", "m"}};
  auto const function = [&](std::string const& name, bool is_table, std::vector<ir::ExpressionPtr> const& calls) {
    recursion::Function result{.name = name, .dimensions = {range("i", linear("n"))}};
    if (is_table) result.dimensions.insert(result.dimensions.begin(), range("k", linear("m") + one));
    add_calls(result, calls, {at_least(i, one)});
    result.ranges = {{.variable = "q", .first = ir::make_integer(1), .last = ir::make_linear(linear("m"))}};
    system.functions.push_back(result);
  };
  function("m", true,
           {call("m", {k - one, i - one}), call("i", {k - one, i - one}), call("d", {k - one, i - one}),
            call("b", {i - one})});
  function("i", true, {call("m", {k, i - one}), call("i", {k, i - one})});
  function("d", true, {call("m", {k - one, i}), call("d", {k - one, i})});
  function("e", false, {call("m", {linear("q"), i})});
  function("j", false, {call("j", {i - one}), call("e", {i})});
  function("n", false, {call("n", {i - one})});
  function("b", false, {call("n", {i}), call("j", {i})});
  function("c", false, {call("c", {i - one}), call("e", {i})});
  return system;
}

recursion::System tridiagonal() {
  recursion::Function cp{.name = "cp", .dimensions = {range("i", linear("n") - one)}}, dp = cp, x = cp;
  dp.name = "dp", x.name = "x";
  add_calls(cp, {call("cp", {i - one})}, {at_least(i, one)});
  add_calls(dp, {call("dp", {i - one}), call("cp", {i - one}), call("cp", {i})}, {at_least(i, one)});
  add_calls(x, {call("dp", {i}), call("cp", {i}), call("x", {i + one})}, {at_least(linear("n") - 2 * one, i)});
  return {.name = "x", .functions = {cp, dp, x}, .sizes = {"n"}};
}

/// The pairs of an interval: `k` is from `i` to `j - 1`.
recursion::System nussinov() {
  recursion::Function n{.name = "n", .dimensions = {range("i", linear("l")), range("j", linear("l"))}};
  n.ranges = {{.variable = "k", .first = ir::make_linear(i), .last = ir::make_linear(j - one)}};
  add_calls(n,
            {call("n", {i + one, j}), call("n", {i, j - one}), call("n", {i + one, j - one}), call("n", {i, k}),
             call("n", {k + one, j})},
            {at_least(j, i + one)});
  return {.name = "n", .functions = {n}, .sizes = {"l"}};
}

recursion::System forward() {
  recursion::Function f{.name = "f", .dimensions = {range("s", linear("n_states") - one), range("i", linear("n"))}};
  ir::ExpressionPtr const start = ir::make_element(ir::Type::int32, "h_start", {ir::make_name(ir::Type::int32, "t")});
  add_calls(f, {ir::make_element(ir::Type::int32, "f", {start, ir::make_linear(i - one)})}, {at_least(i, one)});
  return {.name = "f", .functions = {f}, .sizes = {"n_states", "n"}};
}

TEST(Orders, AreNestsOfDimensions) {
  EXPECT_EQ(text(find_order(edit_distance())), "d: i, j\n");
  EXPECT_EQ(text(find_order(forward())), "f: i, s\n");
}

TEST(Orders, PreferRequestedDimensions) { EXPECT_EQ(text(find_order(edit_distance(), {"j"})), "d: j, i\n"); }

TEST(Orders, ComputeFunctionsOfOneElementOneAfterAnother) {
  EXPECT_EQ(text(find_order(affine_gaps())), "e: i, j, 0\nf: i, j, 1\nh: i, j, 2\n");
}

TEST(Orders, ComputeSilentStatesAfterTheStatesOfAPosition) {
  EXPECT_EQ(text(find_order(profile())),
            "b: i, 4, 0\nc: i, 5, 0\nd: i, 0, k\ne: i, 1, 0\ni: i, 0, k\nj: i, 2, 0\nm: i, 0, k\nn: i, 3, 0\n");
}

TEST(Orders, ReverseDimensions) {
  EXPECT_EQ(text(find_order(tridiagonal())), "cp: 0, i, 0\ndp: 0, i, 1\nx: 1, -i, 0\n");
}

TEST(Orders, UseTheRangesOfVariables) { EXPECT_EQ(text(find_order(nussinov())), "n: j, -i\n"); }

TEST(Orders, DoNotExistForCycles) {
  recursion::System system = edit_distance();
  add_calls(system.functions[0], {call("d", {i + one, j - one})}, {});
  add_calls(system.functions[0], {call("d", {i - one, j + one})}, {});
  EXPECT_EQ(testing_support::error_of([&] { find_order(system); }),
            "error: There is no order in which each element is computed after all elements that it calls, because `d` "
            "calls `d(i + 1, j - 1)` and `d` calls `d(i - 1, j + 1)`.");
}

/// Calls `visit` for all values of the names from -1 to 6.
void for_each_value(std::vector<std::string> const& names, std::map<std::string, long>& values,
                    std::function<void()> const& visit, std::size_t n = 0) {
  if (n == names.size()) return visit();
  for (values[names[n]] = -1; values[names[n]] <= 6; ++values[names[n]]) for_each_value(names, values, visit, n + 1);
}

bool contains(std::vector<loops::Constraint> const& constraints, std::map<std::string, long> const& values) {
  return std::all_of(constraints.begin(), constraints.end(), [&](loops::Constraint const& constraint) {
    long const value = constraint.expression.value(values);
    return constraint.is_equality ? value == 0 : value >= 0;
  });
}

std::vector<long> position(std::vector<LinearExpression> const& vector, std::map<std::string, long> const& values) {
  std::vector<long> result;
  for (LinearExpression const& component : vector) result.push_back(component.value(values));
  return result;
}

TEST(Orders, ComputeEachElementOnceAndAfterItsCalls) {
  for (recursion::System const& system :
       {edit_distance(), affine_gaps(), profile(), tridiagonal(), nussinov(), forward()}) {
    SCOPED_TRACE(system.name);
    Order const order = find_order(system);
    std::map<std::string, long> const sizes{{"n", 4}, {"m", 3}, {"l", 5}, {"n_states", 3}};
    std::size_t n_calls = 0;
    for (CallSet const& set : call_sets(system, Conditions::used)) {
      std::map<std::string, long> values = sizes;
      for_each_value(set.variables, values, [&] {
        if (!contains(set.domain, values)) return;
        std::map<std::string, long> called = sizes;
        for (std::size_t axis = 0; axis < set.arguments.size(); ++axis)
          called[set.callee->dimensions[axis].name] = set.arguments[axis].value(values);
        ++n_calls;
        EXPECT_LT(position(order.vectors.at(set.callee->name), called),
                  position(order.vectors.at(set.caller->name), values))
            << set.call.text;
      });
    }
    EXPECT_GT(n_calls, 8);
    for (recursion::Function const& function : system.functions) {
      std::set<std::vector<long>> positions;
      std::vector<std::string> names;
      for (recursion::Dimension const& dimension : function.dimensions) names.push_back(dimension.name);
      std::map<std::string, long> values = sizes;
      for_each_value(names, values,
                     [&] { EXPECT_TRUE(positions.insert(position(order.vectors.at(function.name), values)).second); });
    }
  }
}

/// Returns the coefficients and offset by function and the number of partitions.
std::string text(std::optional<Schedule> const& schedule) {
  if (!schedule) return "none";
  std::string result;
  for (auto const& [function, time] : schedule->times)
    result += fmt::format("{}: {} + {}, ", function, fmt::join(time.coefficients, " "), time.offset);
  return result + fmt::format("{} partitions", schedule->n_partitions);
}

TEST(Schedules, OfSystemsHaveOneTimeForAllFunctions) {
  std::map<std::string, long> const sizes{{"n", 30}, {"m", 40}, {"l", 20}, {"n_states", 5}};
  EXPECT_EQ(text(find_schedule(affine_gaps(), sizes)), "e: 1 1 + 0, f: 1 1 + 0, h: 1 1 + 0, 71 partitions");
  EXPECT_EQ(text(find_schedule(forward(), sizes)), "f: 0 1 + 0, 31 partitions");
  EXPECT_EQ(text(find_schedule(nussinov(), sizes)), "n: -1 1 + 0, 41 partitions");
  EXPECT_EQ(text(find_schedule(tridiagonal(), sizes)), "cp: 1 + 0, dp: 1 + 1, x: -1 + 60, 61 partitions");
  EXPECT_EQ(text(find_schedule(profile(), sizes)), "none");
  EXPECT_EQ(
      no_schedule_reason(profile()),
      "No linear function of the dimensions with coefficients from -10 to 10 increases from the called to the "
      "calling element for all of the calls `d(k - 1, i - 1)` in `m`, `b(i - 1)` in `m`, `m(k - 1, i)` in `d`, "
      "`d(k - 1, i)` in `d`, `m(q, i)` in `e`, `e(i)` in `j`, `j(i)` in `b`. The coefficients of a schedule would "
      "depend on the sizes.");
}

} // namespace
} // namespace chemora::wavefront
