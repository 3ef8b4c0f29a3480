// Compares schedules with brute force: all coefficients, and all elements of small tables.
#include "codegen/wavefront/schedule.hpp"

#include "testsuites/unit/codegen/wavefront/systems.hpp"

#include <gtest/gtest.h>

#include <random>

namespace chemora::wavefront {
namespace {

using namespace tests;
using Vector = std::vector<long>;

/// The arguments of a call: `factors[axis]` are the factors of the dimensions, then the constant.
using Arguments = std::vector<Vector>;

Vector called(Arguments const& arguments, Vector const& position) {
  Vector result;
  for (Vector const& row : arguments) {
    long index = row.back();
    for (std::size_t axis = 0; axis < position.size(); ++axis) index += row[axis] * position[axis];
    result.push_back(index);
  }
  return result;
}

std::vector<Vector> points(Vector const& lower, Vector const& upper) {
  std::vector<Vector> result{{}};
  for (std::size_t axis = 0; axis < lower.size(); ++axis) {
    std::vector<Vector> longer;
    for (Vector const& point : result)
      for (long index = lower[axis]; index <= upper[axis]; ++index) {
        longer.push_back(point);
        longer.back().push_back(index);
      }
    result = std::move(longer);
  }
  return result;
}

long product(Vector const& left, Vector const& right) {
  long sum = 0;
  for (std::size_t n = 0; n < left.size(); ++n) sum += left[n] * right[n];
  return sum;
}

/// Returns the best coefficients in the order of find_schedule(), found by enumeration of coefficients and elements.
std::optional<std::pair<long, Vector>> brute_force(std::vector<Arguments> const& calls, Vector const& extents,
                                                   long bound) {
  std::size_t const n = extents.size();
  Vector last;
  for (long const extent : extents) last.push_back(extent - 1);
  std::vector<Vector> const elements = points(Vector(n, 0), last);
  std::optional<std::tuple<long, long, Vector>> best;
  for (Vector const& negated : points(Vector(n, -bound), Vector(n, bound))) {
    Vector coefficients;
    long span = 1, sum = 0;
    for (std::size_t axis = 0; axis < n; ++axis) {
      coefficients.push_back(-negated[axis]);
      span += std::labs(negated[axis]) * last[axis];
      sum += std::labs(negated[axis]);
    }
    std::tuple const candidate(span, sum, negated); // large coefficients first
    if (best && *best < candidate) continue;
    bool is_valid = true;
    for (Arguments const& call : calls)
      for (Vector const& element : elements)
        is_valid = is_valid && product(coefficients, element) > product(coefficients, called(call, element));
    if (is_valid) best = candidate;
  }
  if (!best) return std::nullopt;
  Vector coefficients = std::get<2>(*best);
  for (long& coefficient : coefficients) coefficient = -coefficient;
  return std::pair(std::get<0>(*best), coefficients);
}

recursion::System system_of(std::vector<Arguments> const& calls, std::size_t n_dimensions) {
  recursion::Function function = box_function("f", n_dimensions);
  std::vector<ir::ExpressionPtr> expressions;
  for (Arguments const& arguments : calls) {
    std::vector<ir::LinearExpression> linear;
    for (Vector const& row : arguments) {
      linear.push_back(ir::linear(row.back()));
      for (std::size_t axis = 0; axis < n_dimensions; ++axis)
        linear.back() += row[axis] * ir::linear(function.dimensions[axis].name);
    }
    expressions.push_back(call("f", linear));
  }
  add_calls(function, expressions);
  return {.name = "f", .functions = {function}, .sizes = {"n_x", "n_y", "n_z"}};
}

/// Returns random calls. Few of them are affine with factors other than those of the element itself.
std::vector<Arguments> random_calls(std::mt19937& random, std::size_t n_dimensions) {
  auto const number = [&](long low, long high) { return low + static_cast<long>(random() % (high - low + 1)); };
  std::vector<Arguments> calls(static_cast<std::size_t>(number(1, 3)));
  for (Arguments& arguments : calls)
    for (std::size_t axis = 0; axis < n_dimensions; ++axis) {
      Vector row(n_dimensions + 1, 0);
      row[axis] = 1;
      if (number(0, 5) == 0)
        row[static_cast<std::size_t>(number(0, static_cast<long>(n_dimensions) - 1))] = number(-1, 2);
      row.back() = number(-2, 1);
      arguments.push_back(row);
    }
  return calls;
}

TEST(RandomSchedules, AreThoseOfBruteForce) {
  std::mt19937 random(5);
  int n_schedules = 0, n_none = 0;
  for (int trial = 0; trial < 150; ++trial) {
    std::size_t const n_dimensions = 1 + trial % 3;
    std::vector<Arguments> const calls = random_calls(random, n_dimensions);
    Vector extents;
    for (std::size_t axis = 0; axis < n_dimensions; ++axis) extents.push_back(1 + static_cast<long>(random() % 5));
    recursion::System const system = system_of(calls, n_dimensions);
    auto const expected = brute_force(calls, extents, 4);
    auto const found = find_schedule(system, box(extents), {.coefficient_bound = 4});
    ASSERT_EQ(found.has_value(), expected.has_value()) << recursion::to_text(system);
    ++(expected ? n_schedules : n_none);
    if (!expected) continue;
    EXPECT_EQ(found->times.at("f").coefficients, expected->second) << recursion::to_text(system);
    EXPECT_EQ(found->n_partitions, expected->first);
    EXPECT_EQ(violation(system, *found, box(extents)), std::nullopt);
  }
  EXPECT_GT(n_schedules, 30);
  EXPECT_GT(n_none, 30);
}

} // namespace
} // namespace chemora::wavefront
