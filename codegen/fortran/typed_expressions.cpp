#include "codegen/fortran/typed_expressions.hpp"
#include "codegen/fortran/integers.hpp"
#include "codegen/ir/text_form.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace chemora::fortran {

namespace {

using base::SourcePosition;
using base::UserError;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;
using ir::Type;

/// How an intrinsic function becomes an operation.
enum class FunctionKind { real_operation, any_operation, to_type, to_integer, floor, modulus, sign, merge };

struct Function {
  std::string_view name;
  FunctionKind kind;
  int min_arguments, max_arguments;
  Op op = Op::add;         ///< real_operation, any_operation
  Type type = Type::int32; ///< to_type
};

constexpr int many = 100;

constexpr Function functions[] = {
    {"abs", FunctionKind::any_operation, 1, 1, Op::absolute},
    {"acos", FunctionKind::real_operation, 1, 1, Op::acos},
    {"asin", FunctionKind::real_operation, 1, 1, Op::asin},
    {"atan", FunctionKind::real_operation, 1, 1, Op::atan},
    {"atan2", FunctionKind::real_operation, 2, 2, Op::atan2},
    {"cos", FunctionKind::real_operation, 1, 1, Op::cos},
    {"cosh", FunctionKind::real_operation, 1, 1, Op::cosh},
    {"dble", FunctionKind::to_type, 1, 1, Op::add, Type::real64},
    {"exp", FunctionKind::real_operation, 1, 1, Op::exp},
    {"floor", FunctionKind::floor, 1, 1},
    {"int", FunctionKind::to_integer, 1, 1},
    {"log", FunctionKind::real_operation, 1, 1, Op::log},
    {"max", FunctionKind::any_operation, 2, many, Op::maximum},
    {"merge", FunctionKind::merge, 3, 3},
    {"min", FunctionKind::any_operation, 2, many, Op::minimum},
    {"mod", FunctionKind::modulus, 2, 2},
    {"real", FunctionKind::to_type, 1, 2, Op::add, Type::real32},
    {"sign", FunctionKind::sign, 2, 2},
    {"sin", FunctionKind::real_operation, 1, 1, Op::sin},
    {"sinh", FunctionKind::real_operation, 1, 1, Op::sinh},
    {"sqrt", FunctionKind::real_operation, 1, 1, Op::sqrt},
    {"tan", FunctionKind::real_operation, 1, 1, Op::tan},
    {"tanh", FunctionKind::real_operation, 1, 1, Op::tanh},
};

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (Function const& function : functions) names.emplace_back(function.name);
  return names;
}

