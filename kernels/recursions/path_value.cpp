#include "kernels/recursions/path_value.hpp"

#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/recursion/inputs.hpp"
#include "codegen/wavefront/real_integers.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace chemora::recursions {

namespace {

bool uses(ir::ExpressionPtr const& expression, ir::Op op) {
  bool is_used = false;
  ir::for_each(expression, [&](ir::ExpressionPtr const& each) {
    bool const is_operation =
        each->kind == ir::ExpressionKind::operation || each->kind == ir::ExpressionKind::reduction;
    is_used = is_used || (is_operation && each->op == op);
  });
  return is_used;
}

/// The leaves of the expressions of one element of a table.
class Leaves final : public ir::ExpressionLeaves {
public:
  Leaves(recursion::System const& system, recursion::Inputs const& inputs) : system_(system), inputs_(inputs) {
    for (auto const& [name, value] : inputs.sizes) names_[name] = static_cast<double>(value);
    for (auto const& [name, value] : inputs.scalars) names_[name] = value;
  }

  void set(std::string const& name, double value) { names_[name] = value; }
  double value_of_name(std::string const& name) const override {
    auto const found = names_.find(name);
    if (found == names_.end()) throw base::InternalError(fmt::format("The path needs a value of `{}`.", name));
    return found->second;
  }

  double value_of_element(std::string const& array, std::vector<double> const& subscripts) override {
    if (!system_.find_function(array)) return input(system_.array(array), subscripts);
    if (!before || before->function != array) return absent;
    return std::equal(subscripts.begin(), subscripts.end(), before->position.begin(), before->position.end(),
                      [](double a, long b) { return a == static_cast<double>(b); })
               ? value_before
               : absent;
  }

  void for_each_iteration(std::vector<std::string> const& loops, std::function<void()> const& visit) override {
    iterate(loops, 0, visit);
  }

  PathStep const* before = nullptr;
  double value_before = 0, absent = 0;
  std::vector<recursion::Range> const* ranges = nullptr;

private:
  void iterate(std::vector<std::string> const& loops, std::size_t n, std::function<void()> const& visit) {
    if (n == loops.size()) return visit();
    auto const range = std::find_if(ranges->begin(), ranges->end(),
                                    [&](recursion::Range const& each) { return each.variable == loops[n]; });
    if (range == ranges->end()) throw base::InternalError(fmt::format("The variable `{}` has no range.", loops[n]));
    auto const first = static_cast<long>(ir::evaluate(*range->first, *this));
    auto const last = static_cast<long>(ir::evaluate(*range->last, *this));
    for (long value = first; value <= last; ++value) {
      names_[loops[n]] = static_cast<double>(value);
      iterate(loops, n + 1, visit);
    }
  }

  double input(recursion::InputArray const& array, std::vector<double> const& subscripts) const {
    std::vector<double> const& values = inputs_.arrays.at(array.name);
    std::vector<long> const extents = recursion::extents_of(array, values.size(), inputs_.sizes);
    long index = 0;
    for (std::size_t axis = 0; axis < subscripts.size(); ++axis)
      index = index * extents[axis] + static_cast<long>(subscripts[axis]);
    if (index < 0 || index >= static_cast<long>(values.size()))
      throw base::InternalError(fmt::format("The path reads {}{}, which does not exist.", array.name, subscripts));
    return values[static_cast<std::size_t>(index)];
  }

  recursion::System const& system_;
  recursion::Inputs const& inputs_;
  std::map<std::string, double> names_;
};

bool contains(loops::Constraint const& constraint, Leaves const& leaves) {
  double value = static_cast<double>(constraint.expression.constant);
  for (auto const& [name, factor] : constraint.expression.factors)
    value += static_cast<double>(factor) * leaves.value_of_name(name);
  return constraint.is_equality ? value == 0 : value >= 0;
}

/// The neutral value of the alternatives that are not on the path.
double absent_value(ir::ExpressionPtr const& expression, recursion::ValueType type) {
  if (type == recursion::ValueType::probability) return 0;
  bool const is_minimum = uses(expression, ir::Op::minimum) && !uses(expression, ir::Op::maximum);
  return is_minimum ? HUGE_VAL : -HUGE_VAL;
}

double value_of_step(recursion::System const& system, PathStep const& step, Leaves& leaves) {
  recursion::Function const& function = system.function(step.function);
  leaves.ranges = &function.ranges;
  for (std::size_t n = 0; n < function.dimensions.size(); ++n)
    leaves.set(function.dimensions[n].name, static_cast<double>(step.position.at(n)));
  for (recursion::Case const& each : function.cases) {
    if (!std::all_of(each.domain.begin(), each.domain.end(), [&](auto const& c) { return contains(c, leaves); }))
      continue;
    leaves.absent = absent_value(each.value, function.type);
    return ir::evaluate(*each.value, leaves);
  }
  throw base::InternalError(fmt::format("The path visits {}{}, which does not exist.", step.function, step.position));
}

} // namespace

double value_of_path(recursion::System const& with_integers, recursion::Inputs const& inputs,
                     std::vector<PathStep> const& path) {
  recursion::System const system = wavefront::with_real_integers(with_integers);
  if (path.empty()) throw base::InternalError("A path without elements has no value.");
  Leaves leaves(system, inputs);
  double value = 0, logarithm = 0;
  for (PathStep const& step : path) {
    value = value_of_step(system, step, leaves);
    leaves.before = &step;
    leaves.value_before = value;
    if (system.function(step.function).type != recursion::ValueType::probability) continue;
    logarithm += std::log(value);
    leaves.value_before = 1;
  }
  recursion::Result const& result = *system.result;
  recursion::ValueType const type = system.function(path.back().function).type;
  ir::ExpressionPtr const& expression = result.value;
  auto const value_with = [&](double table) {
    for (recursion::TableValue const& each : result.tables)
      leaves.set(each.name, each.function == path.back().function ? table : absent_value(expression, type));
    double const found = ir::evaluate(*expression, leaves);
    return result.type == recursion::ValueType::probability ? std::log(found) : found;
  };
  if (type != recursion::ValueType::probability) return value_with(value);
  double const at_one = value_with(1), at_e = value_with(std::numbers::e);
  return at_one + (at_e - at_one) * logarithm;
}

} // namespace chemora::recursions
