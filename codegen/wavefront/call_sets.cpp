#include "codegen/wavefront/call_sets.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

using ir::LinearExpression;

NamedSet::NamedSet(std::vector<std::string> names) : names_(std::move(names)), set_(names_.size()) {
  for (std::size_t n = 0; n < names_.size(); ++n) index_[names_[n]] = n;
}

void NamedSet::add(loops::Constraint const& constraint) {
  polyhedral::Row row(names_.size() + 1, 0);
  row[0] = constraint.expression.constant;
  for (auto const& [name, factor] : constraint.expression.factors) {
    auto const found = index_.find(name);
    if (found == index_.end()) throw base::InternalError(fmt::format("`{}` is neither a variable nor a size", name));
    row[found->second + 1] = factor;
  }
  set_.add(std::move(row), constraint.is_equality);
}

std::optional<std::map<std::string, long>> NamedSet::sample() const {
  std::optional<std::vector<long>> const values = set_.sample();
  if (!values) return std::nullopt;
  std::map<std::string, long> named;
  for (std::size_t n = 0; n < names_.size(); ++n) named[names_[n]] = (*values)[n];
  return named;
}

bool CallSet::is_of_same_element() const {
  if (caller == callee || caller->dimensions.size() != callee->dimensions.size()) return false;
  for (std::size_t axis = 0; axis < arguments.size(); ++axis)
    if (arguments[axis] != ir::linear(caller->dimensions[axis].name)) return false;
  return true;
}

LinearExpression with_sizes(LinearExpression expression, std::map<std::string, long> const& sizes) {
  for (auto const& [name, value] : sizes)
    if (expression.uses(name)) expression = expression.with(name, ir::linear(value));
  return expression;
}

namespace {

void add_between(CallSet& set, LinearExpression const& lower, LinearExpression const& value,
                 LinearExpression const& upper) {
  set.domain.push_back({value - lower, false});
  set.domain.push_back({upper - value, false});
}

/// Adds the range of a variable and of the variables in its bounds, if they are linear.
void add_range(CallSet& set, std::string const& variable) {
  if (std::ranges::count(set.variables, variable) > 0) return;
  auto const range = std::ranges::find(set.caller->ranges, variable, &recursion::Range::variable);
  if (range == set.caller->ranges.end()) return;
  set.variables.push_back(variable);
  for (bool const is_first : {true, false}) {
    std::optional<LinearExpression> const bound = ir::as_linear(is_first ? range->first : range->last);
    if (!bound) continue;
    for (auto const& factor : bound->factors) add_range(set, factor.first);
    LinearExpression const value = ir::linear(variable);
    set.domain.push_back({is_first ? value - *bound : *bound - value, false});
  }
}

void add_arguments(CallSet& set) {
  for (std::size_t axis = 0; axis < set.call.arguments.size(); ++axis) {
    recursion::Dimension const& dimension = set.callee->dimensions[axis];
    std::optional<LinearExpression> const& argument = set.call.arguments[axis];
    if (argument) {
      for (auto const& factor : argument->factors) add_range(set, factor.first);
      set.arguments.push_back(*argument);
    } else {
      set.variables.push_back(fmt::format("any_{}", axis));
      set.arguments.push_back(ir::linear(set.variables.back()));
      add_between(set, dimension.lower, set.arguments.back(), dimension.upper);
    }
  }
}

/// Returns the constraint that an argument is the start or the end of a transition: no transitions lead from the end
/// state or to the start state.
std::optional<loops::Constraint> state_of_transition(CallSet const& set, std::size_t axis) {
  recursion::Dimension const& dimension = set.callee->dimensions[axis];
  std::string const& name = set.call.element->operands[axis]->name;
  LinearExpression const one = ir::linear(1), &state = set.arguments[axis];
  if (dimension.kind != recursion::DimensionKind::state) return std::nullopt;
  if (name == dimension.of + "_start") return loops::Constraint{dimension.upper - one - state, false};
  if (name == dimension.of + "_end") return loops::Constraint{state - one - dimension.lower, false};
  return std::nullopt;
}

void add_conditions(CallSet& set, recursion::System const& system) {
  for (loops::Constraint const& constraint : set.call.domain) {
    for (auto const& factor : constraint.expression.factors) add_range(set, factor.first);
    set.domain.push_back(constraint);
  }
  for (std::size_t axis = 0; axis < set.arguments.size(); ++axis)
    if (auto const constraint = set.call.arguments[axis] ? std::nullopt : state_of_transition(set, axis))
      set.domain.push_back(*constraint);
  for (std::size_t axis = 0; axis < set.arguments.size(); ++axis)
    if (set.call.arguments[axis])
      add_between(set, set.callee->dimensions[axis].lower, set.arguments[axis], set.callee->dimensions[axis].upper);
  for (std::string const& size : system.sizes) set.domain.push_back({ir::linear(size), false});
}

} // namespace

std::vector<CallSet> call_sets(recursion::System const& system, Conditions conditions) {
  std::vector<CallSet> sets;
  for (recursion::Call const& call : recursion::calls(system)) {
    CallSet set{.call = call, .caller = &system.function(call.caller), .callee = &system.function(call.callee)};
    for (recursion::Dimension const& dimension : set.caller->dimensions) {
      set.variables.push_back(dimension.name);
      add_between(set, dimension.lower, ir::linear(dimension.name), dimension.upper);
    }
    add_arguments(set);
    if (conditions == Conditions::used) add_conditions(set, system);
    sets.push_back(std::move(set));
  }
  return sets;
}

} // namespace chemora::wavefront