Function const* find_function(std::string const& name) {
  for (Function const& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

class Builder {
public:
  Builder(Symbols const& symbols, Type real) : symbols_(symbols), real_(real) {}

  ExpressionPtr build(Node const& node) const;
  ExpressionPtr element(Node const& node) const;

private:
  ExpressionPtr literal(Node const& node) const;
  ExpressionPtr name(Node const& node) const;
  ExpressionPtr call(Node const& node) const;
  ExpressionPtr function(Function const& function, Node const& node) const;
  ExpressionPtr unary(Node const& node) const;
  ExpressionPtr binary(Node const& node) const;
  ExpressionPtr power(ExpressionPtr const& base, ExpressionPtr const& exponent, SourcePosition const& where) const;
  Symbol const& symbol(Node const& node) const;

  Symbols const& symbols_;
  Type real_;
};

std::string type_in_words(Type type) {
  switch (type) {
  case Type::real64:
    return "a `real*8` value";
  case Type::real32:
    return "a `real*4` value";
  case Type::int32:
    return "an integer";
  case Type::boolean:
    return "a truth value";
  }
  return {};
}

void require_number(ExpressionPtr const& value, SourcePosition const& where) {
  if (value->type == Type::boolean) throw UserError(where, "Expected a number; found a truth value.");
}

void require_truth_value(ExpressionPtr const& value, SourcePosition const& where) {
  if (value->type != Type::boolean)
    throw UserError(where, fmt::format("Expected a comparison or truth value; found {}.", type_in_words(value->type)));
}

/// The type of the result of arithmetic: real64 before real32 before int32.
Type common_type(Type left, Type right) {
  if (left == Type::real64 || right == Type::real64) return Type::real64;
  return left == Type::real32 || right == Type::real32 ? Type::real32 : Type::int32;
}

ExpressionPtr operation(Op op, std::vector<ExpressionPtr> operands) {
  ExpressionPtr const result = ir::make_operation(op, std::move(operands));
  return result->type == Type::int32 && op != Op::select && op != Op::absolute && op != Op::minimum && op != Op::maximum
             ? with_combined_terms(result)
             : result;
}

ExpressionPtr Builder::literal(Node const& node) const {
  if (node.kind == NodeKind::logical) return ir::make_number(Type::boolean, node.text == "true");
  if (node.kind == NodeKind::integer) {
    std::optional<int> const value = ir::to_integer(node.text);
    if (!value) throw UserError(node.where, fmt::format("The integer `{}` is larger than 2147483647.", node.text));
    return ir::make_integer(*value);
  }
  std::string text = base::lower_case(node.text);
  std::size_t const letter = text.find('d');
  Type const type = letter == std::string::npos ? real_ : Type::real64;
  if (letter != std::string::npos) text[letter] = 'e';
  double const value = ir::to_real(text).value_or(std::numeric_limits<double>::infinity());
  double const limit = type == Type::real32 ? static_cast<double>(std::numeric_limits<float>::max())
                                            : std::numeric_limits<double>::max();
  if (!(std::fabs(value) <= limit))
    throw UserError(node.where, fmt::format("The number `{}` is not representable as {}.", node.text,
                                            type == Type::real32 ? "`real*4`; write it with `d`" : "`real*8`"));
  return ir::make_number(type, value);
}

Symbol const& Builder::symbol(Node const& node) const {
  auto const found = symbols_.find(base::lower_case(node.text));
  if (found != symbols_.end()) return found->second;
  std::vector<std::string> known;
  for (auto const& [_, symbol] : symbols_) known.push_back(symbol.name);
  if (node.kind == NodeKind::call)
    for (std::string const& name : function_names()) known.push_back(name);
  throw UserError(node.where,
                  node.kind == NodeKind::call
                      ? fmt::format("`{}` is neither an array nor a function; functions are {}.{}", node.text,
                                    base::join(function_names()), base::did_you_mean(node.text, known))
                      : fmt::format("`{}` is not declared.{}", node.text, base::did_you_mean(node.text, known)));
}

ExpressionPtr Builder::name(Node const& node) const {
  Symbol const& found = symbol(node);
  switch (found.kind) {
  case Symbol::Kind::parameter:
    return ir::make_name(found.type, found.name);
  case Symbol::Kind::constant:
    return found.value;
  case Symbol::Kind::loop:
    if (!found.value)
      throw UserError(node.where, fmt::format("The loop variable `{}` has a value only inside its loop.", node.text));
    return found.value;
  case Symbol::Kind::array:
    break;
  }
  if (!found.lower.empty())
    throw UserError(node.where,
                    fmt::format("`{}` is an array; operations on whole arrays are not supported. Write a loop over its "
                                "elements.",
                                node.text));
  return ir::make_element(found.type, found.name, {});
}

ExpressionPtr Builder::element(Node const& node) const {
  Symbol const& array = symbol(node);
  if (array.kind != Symbol::Kind::array || array.lower.empty())
    throw UserError(node.where, fmt::format("`{}` is not an array; it has no subscripts.", node.text));
  if (node.operands.size() != array.lower.size())
    throw UserError(node.where, fmt::format("`{}` needs {}; found {}.", node.text,
                                            base::counted(array.lower.size(), "subscript"), node.operands.size()));
  std::vector<ExpressionPtr> subscripts;
  for (std::size_t axis = 0; axis < node.operands.size(); ++axis) {
    ExpressionPtr const subscript = build(node.operands[axis]);
    if (subscript->type != Type::int32)
      throw UserError(node.operands[axis].where,
                      fmt::format("A subscript must be an integer; found {}.", type_in_words(subscript->type)));
    subscripts.push_back(
        with_combined_terms(ir::make_operation(Op::subtract, {subscript, ir::make_linear(array.lower[axis])})));
  }
  return ir::make_element(array.type, array.name, std::move(subscripts));
}

ExpressionPtr Builder::call(Node const& node) const {
  // An array hides a function of the same name.
  std::string const name = base::lower_case(node.text);
  Function const* const intrinsic = symbols_.contains(name) ? nullptr : find_function(name);
  return intrinsic ? function(*intrinsic, node) : element(node);
}

ExpressionPtr Builder::function(Function const& function, Node const& node) const {
  int const n = static_cast<int>(node.operands.size());
  if (n < function.min_arguments || n > function.max_arguments) {
    std::string const min = base::counted(function.min_arguments, "argument");
    std::string const expected =
        function.max_arguments == many ? "at least " + min
        : function.min_arguments == function.max_arguments
            ? min
            : fmt::format("{} or {} arguments", function.min_arguments, function.max_arguments);
    throw UserError(node.where, fmt::format("`{}` needs {}; found {}.", function.name, expected, n));
  }
  std::vector<ExpressionPtr> arguments;
  Type type = Type::int32;
  for (Node const& operand : node.operands) {
    arguments.push_back(build(operand));
    bool const is_condition = function.kind == FunctionKind::merge && arguments.size() == 3;
    is_condition ? require_truth_value(arguments.back(), operand.where)
                 : require_number(arguments.back(), operand.where);
    if (!is_condition) type = common_type(type, arguments.back()->type);
  }
  auto const argument = [&](std::size_t index) {
    return converted(type, arguments[index], node.operands[index].where);
  };
  switch (function.kind) {
  case FunctionKind::real_operation:
  case FunctionKind::any_operation: {
    if (function.kind == FunctionKind::real_operation && type == Type::int32)
      throw UserError(node.where, fmt::format("`{0}` needs a real argument; write `{0}(real(...))`.", function.name));
    ExpressionPtr result = argument(0);
    if (n == 1) return operation(function.op, {result});
    for (int index = 1; index < n; ++index)
      result = operation(function.op, {result, argument(static_cast<std::size_t>(index))});
    return result;
  }
  case FunctionKind::to_type: {
    Type target = function.type == Type::real32 ? real_ : function.type;
    if (n == 2) {
      std::string const& kind = node.operands[1].text;
      if (node.operands[1].kind != NodeKind::integer || (kind != "4" && kind != "8"))
        throw UserError(node.operands[1].where, "The kind of `real` must be 4 or 8.");
      target = kind == "4" ? Type::real32 : Type::real64;
    }
    return converted(target, arguments[0], node.where);
  }
  case FunctionKind::to_integer:
    return converted(Type::int32, arguments[0], node.where);
  case FunctionKind::floor:
    return type == Type::int32 ? arguments[0]
                               : ir::make_conversion(Type::int32, ir::make_operation(Op::floor, {arguments[0]}));
  case FunctionKind::modulus: {
    if (type != Type::int32) throw UserError(node.where, "`mod` is only supported for integers.");
    ExpressionPtr const q = quotient(arguments[0], arguments[1], node.where);
    return operation(Op::subtract, {arguments[0], operation(Op::multiply, {q, arguments[1]})});
  }
  case FunctionKind::sign: {
    ExpressionPtr const size = operation(Op::absolute, {argument(0)});
    check_size(size, 2, node.where);
    ExpressionPtr const is_negative =
        operation(Op::less, {argument(1), converted(type, ir::make_integer(0), node.where)});
    return operation(Op::select, {is_negative, ir::make_operation(Op::negate, {size}), size});
  }
  case FunctionKind::merge:
    return operation(Op::select, {arguments[2], argument(0), argument(1)});
  }
  return {};
}

ExpressionPtr Builder::unary(Node const& node) const {
  ExpressionPtr const operand = build(node.operands[0]);
  if (node.text == "not") {
    require_truth_value(operand, node.where);
    return operation(Op::logical_not, {operand});
  }
  require_number(operand, node.where);
  if (operand->kind == ExpressionKind::number) return ir::make_number(operand->type, -operand->number);
  return operation(Op::negate, {operand});
}

ExpressionPtr Builder::power(ExpressionPtr const& base, ExpressionPtr const& exponent,
                             SourcePosition const& where) const {
  if (exponent->type != Type::int32) {
    Type const type = common_type(base->type, exponent->type);
    return operation(Op::power, {converted(type, base, where), converted(type, exponent, where)});
  }
  if (exponent->kind != ExpressionKind::number) {
    if (base->type == Type::int32)
      throw UserError(where, "A power of integers needs a constant exponent. Write `real(...)` around its base.");
    return operation(Op::power, {base, converted(base->type, exponent, where)});
  }
  long const number = static_cast<long>(exponent->number);
  long const size = number < 0 ? -number : number;
  if (base->type == Type::int32 && number < 0)
    throw UserError(where, "A power of integers needs an exponent of at least 0.");
  if (size > 64) {
    if (base->type == Type::int32) throw UserError(where, "The exponent of an integer may be at most 64.");
    return operation(Op::power, {base, converted(base->type, exponent, where)});
  }
  check_size(base, static_cast<std::size_t>(size), where);
  // Products by repeated squaring have the same bits on all devices; the function for powers does not.
  ExpressionPtr result, square = base;
  for (long bits = size; bits > 0; bits /= 2) {
    if (bits % 2 == 1) result = result ? operation(Op::multiply, {result, square}) : square;
    if (bits > 1) square = operation(Op::multiply, {square, square});
  }
  ExpressionPtr const one = converted(base->type, ir::make_integer(1), where);
  if (!result) return one;
  return number < 0 ? operation(Op::divide, {one, result}) : result;
}

ExpressionPtr Builder::binary(Node const& node) const {
  ExpressionPtr left = build(node.operands[0]), right = build(node.operands[1]);
  if (node.text == "and" || node.text == "or") {
    require_truth_value(left, node.operands[0].where);
    require_truth_value(right, node.operands[1].where);
    return operation(node.text == "and" ? Op::logical_and : Op::logical_or, {left, right});
  }
  require_number(left, node.operands[0].where);
  require_number(right, node.operands[1].where);
  if (node.text == "**") return power(left, right, node.where);
  Type const type = common_type(left->type, right->type);
  left = converted(type, left, node.where);
  right = converted(type, right, node.where);
  if (node.text == "/")
    return type == Type::int32 ? quotient(left, right, node.where) : operation(Op::divide, {left, right});
  Op const op = node.text == "+"    ? Op::add
                : node.text == "-"  ? Op::subtract
                : node.text == "*"  ? Op::multiply
                : node.text == "<"  ? Op::less
                : node.text == "<=" ? Op::less_equal
                : node.text == "==" ? Op::equal
                                    : Op::not_equal;
  return operation(op, {left, right});
}

ExpressionPtr Builder::build(Node const& node) const {
  switch (node.kind) {
  case NodeKind::integer:
  case NodeKind::real:
  case NodeKind::logical:
    return literal(node);
  case NodeKind::name:
    return name(node);
  case NodeKind::call:
    return call(node);
  case NodeKind::unary:
    return unary(node);
  case NodeKind::binary:
    return binary(node);
  }
  return {};
}

} // namespace

ExpressionPtr converted(Type type, ExpressionPtr const& value, SourcePosition const& where) {
  if (type == Type::boolean) {
    require_truth_value(value, where);
    return value;
  }
  require_number(value, where);
  if (value->type == type) return value;
  if (value->kind != ExpressionKind::number) return ir::make_conversion(type, value);
  double const number = type == Type::int32 ? std::trunc(value->number) : value->number;
  if (type == Type::int32 && !(std::fabs(number) <= std::numeric_limits<int>::max()))
    throw UserError(where, fmt::format("The number {} is not representable as integer.", number));
  return ir::make_number(type, number);
}

ExpressionPtr typed(Node const& node, Symbols const& symbols, Type real) { return Builder(symbols, real).build(node); }

ExpressionPtr typed_target(Node const& node, Symbols const& symbols, Type real) {
  auto const found = symbols.find(base::lower_case(node.text));
  if (found != symbols.end() && found->second.kind != Symbol::Kind::array) {
    std::string const what = found->second.kind == Symbol::Kind::loop ? "the variable of a loop" : "a constant";
    throw UserError(node.where, fmt::format("`{}` is {} and cannot be assigned.", node.text, what));
  }
  Builder const builder(symbols, real);
  return node.kind == NodeKind::call ? builder.element(node) : builder.build(node);
}

} // namespace chemora::fortran
