#include "codegen/recursion/typed_expressions.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace chemora::recursion {

namespace {

using ir::ExpressionPtr;
using ir::Op;
using syntax::NodeKind;

bool is_number(Kind kind) { return kind == Kind::integer || kind == Kind::real || kind == Kind::probability; }

bool is_constant(ExpressionPtr const& value) { return value->kind == ir::ExpressionKind::number; }

} // namespace

ExpressionTyper::ExpressionTyper(Declarations& declarations, Signature const& signature, base::Diagnostics& diagnostics,
                                 Lowered& lowered)
    : declarations_(declarations), signature_(signature), diagnostics_(diagnostics), lowered_(lowered) {
  add_names();
}

void ExpressionTyper::add_names() {
  for (Scalar const& scalar : declarations_.program.scalars)
    names_[scalar.name] = {kind_of(scalar.type), "", ir::make_name(ir_type(scalar.type), scalar.name)};
  for (GridFunction const& grid : declarations_.program.grid) names_[grid.name] = {Kind::grid, grid.name, nullptr};
  if (signature_.is_on_grid())
    for (std::string const axis : {"x", "y", "z"}) {
      names_["points_" + axis] = {Kind::integer, "", ir::make_name(ir::Type::int32, "points_" + axis)};
      names_["spacing_" + axis] = {Kind::real, "", ir::make_name(ir::Type::real64, "spacing_" + axis)};
    }
  for (CallingParameter const& parameter : signature_.calling) use_parameter(parameter);
  for (Dimension const& dimension : signature_.dimensions) {
    bool const is_state = dimension.kind == DimensionKind::state;
    names_[dimension.name] = {is_state ? Kind::state : Kind::integer, is_state ? dimension.of : "",
                              ir::make_name(ir::Type::int32, dimension.name)};
    use_sizes(dimension.upper);
  }
}

void ExpressionTyper::use_parameter(CallingParameter const& parameter) {
  if (parameter.kind == Kind::character) {
    names_[parameter.name] = {Kind::character, parameter.alphabet,
                              ir::make_name(ir::Type::int32, std::string(letter_prefix) + parameter.name)};
    return;
  }
  bool const is_integer = parameter.kind == Kind::integer;
  names_[parameter.name] = {parameter.kind, parameter.name,
                            is_integer ? ir::make_name(ir::Type::int32, parameter.name) : nullptr};
  if (is_integer) lowered_.sizes.insert(parameter.name);
  std::optional<std::string> const alphabet = known_alphabet(parameter.alphabet);
  if (parameter.kind == Kind::sequence) {
    size("length_" + parameter.name);
    lowered_.arrays[parameter.name] = {.name = parameter.name,
                                       .kind = InputArray::Kind::letters,
                                       .parameter = parameter.name,
                                       .extents = {ir::linear("length_" + parameter.name)},
                                       .alphabet = alphabet};
  }
  if (parameter.kind == Kind::matrix)
    lowered_.arrays[parameter.name] = {.name = parameter.name,
                                       .kind = InputArray::Kind::matrix,
                                       .parameter = parameter.name,
                                       .extents = {n_letters(parameter.alphabet), n_letters(parameter.alphabet)},
                                       .alphabet = alphabet};
}

std::optional<std::string> ExpressionTyper::known_alphabet(std::string const& alphabet) const {
  return alphabet == "*" ? std::nullopt : std::optional(alphabet);
}

ir::LinearExpression ExpressionTyper::n_letters(std::string const& alphabet) const {
  Alphabet const* const found = declarations_.find_alphabet(alphabet);
  return ir::linear(found ? static_cast<long>(found->letters.size()) : 0);
}

ExpressionPtr ExpressionTyper::size(std::string const& name) {
  lowered_.sizes.insert(name);
  return ir::make_name(ir::Type::int32, name);
}

void ExpressionTyper::use_sizes(ir::LinearExpression const& expression) {
  for (auto const& [name, factor] : expression.factors) lowered_.sizes.insert(name);
}

