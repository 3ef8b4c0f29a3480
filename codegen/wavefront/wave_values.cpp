#include "codegen/wavefront/wave_values.hpp"

#include <algorithm>
#include <map>

namespace chemora::wavefront {

using ir::LinearExpression;
using recursion::Function;

std::optional<WaveValue> wave_value(recursion::System const& system, recursion::TableValue const& table) {
  Function const& function = system.function(table.function);
  WaveValue value{.table = table, .variable_of = std::vector<std::string>(function.dimensions.size())};
  std::map<std::string, LinearExpression> indices;
  for (std::size_t axis = 0; axis < table.arguments.size(); ++axis) {
    recursion::Dimension const& dimension = function.dimensions[axis];
    LinearExpression const index = ir::linear(dimension.name), &argument = table.arguments[axis];
    auto const variable = std::ranges::find_if(
        table.variables, [&](recursion::Dimension const& each) { return argument.uses(each.name); });
    if (variable == table.variables.end()) {
      value.domain.push_back({index - argument, true});
      continue;
    }
    if (argument != ir::linear(variable->name) || indices.contains(variable->name)) return std::nullopt;
    indices[variable->name] = index;
    value.variable_of[axis] = variable->name;
    if (variable->lower != dimension.lower) value.domain.push_back({index - variable->lower, false});
    if (variable->upper != dimension.upper) value.domain.push_back({variable->upper - index, false});
  }
  if (indices.size() != table.variables.size()) return std::nullopt;
  for (loops::Constraint const& constraint : table.domain) {
    LinearExpression replaced = ir::linear(constraint.expression.constant);
    for (auto const& [name, factor] : constraint.expression.factors)
      replaced += factor * (indices.contains(name) ? indices.at(name) : ir::linear(name));
    value.domain.push_back({replaced, constraint.is_equality});
  }
  return value;
}

void add_overflow_checks(std::vector<WaveValue>& results, recursion::System const& system,
                         std::set<std::string> const& functions) {
  for (std::string const& name : functions) {
    auto const is_maximum = [&](WaveValue const& value) {
      return value.table.function == name && value.table.over == ir::Op::maximum && value.domain.empty();
    };
    if (std::ranges::any_of(results, is_maximum)) continue;
    recursion::TableValue table{.name = "top_" + name, .over = ir::Op::maximum, .function = name};
    for (recursion::Dimension const& dimension : system.function(name).dimensions) {
      table.variables.push_back(dimension);
      table.arguments.push_back(ir::linear(dimension.name));
    }
    results.push_back(*wave_value(system, table));
  }
}

} // namespace chemora::wavefront
