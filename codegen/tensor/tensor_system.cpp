#include "codegen/tensor/tensor_system.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

namespace chemora::tensor {

namespace {

template <class Items>
auto const& find(Items const& items, std::string const& name, char const* kind) {
  auto const item =
      std::find_if(items.begin(), items.end(), [&](auto const& candidate) { return candidate.name == name; });
  if (item == items.end()) throw base::InternalError(fmt::format("tensor: no {} `{}` in the system", kind, name));
  return *item;
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
  if (!derivative.jacobian.empty()) text += " through " + derivative.jacobian;
  if (!derivative.wind.empty()) text += " against " + derivative.wind;
  std::string side = to_text(derivative.side) + (derivative.is_diagonal ? " diagonal" : "");
  if (!derivative.mixed_parameter.empty()) side += " mixed by " + derivative.mixed_parameter;
  if (derivative.order > 0) return text + fmt::format(" {} {}", side, derivative.order);
  for (std::size_t n = 0; n < derivative.order_parameters.size(); ++n)
    text += (n == 0 ? " " + side + " " : " or ") + derivative.order_parameters[n];
  if (!derivative.order_parameters.empty()) return text;
  for (auto const& [offset, weight] : derivative.weights) text += fmt::format(" {:+}: {}", offset, to_text(weight));
  return text + fmt::format(" / h^{}", derivative.spacing_power);
}

std::string to_text(Equation const& equation) {
  return std::string("  ") + (equation.is_evolution ? "D_t " : "") + equation.left + to_text(equation.indices) + " = " +
         to_text(equation.right) + "\n";
}

std::string to_text(Calculation const& calculation) {
  std::string text = "calculation " + calculation.name;
  if (!calculation.bin.empty()) text += (calculation.is_bin ? " at " : " in ") + calculation.bin;
  for (std::string const& name : calculation.before) text += " before " + name;
  for (std::string const& name : calculation.after) text += " after " + name;
  if (calculation.region != Region::automatic) text += " on " + to_text(calculation.region);
  if (calculation.is_flat_outside) text += " outside flat";
  if (calculation.condition) text += " if " + to_text(*calculation.condition);
  text += "\n";
  for (Equation const& equation : calculation.equations) text += to_text(equation);
  return text;
}

} // namespace

std::vector<std::string> Parameter::keywords() const {
  std::vector<std::string> values;
  if (type == ValueType::keyword)
    for (Range const& range : ranges) values.push_back(range.keyword);
  return values;
}

std::vector<std::string> Parameter::admissible_values() const {
  constexpr double max_values = 64;
  if (type == ValueType::keyword) return keywords();
  if (type != ValueType::integer) return {};
  std::set<std::int64_t> values;
  for (Range const& range : ranges) {
    if (!range.low || !range.high || *range.high - *range.low > max_values) return {};
    // The counter has 64 bits, so that the loop ends even if the upper limit is the largest int.
    auto const first = static_cast<std::int64_t>(*range.low) + (range.excludes_low ? 1 : 0);
    auto const last = static_cast<std::int64_t>(*range.high) - (range.excludes_high ? 1 : 0);
    for (std::int64_t value = first; value <= last; ++value) values.insert(value);
  }
  std::vector<std::string> texts;
  for (std::int64_t const value : values) texts.push_back(std::to_string(value));
  return texts;
}

int DerivativeOperator::order_for(std::map<std::string, std::string> const& values) const {
  if (order > 0) return order;
  for (std::string const& parameter : order_parameters)
    if (auto const number = order_in(values.at(parameter))) return *number * order_factor;
  throw base::InternalError("no parameter specifies the order of the operator `" + name + "`");
}

bool DerivativeOperator::is_diagonal_for(std::map<std::string, std::string> const& values) const {
  return mixed_parameter.empty() ? is_diagonal : values.at(mixed_parameter) == "diagonal";
}

std::vector<std::string> const& mixed_kinds() {
  static std::vector<std::string> const kinds{"product", "diagonal"};
  return kinds;
}

std::optional<int> order_in(std::string const& value) {
  int number = 0;
  char const* const end = value.data() + value.size();
  auto const [rest, error] = std::from_chars(value.data(), end, number);
  bool const is_letters = std::all_of(rest, end, [](unsigned char c) { return std::isalpha(c) != 0; });
  if (error != std::errc() || !is_letters) return std::nullopt;
  return number;
}

Variable const& TensorSystem::variable(std::string const& name) const { return find(variables, name, "variable"); }
Parameter const& TensorSystem::parameter(std::string const& name) const { return find(parameters, name, "parameter"); }
DerivativeOperator const& TensorSystem::derivative_operator(std::string const& name) const {
  return find(operators, name, "derivative operator");
}

std::string along_the_grid(std::string const& derivative) { return derivative + "'grid"; }

std::string wind_along_the_grid(std::string const& derivative) { return derivative + "'wind"; }

std::string turned_upwind(std::string const& derivative) { return derivative + "'turned"; }

std::string upwind_part(std::string const& derivative, Side part) {
  return derivative + (part == Side::upwind_odd ? "'odd" : "'even");
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

std::string to_text(Side side) {
  switch (side) {
  case Side::centred:
    return "centred";
  case Side::forward:
    return "forward";
  case Side::backward:
    return "backward";
  case Side::upwind:
    return "upwind";
  case Side::upwind_odd:
    return "upwind odd";
  case Side::upwind_even:
    return "upwind even";
  case Side::dissipation:
    return "dissipation";
  case Side::given:
    return "given";
  }
  return {};
}

std::string to_text(Variable const& variable) {
  std::string text = variable.name;
  Shape const& shape = variable.shape;
  char closing = 0;
  for (std::size_t n = 0; n < shape.rank(); ++n) {
    auto const pair = std::find_if(shape.pairs.begin(), shape.pairs.end(),
                                   [&](auto const& candidate) { return candidate.first == n; });
    bool const starts_pair = pair != shape.pairs.end();
    bool const continues = n > 0 && shape.upper[n] == shape.upper[n - 1] && (closing != 0 || text.back() != ')') &&
                           (closing != 0 || text.back() != ']') && !starts_pair;
    if (!continues) text += shape.upper[n] ? '^' : '_';
    if (starts_pair) text += pair->is_antisymmetric ? '[' : '(';
    text += static_cast<char>('i' + n);
    if (closing != 0) text += closing;
    closing = !starts_pair ? '\0' : pair->is_antisymmetric ? ']' : ')';
  }
  return text;
}

std::string to_text(TensorSystem const& system) {
  std::string text = "thorn " + system.thorn + " implements " + system.implementation + "\n";
  if (system.precisions != std::vector{ir::Type::real64}) {
    text += "precision";
    for (ir::Type const type : system.precisions) text += " " + std::string(ir::to_text(type));
    text += "\n";
  }
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
  if (!system.definitions.empty()) text += "\ndefinitions\n";
  for (Equation const& definition : system.definitions) text += to_text(definition);
  for (Calculation const& calculation : system.calculations) text += "\n" + to_text(calculation);
  return text;
}

} // namespace chemora::tensor