std::string ExpressionTyper::new_variable(std::string const& name) {
  std::string unique = name;
  for (int n = 2; !declarations_.variables.insert(unique).second; ++n) unique = fmt::format("{}_{}", name, n);
  return unique;
}

Typed ExpressionTyper::error(base::SourcePosition const& where, std::string const& message) {
  diagnostics_.error(where, message);
  lowered_.has_errors = true;
  return {};
}

ValueType ExpressionTyper::value_type(Kind kind) const {
  if (kind == Kind::probability) return ValueType::probability;
  if (kind == Kind::real) return ValueType::real;
  return kind == Kind::boolean ? ValueType::boolean : ValueType::integer;
}

Typed ExpressionTyper::typed(syntax::NodePtr const& pointer) {
  if (diagnostics_.n_errors() > base::max_findings) return {}; // further errors are not listed
  syntax::Node const& node = *pointer;
  switch (node.kind) {
  case NodeKind::integer:
    return {ir::make_integer(static_cast<long>(node.number)), Kind::integer};
  case NodeKind::real:
    return {ir::make_number(ir::Type::real64, node.number), Kind::real};
  case NodeKind::boolean:
    return {ir::make_number(ir::Type::boolean, node.number), Kind::boolean};
  case NodeKind::infinity:
    return {ir::make_number(ir::Type::int32, std::numeric_limits<double>::infinity()), Kind::integer};
  case NodeKind::letter:
    return {.value = ir::make_integer(0), .kind = Kind::character, .of = "*", .letter = node.text[0]};
  case NodeKind::name:
    return name(node);
  case NodeKind::negate:
  case NodeKind::logical_not:
    return negation(node);
  case NodeKind::binary:
    return binary(node);
  case NodeKind::call:
    return any_call(node);
  case NodeKind::subscript:
    return subscript(node);
  case NodeKind::field:
    return field(node);
  case NodeKind::conditional:
    return conditional(node);
  case NodeKind::reduction:
    return reduction(node);
  }
  return {};
}

Typed ExpressionTyper::typed_as(syntax::NodePtr const& node, ValueType type, std::string const& what) {
  Typed const value = typed(node);
  Kind const kind = kind_of(type);
  if (value.kind == Kind::unknown || value.kind == kind) return value;
  if (kind == Kind::probability && is_number(value.kind) && is_constant(value.value) && value.value->number < 0)
    return error(node->where,
                 fmt::format("{} has the type prob, but its value {} is negative.", what, value.value->number));
  if (is_number(value.kind) && is_number(kind) && value.kind < kind) return converted(value, kind);
  std::string const advice = value.kind == Kind::probability ? " The logarithm of a probability is a float."
                             : value.kind == Kind::real && kind == Kind::integer
                                 ? " Operator `/` and numbers with a decimal point are of type float."
                                 : "";
  return error(node->where, fmt::format("{} has the type {}, but its value is of type {}.{}", what, to_text(kind),
                                        to_text(value.kind), advice));
}

Typed ExpressionTyper::converted(Typed value, Kind kind) {
  if (value.kind == kind) return value;
  if (value.kind == Kind::integer && kind != Kind::integer)
    value.value = is_constant(value.value) ? ir::make_number(ir::Type::real64, value.value->number)
                                           : ir::make_conversion(ir::Type::real64, value.value);
  value.kind = kind;
  return value;
}

