/// Spells operations on vectors for the vector printer of host kernels.
#include "codegen/emit/vectors.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::emit {

namespace {

using ir::Op;
using ir::Statement;
using ir::Type;

} // namespace

bool is_comparison(Op op) { return op == Op::less || op == Op::less_equal || op == Op::equal || op == Op::not_equal; }

std::string vector_type(Type type) {
  switch (type) {
  case Type::real64:
    return "Doubles";
  case Type::real32:
    return "Floats";
  case Type::int32:
    return "Ints";
  case Type::boolean:
    return "Masks";
  case Type::int16:
    return "Shorts";
  case Type::int8:
    return "Bytes";
  }
  return {};
}

std::string VectorExpressions::operand(ir::RegisterId id) const {
  if (widened_.contains(id)) return wide_name(id);
  return vectors_.contains(id) ? scalars_.name(id) : fmt::format("wide({})", scalars_.name(id));
}

std::string VectorExpressions::value(Statement const& statement) const {
  bool const is_along_x = statement.axis == 0;
  if (statement.op == Op::load) return fmt::format("load(lanes, &{})", scalars_.element(statement.access, false));
  if (statement.op == Op::index && is_along_x) return "wide(x + lower_global_x) + numbers_of_lanes()";
  if (statement.op == Op::coordinate && is_along_x)
    return fmt::format("wide(origin_x) + __builtin_convertvector(wide(x + lower_global_x) + numbers_of_lanes(), {})"
                       "*wide(spacing_x)",
                       vector_type(statement.type));
  if (info(statement.op).arity == 0) return fmt::format("wide({})", scalars_.value(statement));
  return operation(statement);
}

std::string VectorExpressions::operation(Statement const& statement) const {
  auto const at = [&](std::size_t n) { return operand(statement.operands.at(n)); };
  if (is_function(statement.op, statement.type)) return function(statement);
  switch (statement.op) {
  case Op::minimum:
    return fmt::format("{1} < {0} ? {1} : {0}", at(0), at(1));
  case Op::maximum:
    return fmt::format("{0} < {1} ? {1} : {0}", at(0), at(1));
  case Op::select:
    return fmt::format("choose({}, {}, {})", at(0), at(1), at(2));
  case Op::logical_not:
    return "~" + at(0);
  case Op::convert:
    return conversion(statement);
  default:
    break;
  }
  if (statement.type == Type::int32) return integer_operation(statement);
  if (statement.op == Op::negate) return "-" + at(0);
  std::string_view const sign = info(statement.op).c_operator;
  if (sign.empty())
    throw base::InternalError(fmt::format("Operation `{}` has no spelling for vectors.", info(statement.op).name));
  std::string const text = fmt::format("{} {} {}", at(0), sign, at(1));
  return is_comparison(statement.op) ? fmt::format("__builtin_convertvector({}, Masks)", text) : text;
}

std::string VectorExpressions::function(Statement const& statement) const {
  std::string operands, parameters, names;
  for (std::size_t n = 0; n < statement.operands.size(); ++n) {
    std::string const comma = n == 0 ? "" : ", ", name(1, "abc"[n]);
    operands += comma + operand(statement.operands[n]);
    parameters += comma + c_type(statement.type) + " " + name;
    names += comma + name;
  }
  std::string_view const vector_function = info(statement.op).vector_function;
  if (!vector_function.empty()) return fmt::format("{}({})", vector_function, operands);
  return fmt::format("each([]({}) {{ return {}({}); }}, {})", parameters,
                     dialect_.function(statement.op, statement.type), names, operands);
}

/// The emitted arithmetic is unsigned, because signed overflow is undefined in C and integers of the ir wrap around.
std::string VectorExpressions::integer_operation(Statement const& statement) const {
  std::string const a = operand(statement.operands.at(0));
  if (statement.op == Op::negate) return fmt::format("(Ints)-(Unsigneds){}", a);
  if (statement.op == Op::absolute) return fmt::format("{0} < 0 ? (Ints)-(Unsigneds){0} : {0}", a);
  // Unused lanes may divide by 0.
  std::string_view const sign = info(statement.op).c_operator;
  if (sign.empty())
    throw base::InternalError(fmt::format("Operation `{}` has no spelling for vectors.", info(statement.op).name));
  return fmt::format("(Ints)((Unsigneds){} {} (Unsigneds){})", a, sign, operand(statement.operands.at(1)));
}

/// Returns the conversion to the type of the statement. A true lane of a mask is -1.
std::string VectorExpressions::conversion(Statement const& statement) const {
  ir::RegisterId const from = statement.operands.at(0);
  std::string const sign = scalars_.type(from) == Type::boolean ? "-" : "";
  return fmt::format("__builtin_convertvector({}{}, {})", sign, operand(from), vector_type(statement.type));
}

} // namespace chemora::emit
