#include "codegen/emit/c_expressions.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

namespace chemora::emit {

std::string mangled(std::string const& prefix, std::string const& name) {
  std::string text = prefix;
  for (char c : name) {
    bool const is_allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (is_allowed)
      text += c;
    else if (text.empty() || text.back() != '_')
      text += '_';
  }
  return text;
}

std::map<std::string, std::string> identifiers(std::string const& prefix, std::vector<std::string> const& names) {
  std::map<std::string, std::string> result;
  std::set<std::string> taken;
  for (std::string const& name : names) {
    std::string const first = mangled(prefix, name);
    std::string identifier = first;
    for (int n = 2; !taken.insert(identifier).second; ++n) identifier = first + "_" + std::to_string(n);
    result[name] = identifier;
  }
  return result;
}

namespace {

using ir::Op;
using ir::Statement;
using ir::Type;

char axis_name(int axis) { return "xyz"[axis]; }

std::string cast(Type type, std::string const& text) {
  return type == Type::real32 ? fmt::format("(float){}", text) : text;
}

/// Adds a term such as ` + 2*dj` to the text, or nothing if `steps` is 0.
void add_step(std::string& text, int steps, std::string_view distance) {
  if (steps == 0) return;
  int const size = std::abs(steps);
  text += steps < 0 ? " - " : " + ";
  if (distance.empty())
    text += fmt::format("{}", size);
  else
    text += size == 1 ? std::string(distance) : fmt::format("{}*{}", size, distance);
}

bool is_at_point(ir::Access const& access) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t other = 0; other < 3; ++other)
      if (access.index[axis].factors[other] != (axis == other ? 1 : 0)) return false;
  return true;
}

} // namespace

std::string c_type(Type type) {
  switch (type) {
  case Type::real64:
    return "double";
  case Type::real32:
    return "float";
  case Type::int32:
    return "int";
  case Type::boolean:
    return "bool";
  case Type::int16:
    return "Int16";
  case Type::int8:
    return "Int8";
  }
  return {};
}

std::string c_literal(Type type, double number, Dialect const& dialect) {
  if (type == Type::boolean) return number != 0 ? "true" : "false";
  if (type == Type::int32) {
    if (number == std::numeric_limits<int>::min()) return "(-2147483647 - 1)"; // -2147483648 has type long
    return fmt::format("{}", static_cast<int>(number));
  }
  if (ir::is_narrow(type)) return fmt::format("({}){}", c_type(type), static_cast<int>(number));
  if (!std::isfinite(number)) return dialect.special_number(type, number);
  return fmt::format("{:a}{}", number, type == Type::real32 ? "f" : "");
}

bool is_function(Op op, Type type) { return is_real(type) && !info(op).c_function.empty(); }

CExpressions::CExpressions(ir::Loops const& loops, Dialect const& dialect)
    : loops_(loops), dialect_(dialect), inputs_(identifiers("in_", loops.inputs)),
      outputs_(identifiers("out_", loops.outputs)), buffers_(loops) {
  auto const add_types = [&](std::vector<Statement> const& statements) {
    for (Statement const& statement : statements)
      if (!statement.is_store) types_[statement.target] = statement.type;
  };
  add_types(loops.before);
  for (ir::Loop const& loop : loops.nest) {
    for (ir::Buffer const& buffer : loop.buffers) add_types(buffer.body);
    add_types(loop.body);
  }
}

std::string const& CExpressions::pointer(std::string const& variable, bool is_output) const {
  return (is_output ? outputs_ : inputs_).at(variable);
}

std::string CExpressions::name(ir::RegisterId id) const {
  int number = 0;
  if (copy_.weights)
    if (auto const weights = copy_.weights->find(id); weights != copy_.weights->end())
      for (std::size_t axis = 0; axis < 3; ++axis) number += weights->second[axis] * copy_.offset[axis];
  return number != 0 ? fmt::format("v{}_{}", id, number) : fmt::format("v{}", id);
}

/// Returns the local index along an axis: `z`, or `(z + 1)` for a copy of the point.
std::string CExpressions::local_index(int axis) const {
  int const steps = copy_.offset[axis];
  return steps == 0 ? std::string(1, axis_name(axis)) : fmt::format("({} + {})", axis_name(axis), steps);
}