Typed ExpressionTyper::name(syntax::Node const& node) {
  auto const found = names_.find(node.text);
  if (found == names_.end()) {
    std::vector<std::string> known;
    for (auto const& [text, meaning] : names_) known.push_back(text);
    bool const is_size = node.text.starts_with("points_") || node.text.starts_with("spacing_");
    return error(node.where, fmt::format("`{}` is not a parameter, scalar or variable.{}{}", node.text,
                                         is_size ? " The sizes of the grid are known in functions with axes." : "",
                                         base::did_you_mean(node.text, known)));
  }
  unused_.erase(node.text);
  Meaning const& meaning = found->second;
  if (meaning.value && meaning.value->kind == ir::ExpressionKind::name) {
    if (node.text.starts_with("points_"))
      size(node.text);
    else if (declarations_.find_scalar(node.text) || node.text.starts_with("spacing_"))
      lowered_.scalars[node.text] = meaning.value->type;
    else if (meaning.kind == Kind::character)
      lowered_.scalars[meaning.value->name] = meaning.value->type;
  }
  return {.value = meaning.value, .kind = meaning.kind, .of = meaning.of};
}

Typed ExpressionTyper::negation(syntax::Node const& node) {
  Typed operand = typed(node.operands[0]);
  if (operand.kind == Kind::unknown) return operand;
  if (node.kind == NodeKind::logical_not) {
    if (operand.kind != Kind::boolean)
      return error(node.where, fmt::format("The operand of `not` must be a bool; found {}.", to_text(operand.kind)));
    return {ir::make_operation(Op::logical_not, {operand.value}), Kind::boolean};
  }
  if (operand.kind != Kind::integer && operand.kind != Kind::real)
    return error(node.where, fmt::format("The sign `-` needs an int or a float; found {}.", to_text(operand.kind)));
  operand.value = is_constant(operand.value) ? ir::make_number(operand.value->type, -operand.value->number)
                                             : ir::make_operation(Op::negate, {operand.value});
  return {operand.value, operand.kind};
}

bool ExpressionTyper::unify(Typed& left, Typed& right) {
  if (left.kind == right.kind) return true;
  if (!is_number(left.kind) || !is_number(right.kind)) return false;
  Kind const kind = std::max(left.kind, right.kind);
  left = converted(left, kind);
  right = converted(right, kind);
  return true;
}

Typed ExpressionTyper::binary(syntax::Node const& node) {
  Typed const left = typed(node.operands[0]), right = typed(node.operands[1]);
  if (left.kind == Kind::unknown || right.kind == Kind::unknown) return {};
  if (node.text == "and" || node.text == "or") return logical(node, left, right);
  if (base::contains(std::array{"==", "!=", "<", "<=", ">", ">="}, node.text)) return comparison(node, left, right);
  return arithmetic(node, left, right);
}

Typed ExpressionTyper::logical(syntax::Node const& node, Typed const& left, Typed const& right) {
  if (left.kind != Kind::boolean || right.kind != Kind::boolean)
    return error(node.where, fmt::format("The operands of `{}` must be of type bool; found {} and {}.", node.text,
                                         to_text(left.kind), to_text(right.kind)));
  return {ir::make_operation(node.text == "and" ? Op::logical_and : Op::logical_or, {left.value, right.value}),
          Kind::boolean};
}

Typed ExpressionTyper::arithmetic(syntax::Node const& node, Typed left, Typed right) {
  static std::map<std::string, Op> const operations{{"+", Op::add},    {"-", Op::subtract},  {"*", Op::multiply},
                                                    {"/", Op::divide}, {"min", Op::minimum}, {"max", Op::maximum}};
  if (!is_number(left.kind) || !is_number(right.kind))
    return error(node.where, fmt::format("The operands of `{}` must be numbers; found {} and {}.", node.text,
                                         to_text(left.kind), to_text(right.kind)));
  unify(left, right);
  if (node.text == "/" && left.kind == Kind::integer) {
    left = converted(left, Kind::real);
    right = converted(right, Kind::real);
  }
  if (node.text == "-" && left.kind == Kind::probability)
    return error(node.where, "Probabilities cannot be subtracted, because the difference has no exact logarithm.");
  ExpressionPtr const value = ir::make_operation(operations.at(node.text), {left.value, right.value});
  auto const linear = ir::as_linear(value);
  if (linear && !is_representable(*linear)) return error(node.where, "The integer is larger than 2147483647.");
  return {value, left.kind};
}

