// Look-up in a system, and the system as text.
#include "codegen/tensor/tensor_system.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::tensor {

namespace {

template <class Items>
auto const& find(Items const& items, std::string const& name, char const* kind) {
  auto const at = std::find_if(items.begin(), items.end(), [&](auto const& item) { return item.name == name; });
  if (at == items.end()) throw base::InternalError(fmt::format("tensor: no {} `{}` in the system", kind, name));
  return *at;
}

std::string to_text(Range const& range) {
  if (!range.keyword.empty()) return "\"" + range.keyword + "\"";
  return fmt::format("{}{} to {}{}", range.excludes_low ? "above " : "",
                     range.low ? fmt::format("{}", *range.low) : "-infinity", range.excludes_high ? "below " : "",
                     range.high ? fmt::format("{}", *range.high) : "infinity");
}

std::string to_text(Parameter const& parameter) {
  std::string text = "parameter " + to_text(parameter.type) + " " + parameter.name;
  text += parameter.type == ValueType::keyword ? " = \"" + parameter.default_keyword + "\""
                                               : fmt::format(" = {}", parameter.default_number);
  for (std::size_t n = 0; n < parameter.ranges.size(); ++n)
    text += (n == 0 ? " in " : ", ") + to_text(parameter.ranges[n]);
  return text;
}

std::string to_text(DerivativeOperator const& derivative) {
  std::string text = "operator " + derivative.name;
  if (derivative.order > 0) return text + fmt::format(" centred {}", derivative.order);
  if (!derivative.order_parameter.empty()) return text + " centred " + derivative.order_parameter;
  for (auto const& [offset, weight] : derivative.weights) text += fmt::format(" {:+}: {}", offset, to_text(weight));
  return text + fmt::format(" / h^{}", derivative.spacing_power);
}

std::string to_text(Calculation const& calculation) {
  std::string text = "calculation " + calculation.name;
  if (!calculation.bin.empty()) text += (calculation.is_bin ? " at " : " in ") + calculation.bin;
  if (calculation.region != Region::automatic) text += " on " + to_text(calculation.region);
  if (calculation.condition) text += " if " + to_text(*calculation.condition);
  text += "\n";
  for (Equation const& equation : calculation.equations)
    text += std::string("  ") + (equation.is_evolution ? "D_t " : "") + equation.left + to_text(equation.indices) +
            " = " + to_text(equation.right) + "\n";
  return text;
}

} // namespace

std::vector<std::string> Parameter::keywords() const {
  std::vector<std::string> values;
  if (type == ValueType::keyword)
    for (Range const& range : ranges) values.push_back(range.keyword);
  return values;
}

std::vector<int> Parameter::admissible_values() const {
  constexpr double most_values = 64;
  std::vector<int> values;
  if (type != ValueType::integer) return values;
  for (Range const& range : ranges) {
    if (!range.low || !range.high || *range.high - *range.low > most_values) return {};
    // Wide enough to step past the greatest int.
    auto const first = static_cast<std::int64_t>(*range.low) + (range.excludes_low ? 1 : 0);
    auto const last = static_cast<std::int64_t>(*range.high) - (range.excludes_high ? 1 : 0);
    for (std::int64_t value = first; value <= last; ++value) values.push_back(static_cast<int>(value));
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

Variable const& TensorSystem::variable(std::string const& name) const { return find(variables, name, "variable"); }
Parameter const& TensorSystem::parameter(std::string const& name) const { return find(parameters, name, "parameter"); }
DerivativeOperator const& TensorSystem::derivative_operator(std::string const& name) const {
  return find(operators, name, "derivative operator");
}

std::string to_text(Region region) {
  switch (region) {
  case Region::automatic:
    return "automatic";
  case Region::interior:
    return "interior";
  case Region::boundary:
    return "boundary";
  case Region::everywhere:
    return "everywhere";
  }
  return {};
}

std::string to_text(Variable const& variable) {
  std::string text = variable.name;
  for (std::size_t n = 0; n < variable.upper.size(); ++n) {
    if (n == 0 || variable.upper[n] != variable.upper[n - 1]) text += variable.upper[n] ? '^' : '_';
    if (n == 0 && variable.symmetry == Symmetry::symmetric) text += '(';
    if (n == 0 && variable.symmetry == Symmetry::antisymmetric) text += '[';
    text += static_cast<char>('i' + n);
  }
  if (variable.symmetry == Symmetry::symmetric) text += ')';
  if (variable.symmetry == Symmetry::antisymmetric) text += ']';
  return text;
}

std::string to_text(TensorSystem const& system) {
  std::string text = "thorn " + system.thorn + " implements " + system.implementation + "\n";
  for (std::string const& name : system.inherited) text += "inherits " + name + "\n";
  for (Parameter const& parameter : system.parameters) text += to_text(parameter) + "\n";
  for (Group const& group : system.groups) {
    text += "group " + group.name + ":";
    for (std::string const& name : group.variables) text += " " + to_text(system.variable(name));
    text += "\n";
  }
  for (Variable const& variable : system.variables)
    if (variable.is_temporary) text += "temporary " + to_text(variable) + "\n";
  for (DerivativeOperator const& derivative : system.operators) text += to_text(derivative) + "\n";
  for (Calculation const& calculation : system.calculations) text += "\n" + to_text(calculation);
  return text;
}

} // namespace chemora::tensor
