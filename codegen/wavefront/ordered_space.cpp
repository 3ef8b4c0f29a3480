#include "codegen/wavefront/ordered_space.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <cstdlib>
#include <ranges>

namespace chemora::wavefront {

using ir::LinearExpression;
using recursion::Function;

namespace {

constexpr long max_rows = 64;  ///< largest number of rows of a window
constexpr long max_values = 8; ///< largest number of temporaries with elements of a function

/// Returns the smallest or largest value of an expression of dimensions.
LinearExpression extreme(LinearExpression const& expression, Function const& function, bool is_largest) {
  LinearExpression result = expression;
  for (recursion::Dimension const& dimension : function.dimensions) {
    long const factor = expression.factor(dimension.name);
    if (factor != 0)
      result = result.with(dimension.name, (factor > 0) == is_largest ? dimension.upper : dimension.lower);
  }
  return result;
}

void add(recursion::Constraints& constraints, loops::Constraint const& constraint) {
  if (std::ranges::count(constraints, constraint) == 0) constraints.push_back(constraint);
}

} // namespace

LinearExpression OrderedPlace::at(LinearExpression expression) const {
  for (auto const& [name, value] : indices) expression = expression.with(name, value);
  return expression;
}

recursion::Constraints OrderedPlace::enter(LinearExpression const& component, LinearExpression const& time) {
  LinearExpression const value = at(component);
  recursion::Constraints ranges{{time - extreme(value, *function, false), false},
                                {extreme(value, *function, true) - time, false}};
  pending.push_back(value - time);
  for (recursion::Dimension const* dimension : determine()) {
    add(ranges, recursion::at_least(indices.at(dimension->name), dimension->lower));
    add(ranges, recursion::at_least(dimension->upper, indices.at(dimension->name)));
  }
  return ranges;
}

/// Solves equations with one dimension that is not determined. Returns these dimensions.
std::vector<recursion::Dimension const*> OrderedPlace::determine() {
  std::vector<recursion::Dimension const*> found;
  for (std::size_t n = 0; n < pending.size();) {
    LinearExpression const equation = at(pending[n]);
    std::vector<recursion::Dimension const*> unknown;
    for (recursion::Dimension const& dimension : function->dimensions)
      if (equation.uses(dimension.name)) unknown.push_back(&dimension);
    if (unknown.size() > 1) {
      ++n;
      continue;
    }
    pending.erase(pending.begin() + static_cast<long>(n));
    if (unknown.empty()) continue;
    std::string const& name = unknown.front()->name;
    long const factor = equation.factor(name);
    if (std::abs(factor) != 1) throw base::InternalError("a component of an order has another factor than 1 or -1");
    indices[name] = -factor * equation.with(name, {});
    found.push_back(unknown.front());
    n = 0;
  }
  return found;
}

void OrderedPlace::replace(std::string const& loop, LinearExpression const& value) {
  for (auto& each : indices) each.second = each.second.with(loop, value);
  for (LinearExpression& equation : pending) equation = equation.with(loop, value);
  for (loops::Constraint& condition : conditions) condition.expression = condition.expression.with(loop, value);
}

OrderedSpace::OrderedSpace(recursion::System const& system, std::vector<std::string> const& outermost,
                           bool keeps_tables)
    : system_(system), order_(find_order(system, outermost)) {
  for (auto const& each : order_.vectors) n_levels_ = std::max(n_levels_, each.second.size());
  std::vector<recursion::Call> const calls = recursion::calls(system);
  for (Function const& function : system.functions) {
    store_all(function.name);
    if (!keeps_tables) storages_[function.name] = storage_of(function, calls);
  }
}

std::optional<std::size_t> OrderedSpace::first_loop(std::string const& function) const {
  for (std::size_t level = 0; level < n_levels_; ++level)
    if (is_loop(function, level)) return level;
  return std::nullopt;
}

void OrderedSpace::store_all(std::string const& function) {
  OrderedStorage all;
  for (std::size_t axis = system_.function(function).dimensions.size(); axis-- > 0;) all.axes.push_back(axis);
  storages_[function] = all;
}

void OrderedSpace::store_in_arrays() {
  for (auto& [function, storage] : storages_) {
    if (storage.inner_level) storage.n_rows = storage.n_rows_of_array;
    storage.inner_level.reset();
    storage.is_scalar = false;
  }
}

OrderedStorage OrderedSpace::storage_of(Function const& function, std::vector<recursion::Call> const& calls) const {
  OrderedStorage const all = storages_.at(function.name);
  std::optional<std::size_t> const level = first_loop(function.name);
  if (!level) return all;
  OrderedStorage result{.level = level};
  for (recursion::Call const& call : calls) {
    if (call.callee != function.name) continue;
    std::optional<long> const rows = iterations(call.caller, call.callee, call.arguments, *level);
    if (!rows || *rows < 0 || *rows >= max_rows) return all;
    result.n_rows = std::max(result.n_rows, *rows + 1);
  }
  // The row determines one of the dimensions of the component. The others are axes, those of inner loops first.
  OrderedPlace place{.function = &function};
  std::optional<std::size_t> row;
  for (std::size_t n = *level; n < n_levels_; ++n) {
    if (!is_loop(function.name, n)) continue;
    auto const before = place.indices;
    place.enter(component(function.name, n), ir::linear("time"));
    for (std::size_t axis = 0; axis < function.dimensions.size(); ++axis) {
      std::string const& name = function.dimensions[axis].name;
      if (!row && component(function.name, *level).uses(name))
        row = axis;
      else if (row != axis && place.indices.contains(name) && !before.contains(name))
        result.axes.insert(result.axes.begin(), axis);
    }
  }
  if (!row || result.axes.size() + 1 != function.dimensions.size()) return all;
  result.is_scalar = result.axes.empty() && result.n_rows <= max_values;
  return result.axes.size() == 1 ? with_inner_level(function, calls, result) : result;
}

/// Returns the storage with a single row if the loop of the only axis can overwrite the previous row: all calls of it
/// are in this loop, at a constant distance, or before it.
OrderedStorage OrderedSpace::with_inner_level(Function const& function, std::vector<recursion::Call> const& calls,
                                              OrderedStorage storage) const {
  OrderedStorage const with_rows = storage;
  std::size_t inner = *storage.level + 1;
  while (inner < n_levels_ && !is_loop(function.name, inner)) ++inner;
  if (inner == n_levels_ || storage.n_rows > 2) return with_rows;
  storage.n_rows_of_array = storage.n_rows;
  storage.n_rows = 1;
  storage.inner_level = inner;
  for (recursion::Call const& call : calls) {
    if (call.callee != function.name) continue;
    bool const is_old = iterations(call.caller, call.callee, call.arguments, *storage.level) == 1;
    if (have_common_loop(call.caller, call.callee, inner)) {
      std::optional<long> const distance = iterations(call.caller, call.callee, call.arguments, inner);
      if (distance && *distance >= max_values) return with_rows;
      if (!distance && is_old) return with_rows;
      long& n_values = is_old ? storage.n_old : storage.n_new;
      n_values = std::max(n_values, distance.value_or(-1) + 1);
      continue;
    }
    if (!is_old) continue;
    for (std::size_t n = *storage.level + 1; n <= inner; ++n) {
      LinearExpression const &first = component(call.caller, n), &second = component(function.name, n);
      if (first == second && first.is_constant()) continue;
      if (!first.is_constant() || !second.is_constant() || first.constant > second.constant) return with_rows;
      break;
    }
  }
  return storage;
}

bool OrderedSpace::have_common_loop(std::string const& first, std::string const& second, std::size_t level) const {
  for (std::size_t n = 0; n < level; ++n)
    if (is_loop(first, n) != is_loop(second, n) || (!is_loop(first, n) && component(first, n) != component(second, n)))
      return false;
  return is_loop(first, level) && is_loop(second, level);
}

std::optional<long> OrderedSpace::iterations(std::string const& caller, std::string const& callee,
                                             Arguments const& arguments, std::size_t level) const {
  if (!have_common_loop(caller, callee, level)) return std::nullopt;
  LinearExpression const &time = component(caller, level), &called = component(callee, level);
  LinearExpression result = time - ir::linear(called.constant);
  for (std::size_t axis = 0; axis < arguments.size(); ++axis) {
    long const factor = called.factor(system_.function(callee).dimensions[axis].name);
    if (factor == 0) continue;
    if (!arguments[axis]) return std::nullopt;
    result -= factor * *arguments[axis];
  }
  return result.is_constant() ? std::optional(result.constant) : std::nullopt;
}

bool OrderedSpace::is_computed_before(std::string const& first, std::string const& second) const {
  std::size_t const level = storage(first).level.value(), inner = storage(first).inner_level.value();
  if (!have_common_loop(first, second, level)) return false;
  for (std::size_t n = level + 1; n <= inner; ++n) {
    if (is_loop(second, n)) return false;
    if (is_loop(first, n)) continue;
    long const difference = component(second, n).constant - component(first, n).constant;
    if (difference != 0) return difference > 0;
  }
  return false;
}

std::optional<LinearExpression> OrderedSpace::iteration_of_call(std::string const& caller, ir::Expression const& call,
                                                                std::string const& other, std::size_t level,
                                                                std::string const& variable) const {
  OrderedStorage const& stored = storage(call.name);
  if (stored.inner_level != level || !have_common_loop(call.name, other, level)) return std::nullopt;
  Arguments arguments;
  for (ir::ExpressionPtr const& argument : call.operands) arguments.push_back(ir::as_linear(argument));
  if (iterations(caller, call.name, arguments, stored.level.value()) != 0) return std::nullopt;
  LinearExpression const& called = component(call.name, level);
  LinearExpression result = ir::linear(called.constant) - ir::linear(variable);
  for (std::size_t axis = 0; axis < arguments.size(); ++axis) {
    long const factor = called.factor(system_.function(call.name).dimensions[axis].name);
    if (factor == 0) continue;
    if (!arguments[axis]) return std::nullopt;
    result += factor * *arguments[axis];
  }
  return result.is_constant() ? std::optional(result) : std::nullopt;
}

OrderedDistance OrderedSpace::distance(std::string const& caller, std::string const& callee,
                                       Arguments const& arguments) const {
  OrderedStorage const& stored = storage(callee);
  OrderedDistance result{.rows = iterations(caller, callee, arguments, stored.level.value()).value()};
  if (stored.inner_level && have_common_loop(caller, callee, *stored.inner_level))
    result.inner = iterations(caller, callee, arguments, *stored.inner_level);
  return result;
}

} // namespace chemora::wavefront