Typed ExpressionTyper::comparison(syntax::Node const& node, Typed left, Typed right) {
  bool const is_equality = node.text == "==" || node.text == "!=";
  bool const has_equality_only = left.kind == Kind::character || left.kind == Kind::state;
  bool const is_comparable = is_number(left.kind) || has_equality_only;
  if (!unify(left, right) || !is_comparable)
    return error(node.where,
                 fmt::format("`{}` cannot compare {} and {}.", node.text, to_text(left.kind), to_text(right.kind)));
  if (has_equality_only && !is_equality)
    return error(node.where,
                 fmt::format("Values of type {} have no order; only `==` and `!=` compare them.", to_text(left.kind)));
  if (left.kind == Kind::state && left.of != right.of)
    return error(node.where,
                 fmt::format("A state of `{}` cannot be compared with a state of `{}`.", left.of, right.of));
  if (left.kind == Kind::character) {
    if (!are_compatible(left.of, right.of))
      return error(node.where,
                   fmt::format("A letter of `{}` cannot be compared with a letter of `{}`.", left.of, right.of));
    auto const left_code = left.letter ? letter_code(node.operands[0], right.of) : left.value;
    auto const right_code = right.letter ? letter_code(node.operands[1], left.of) : right.value;
    if (!left_code || !right_code) return {};
    left.value = *left_code;
    right.value = *right_code;
  }
  std::vector<ExpressionPtr> operands{left.value, right.value};
  if (node.text[0] == '>') std::swap(operands[0], operands[1]);
  Op const op = node.text == "=="       ? Op::equal
                : node.text == "!="     ? Op::not_equal
                : node.text.size() == 1 ? Op::less
                                        : Op::less_equal;
  return {ir::make_operation(op, std::move(operands)), Kind::boolean};
}

Typed ExpressionTyper::conditional(syntax::Node const& node) {
  Typed const condition = typed(node.operands[0]);
  Typed then = typed(node.operands[1]), otherwise = typed(node.operands[2]);
  if (condition.kind != Kind::boolean && condition.kind != Kind::unknown)
    return error(node.operands[0]->where,
                 fmt::format("The condition of `if` must be a bool; found {}.", to_text(condition.kind)));
  if (condition.kind == Kind::unknown || then.kind == Kind::unknown || otherwise.kind == Kind::unknown) return {};
  bool const is_value = is_number(then.kind) || then.kind == Kind::boolean;
  if (!unify(then, otherwise) || !is_value)
    return error(node.where, fmt::format("The values of `then` and `else` must both be numbers or both be bool; found "
                                         "{} and {}.",
                                         to_text(then.kind), to_text(otherwise.kind)));
  return {ir::make_operation(Op::select, {condition.value, then.value, otherwise.value}), then.kind};
}

std::optional<ExpressionPtr> ExpressionTyper::letter_code(syntax::NodePtr const& node, std::string const& alphabet) {
  Typed const value = typed(node);
  if (value.kind == Kind::unknown) return std::nullopt;
  if (value.kind != Kind::character) {
    error(node->where, fmt::format("Expected a letter; found {}.", to_text(value.kind)));
    return std::nullopt;
  }
  if (!value.letter) {
    if (are_compatible(value.of, alphabet)) return value.value;
    error(node->where, fmt::format("Expected a letter of `{}`; found a letter of `{}`.", alphabet, value.of));
    return std::nullopt;
  }
  Alphabet const* const letters = declarations_.find_alphabet(alphabet);
  std::optional<int> const code = letters ? letters->code(*value.letter) : std::nullopt;
  if (code) return ir::make_integer(*code);
  error(node->where, letters ? fmt::format("'{}' is not a letter of the alphabet `{}`, which is \"{}\".", *value.letter,
                                           alphabet, letters->letters)
                             : fmt::format("The alphabet of '{}' is not known; declare the sequence, matrix or model "
                                           "with an alphabet instead of `*`.",
                                           *value.letter));
  return std::nullopt;
}

} // namespace chemora::recursion