std::string CExpressions::element(ir::Access const& access_at_first, bool is_output, char const* point) const {
  if (EmittedBuffer const* buffer = buffers_.find(access_at_first.variable))
    return buffers_.element(*buffer, access_at_first);
  ir::Access access = access_at_first;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t other = 0; other < 3; ++other)
      access.index[axis].constant += access.index[axis].factors[other] * copy_.offset[other];
  std::string index;
  if (is_at_point(access)) {
    index = point;
    add_step(index, access.index[0].constant, "");
    add_step(index, access.index[1].constant, "dj");
    add_step(index, access.index[2].constant, "dk");
  } else {
    index = fmt::format("({}) + ({})*dj + ({})*dk", to_text(access.index[0]), to_text(access.index[1]),
                        to_text(access.index[2]));
  }
  return fmt::format("{}[{}]", pointer(access.variable, is_output), index);
}

std::string CExpressions::parameter(Statement const& statement) const {
  std::size_t position = 0;
  while (loops_.parameters.at(position).name != statement.name) ++position;
  std::string const text = dialect_.scalar(fmt::format("parameters[{}]", position));
  if (statement.type == Type::boolean) return text + " != 0";
  return statement.type == Type::int32 ? "(int)" + text : cast(statement.type, text);
}

std::string CExpressions::value(Statement const& statement) const {
  char const axis = axis_name(statement.axis);
  switch (statement.op) {
  case Op::immediate:
    return c_literal(statement.type, statement.number, dialect_);
  case Op::parameter:
    return parameter(statement);
  case Op::spacing:
    return fmt::format("spacing_{}", axis);
  case Op::origin:
    return fmt::format("origin_{}", axis);
  case Op::time:
    return cast(statement.type, dialect_.scalar("time"));
  case Op::time_step:
    return cast(statement.type, dialect_.scalar("time_step"));
  case Op::iteration:
    return dialect_.scalar("iteration");
  case Op::size:
    return dialect_.scalar(fmt::format("global_size[{}]", statement.axis));
  case Op::index:
    return fmt::format("{} + lower_global_{}", local_index(statement.axis), axis);
  case Op::coordinate:
    return fmt::format("origin_{0} + ({1})({2} + lower_global_{0})*spacing_{0}", axis, c_type(statement.type),
                       local_index(statement.axis));
  case Op::load:
    return element(statement.access, false);
  default:
    return operation(statement);
  }
}

std::string CExpressions::operation(Statement const& statement) const {
  auto const operand = [&](std::size_t n) { return name(statement.operands.at(n)); };
  if (is_function(statement.op, statement.type))
    return dialect_.function(statement.op, statement.type) + "(" +
           base::join(statement.operands, ", ", [&](ir::RegisterId id) { return name(id); }) + ")";
  switch (statement.op) {
  case Op::minimum:
    return fmt::format("{1} < {0} ? {1} : {0}", operand(0), operand(1));
  case Op::maximum:
    return fmt::format("{0} < {1} ? {1} : {0}", operand(0), operand(1));
  case Op::select:
    return fmt::format("{} ? {} : {}", operand(0), operand(1), operand(2));
  case Op::logical_not:
    return "!" + operand(0);
  case Op::convert:
    return fmt::format("({}){}", c_type(statement.type), operand(0));
  default:
    break;
  }
  if (statement.type == Type::int32) return integer_operation(statement);
  if (statement.op == Op::negate) return "-" + operand(0);
  std::string_view const sign = info(statement.op).c_operator;
  if (sign.empty())
    throw base::InternalError(
        fmt::format("Emitting `{}`: operation `{}` has no spelling.", loops_.kernel, info(statement.op).name));
  return fmt::format("{} {} {}", operand(0), sign, operand(1));
}

/// The emitted arithmetic is unsigned, because signed overflow is undefined in C and integers of the ir wrap around.
std::string CExpressions::integer_operation(Statement const& statement) const {
  std::string const a = "(unsigned)" + name(statement.operands.at(0));
  if (statement.op == Op::negate) return fmt::format("(int)(0u - {})", a);
  if (statement.op == Op::absolute)
    return fmt::format("{0} < 0 ? (int)(0u - {1}) : {0}", name(statement.operands.at(0)), a);
  if (info(statement.op).is_integer_division()) {
    std::string const left = name(statement.operands[0]), right = name(statement.operands.at(1));
    std::string const rounds_up = fmt::format("({0} % {1} != 0 && ({0} < 0) != ({1} < 0))", left, right);
    return statement.op == Op::modulo ? fmt::format("{0} % {1} + ({2} ? {1} : 0)", left, right, rounds_up)
                                      : fmt::format("{} / {} - {}", left, right, rounds_up);
  }
  return fmt::format("(int)({} {} (unsigned){})", a, info(statement.op).c_operator, name(statement.operands.at(1)));
}

} // namespace chemora::emit
