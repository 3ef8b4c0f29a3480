#include "codegen/edl/syntax_tree.hpp"

#include "framework/base/text.hpp"

#include <cstdlib>

namespace chemora::edl {

namespace {

template <class Item>
std::string join(std::vector<Item> const& items, std::string_view separator = ", ") {
  return base::join(items, separator, [](Item const& item) { return to_text(item); });
}

std::string without_parentheses(Expression const& expression) {
  auto const operand = [&](std::size_t n) { return to_text(expression.operands[n]); };
  switch (expression.kind) {
  case ExpressionKind::number:
    return expression.text;
  case ExpressionKind::string:
    return "\"" + expression.text + "\"";
  case ExpressionKind::name:
    return to_text(expression.name);
  case ExpressionKind::derivative:
    return to_text(expression.name) + " " + operand(0);
  case ExpressionKind::call:
    return expression.text + "(" + join(expression.operands) + ")";
  case ExpressionKind::negate:
    return "-" + operand(0);
  case ExpressionKind::logical_not:
    return "not " + operand(0);
  case ExpressionKind::binary:
    if (expression.text == "**") return operand(0) + "**" + operand(1);
    return operand(0) + " " + expression.text + " " + operand(1);
  case ExpressionKind::conditional:
    return operand(0) + " ? " + operand(1) + " : " + operand(2);
  case ExpressionKind::shifted:
    return operand(0) + " at " + to_text(expression.shift);
  }
  return {};
}

std::string to_text(RangeItem const& item) {
  std::string text;
  if (item.is_single) {
    text = to_text(*item.low);
  } else {
    text = (item.excludes_low ? "above " : "") + (item.low ? to_text(*item.low) : "-infinity") + " to " +
           (item.excludes_high ? "below " : "") + (item.high ? to_text(*item.high) : "infinity");
  }
  return item.description.empty() ? text : text + " \"" + item.description + "\"";
}

std::string to_text(ParameterDeclaration const& parameter) {
  std::string text = to_text(parameter.name) + " : " + parameter.type;
  if (!parameter.description.empty()) text += " \"" + parameter.description + "\"";
  if (parameter.default_value) text += ", default: " + to_text(*parameter.default_value);
  for (std::size_t n = 0; n < parameter.ranges.size(); ++n)
    text += (n == 0 ? ", range: " : ", ") + to_text(parameter.ranges[n]);
  if (!parameter.steerable.empty()) text += ", steerable: " + parameter.steerable;
  return text;
}

std::string to_text(VariableDeclaration const& variable) {
  std::string text = to_text(variable.name);
  if (!variable.description.empty()) text += " : \"" + variable.description + "\"";
  if (!variable.weight.empty()) text += " weight " + variable.weight;
  if (variable.is_pseudo) text += " parity -1";
  return text;
}

std::string to_text(OperatorDefinition const& definition) {
  return to_text(definition.name) + (definition.operand ? " " + to_text(*definition.operand) : "") + " = " +
         to_text(definition.right);
}

std::string to_text(MetricDeclaration const& metric) {
  std::string attributes;
  auto const add = [&](std::string const& name, std::string const& value) {
    if (!value.empty()) attributes += (attributes.empty() ? " : " : ", ") + name + ": " + value;
  };
  add("determinant", metric.determinant);
  add("connection", metric.connection);
  add("derivative", metric.derivative);
  add("ricci", metric.ricci);
  add("raises", join(metric.raises, " "));
  return to_text(metric.name) + attributes;
}

std::string to_text(Definition const& definition) {
  return to_text(definition.left) + (definition.is_function ? "(" + join(definition.parameters) + ")" : "") + " = " +
         to_text(definition.right);
}

std::string to_text(InheritedTensor const& tensor) {
  std::string text = "\nbegin inherited " + tensor.implementation + "\n  " + to_text(tensor.name);
  for (std::size_t n = 0; n < tensor.components.size(); ++n) text += (n == 0 ? " : " : " ") + tensor.components[n];
  if (!tensor.group.empty()) text += " group " + tensor.group;
  return text + "\nend inherited\n";
}

std::string to_text(FarValue const& value) {
  std::string text = to_text(value.name) + " : ";
  if (value.is_extrapolated) text += "extrapolated";
  if (value.limit) text += "limit: " + to_text(*value.limit);
  if (value.speed) text += (value.limit || value.is_extrapolated ? ", speed: " : "speed: ") + to_text(*value.speed);
  return text;
}

std::string to_text(Calculation const& calculation) {
  std::string text = "begin calculation " + calculation.name;
  if (!calculation.preposition.empty()) text += " scheduled " + calculation.preposition + " " + calculation.bin;
  for (std::string const& name : calculation.before) text += " before " + name;
  for (std::string const& name : calculation.after) text += " after " + name;
  if (!calculation.region.empty()) text += " on " + calculation.region;
  if (!calculation.outside.empty()) text += " outside " + calculation.outside;
  if (!calculation.precision.empty()) text += " precision " + calculation.precision[0].name;
  if (calculation.condition) text += " if " + to_text(*calculation.condition);
  text += "\n";
  for (Equation const& equation : calculation.equations)
    text += std::string("  ") + (equation.is_evolution ? "D_t " : "") + to_text(equation.left) +
            (equation.more_left.empty() ? "" : ", " + join(equation.more_left)) + " = " + to_text(equation.right) +
            "\n";
  return text + "end calculation\n";
}

std::string list(std::string const& word, std::vector<Flag> const& flags) {
  if (flags.empty()) return {};
  std::string text = word;
  for (Flag const& flag : flags) text += " " + flag.name;
  return text + "\n";
}

std::string to_text(LocalDefinition const& definition) {
  return join(definition.left) + " = " + to_text(definition.right);
}

std::string to_text(Function const& function) {
  std::string text = "\nbegin function " + function.name + "(" + join(function.parameters) + ")";
  if (!function.direction.empty()) text += " along " + function.direction;
  text += " gives " + join(function.results) + "\n";
  for (LocalDefinition const& definition : function.body) text += "  " + to_text(definition) + "\n";
  return text + "end function\n";
}

std::string to_text(FaceBlock const& faces) {
  std::string text = "\nbegin faces along " + faces.direction + "\n";
  for (LocalDefinition const& definition : faces.definitions) text += "  " + to_text(definition) + "\n";
  return text + "end faces\n";
}

std::string to_text(Requirement const& requirement) {
  return to_text(requirement.condition) + " : \"" + requirement.message + "\"";
}

template <class Items>
std::string block(std::string const& heading, std::string const& ending, Items const& items) {
  if (items.empty()) return {};
  std::string text = "\nbegin " + heading + "\n";
  for (auto const& item : items) text += "  " + to_text(item) + "\n";
  return text + "end " + ending + "\n";
}

std::string parameters(SyntaxTree const& tree) {
  std::vector<ParameterDeclaration> own;
  std::string shared;
  for (ParameterDeclaration const& parameter : tree.parameters)
    if (parameter.implementation.empty())
      own.push_back(parameter);
    else
      shared += block("shared " + parameter.implementation, "shared", std::vector{parameter});
  return block("parameters", "parameters", own) + shared;
}

std::string to_text(VariableBlock const& variables) {
  std::string const condition = variables.condition ? " if " + to_text(*variables.condition) : "";
  if (variables.name.empty()) return block("variables" + condition, "variables", variables.variables);
  std::string heading = "group " + variables.name;
  if (variables.time_levels > 0) heading += " timelevels " + std::to_string(variables.time_levels);
  if (!variables.description.empty()) heading += " \"" + variables.description + "\"";
  return block(heading + condition, "group", variables.variables);
}

} // namespace

std::string to_text(Name const& name) {
  return (name.qualifier.empty() ? "" : name.qualifier + "::") + spelling(name.base, name.suffixes);
}

std::string to_text(IndexSymbol const& position) {
  int const halves = 2 * position.offset + (position.is_at_face ? 1 : 0);
  if (halves == 0) return position.name;
  std::string const sign = halves < 0 ? "-" : "+";
  std::string const size = std::to_string(position.is_at_face ? std::abs(halves) : std::abs(position.offset));
  return position.name + sign + size + (position.is_at_face ? "/2" : "");
}

std::string to_text(Expression const& expression) {
  std::string const text = without_parentheses(expression);
  return expression.has_parentheses ? "(" + text + ")" : text;
}

std::string to_text(SyntaxTree const& tree) {
  std::string text = "begin thorn " + tree.thorn + "\n";
  if (!tree.implementation.empty()) text += "implement " + tree.implementation + "\n";
  text += list("inherit", tree.inherited) + list("precision", tree.precisions) + list("use", tree.used) +
          list("disable", tree.disabled);
  text += parameters(tree);
  for (VariableBlock const& variables : tree.blocks) text += to_text(variables);
  text += block("scalars", "scalars", tree.scalars);
  text += block("temporaries", "temporaries", tree.temporaries);
  text += block("derivatives", "derivatives", tree.operators);
  for (InheritedTensor const& tensor : tree.inherited_tensors) text += to_text(tensor);
  text += block("metrics", "metrics", tree.metrics);
  text += block("boundaries", "boundaries", tree.far_values);
  text += block("requirements", "requirements", tree.requirements);
  text += block("definitions", "definitions", tree.definitions);
  for (Function const& function : tree.functions) text += to_text(function);
  for (FaceBlock const& faces : tree.faces) text += to_text(faces);
  for (Calculation const& calculation : tree.calculations) text += "\n" + to_text(calculation);
  return text + "\nend thorn\n";
}

} // namespace chemora::edl
