#include "codegen/wavefront/wave_space.hpp"

#include "codegen/wavefront/call_sets.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <cstdlib>

namespace chemora::wavefront {

using ir::LinearExpression;
using recursion::Function;

namespace {

WaveAxes axes_of(Function const& function, AffineTime const& time, std::set<std::string> const& varying) {
  WaveAxes axes{.time = time};
  for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis) {
    if (std::labs(time.coefficients.at(axis)) != 1) continue;
    bool const was_varying = axes.eliminated && varying.contains(function.dimensions[*axes.eliminated].of);
    if (!was_varying || varying.contains(function.dimensions[axis].of)) axes.eliminated = axis;
  }
  for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis)
    if (axis != axes.eliminated) axes.space.push_back(axis);
  std::ranges::reverse(axes.space); // the last dimension is contiguous in memory
  return axes;
}

/// Returns the smallest or largest time of a function.
LinearExpression extreme_time(Function const& function, AffineTime const& time, bool is_largest) {
  LinearExpression result = ir::linear(time.offset);
  for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis) {
    long const factor = time.coefficients[axis];
    recursion::Dimension const& dimension = function.dimensions[axis];
    result += factor * ((factor > 0) == is_largest ? dimension.upper : dimension.lower);
  }
  return result;
}

/// Changes `bound` to a bound of both expressions, for names that are not negative.
void extend(LinearExpression& bound, LinearExpression const& other, bool is_largest) {
  auto const outer = [&](long a, long b) { return is_largest ? std::max(a, b) : std::min(a, b); };
  LinearExpression result = ir::linear(outer(bound.constant, other.constant));
  std::set<std::string> names;
  for (auto const& factor : bound.factors) names.insert(factor.first);
  for (auto const& factor : other.factors) names.insert(factor.first);
  for (std::string const& name : names) result += outer(bound.factor(name), other.factor(name)) * ir::linear(name);
  bound = result;
}

} // namespace

WaveSpace::WaveSpace(recursion::System const& system, Schedule const& schedule, std::set<std::string> const& varying) {
  for (Function const& function : system.functions) {
    auto const time = schedule.times.find(function.name);
    if (time == schedule.times.end() || time->second.coefficients.size() != function.dimensions.size())
      throw base::InternalError("the schedule has no time of `" + function.name + "`");
    bool const is_first = axes_.empty();
    axes_[function.name] = axes_of(function, time->second, varying);
    LinearExpression const least = extreme_time(function, time->second, false);
    LinearExpression const largest = extreme_time(function, time->second, true);
    if (is_first) base_ = least, last_ = largest;
    extend(base_, least, false);
    extend(last_, largest, true);
  }
}

std::map<std::string, LinearExpression> WaveSpace::indices(Function const& function, LinearExpression const& time,
                                                           std::vector<LinearExpression> const& space) const {
  WaveAxes const& axes = axes_.at(function.name);
  std::map<std::string, LinearExpression> result;
  LinearExpression remainder = time + base_ - ir::linear(axes.time.offset);
  for (std::size_t n = 0; n < axes.space.size(); ++n) {
    result[function.dimensions[axes.space[n]].name] = space.at(n);
    remainder -= axes.time.coefficients[axes.space[n]] * space[n];
  }
  if (axes.eliminated)
    result[function.dimensions[*axes.eliminated].name] = axes.time.coefficients[*axes.eliminated] * remainder;
  return result;
}

LinearExpression WaveSpace::time(Function const& function,
                                 std::map<std::string, LinearExpression> const& indices) const {
  AffineTime const& time = axes_.at(function.name).time;
  LinearExpression result = ir::linear(time.offset) - base_;
  for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis)
    result += time.coefficients[axis] * indices.at(function.dimensions[axis].name);
  return result;
}

std::vector<std::string> order_in_element(recursion::System const& system) {
  std::vector<CallSet> const sets = call_sets(system, Conditions::ignored);
  std::vector<std::string> order;
  std::size_t n_before = 0;
  do {
    n_before = order.size();
    for (Function const& function : system.functions) {
      bool const is_ready = std::ranges::all_of(sets, [&](CallSet const& set) {
        return set.caller != &function || !set.is_of_same_element() || std::ranges::count(order, set.call.callee) > 0;
      });
      if (is_ready && std::ranges::count(order, function.name) == 0) order.push_back(function.name);
    }
  } while (order.size() > n_before);
  for (Function const& function : system.functions) // a cycle: the functions have different times
    if (std::ranges::count(order, function.name) == 0) order.push_back(function.name);
  return order;
}

} // namespace chemora::wavefront
