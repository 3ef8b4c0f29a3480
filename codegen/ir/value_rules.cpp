/// The rules for types, operands and members of each operation, for the graph builder and the verifier.
#include "codegen/ir/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace chemora::ir {

namespace {

constexpr int max_offset = 1 << 20; ///< larger than any stencil; sums of offsets do not overflow

enum class Family {
  leaf,
  movement,
  arithmetic,
  real_only,
  integer_only,
  saturated,
  comparison,
  logic,
  selection,
  conversion
};

Family family(Op op) {
  switch (op) {
  case Op::shift:
    return Family::movement;
  case Op::negate:
  case Op::add:
  case Op::subtract:
  case Op::multiply:
  case Op::minimum:
  case Op::maximum:
  case Op::absolute:
    return Family::arithmetic;
  case Op::floor_divide:
  case Op::modulo:
    return Family::integer_only;
  case Op::add_saturated:
  case Op::subtract_saturated:
    return Family::saturated;
  case Op::less:
  case Op::less_equal:
  case Op::equal:
  case Op::not_equal:
    return Family::comparison;
  case Op::logical_and:
  case Op::logical_or:
  case Op::logical_not:
    return Family::logic;
  case Op::select:
    return Family::selection;
  case Op::convert:
    return Family::conversion;
  default:
    return info(op).arity == 0 ? Family::leaf : Family::real_only;
  }
}

Type operand_type(Graph const& graph, Value const& value, std::size_t n) {
  return graph.values[value.operands[n]].type;
}

/// Real numbers become int32 by rounding towards zero. This is defined only for values that int32 represents.
bool can_convert(Type from, Type to) {
  if (is_integer(from)) return is_real(to) || (is_integer(to) && from != to);
  if (from == Type::boolean) return to == Type::int32;
  return to == Type::int32 || (is_real(to) && from != to);
}

std::string type_list(Graph const& graph, Value const& value) {
  std::string text;
  for (std::size_t n = 0; n < value.operands.size(); ++n)
    text += (n == 0 ? "" : ", ") + std::string(to_text(operand_type(graph, value, n)));
  return text;
}

bool operands_fit(Graph const& graph, Value const& value) {
  std::vector<Type> types;
  for (std::size_t n = 0; n < value.operands.size(); ++n) types.push_back(operand_type(graph, value, n));
  // Graphs have no conversion of real numbers to int32, because vectors of rows do not have it.
  if (value.op == Op::convert && value.type == Type::int32 && !types.empty() && is_real(types[0])) return false;
  if (is_saturated(value.op) || std::any_of(types.begin(), types.end(), is_narrow)) return false;
  return accepts_operands(value.op, types, value.type);
}

Type leaf_type(Graph const& graph, Op op) {
  return op == Op::iteration || op == Op::size || op == Op::index ? Type::int32 : graph.real;
}

bool has_axis(Op op) {
  return op == Op::spacing || op == Op::origin || op == Op::size || op == Op::index || op == Op::coordinate;
}

std::string number_error(Value const& value) {
  double const number = value.number;
  if (value.type == Type::boolean && number != 0 && number != 1)
    return fmt::format("a boolean immediate is {}; it must be 0 or 1", number);
  if (value.type == Type::int32) {
    using Limits = std::numeric_limits<int>;
    if (!(number >= Limits::min() && number <= Limits::max()) || number != std::floor(number))
      return fmt::format("an int32 immediate is {}; it must be a whole number of 32 bits", number);
  }
  if (value.type == Type::real32 && !std::isnan(number) && number != static_cast<double>(static_cast<float>(number)))
    return fmt::format("a real32 immediate is {}, which is not representable in real32", number);
  return {};
}

/// Reports payload members that the operation does not use and that differ from their defaults.
std::string payload_error(Graph const& graph, Value const& value) {
  bool const is_named = value.op == Op::parameter || value.op == Op::load;
  if (!is_named && !value.name.empty()) return fmt::format("`{}` must not have a name", info(value.op).name);
  if (value.op == Op::parameter && !is_identifier(value.name))
    return fmt::format("`{}` is not a parameter name", value.name);
  if (value.op == Op::load && !is_variable_name(value.name))
    return fmt::format("`{}` is not a variable name", value.name);
  if (value.op != Op::immediate && value.number != 0)
    return fmt::format("`{}` must not have a number", info(value.op).name);
  int const last_axis = has_axis(value.op) ? graph.dimension - 1 : 0;
  if (value.axis < 0 || value.axis > last_axis)
    return fmt::format("axis {} of `{}` is out of range; expected 0 to {}", value.axis, info(value.op).name, last_axis);
  for (int axis = 0; axis < 3; ++axis)
    if (value.offset[axis] != 0 && (value.op != Op::shift || axis >= graph.dimension))
      return fmt::format("`{}` on a grid of {} dimensions has an offset along axis {}", info(value.op).name,
                         graph.dimension, axis);
  for (int step : value.offset)
    if (step < -max_offset || step > max_offset) return fmt::format("an offset of {} is beyond {}", step, max_offset);
  return value.op == Op::immediate ? number_error(value) : std::string();
}

} // namespace

bool accepts_operands(Op op, std::span<Type const> operands, Type result) {
  Family const kind = family(op);
  if (kind == Family::leaf || kind == Family::movement) return true;
  if (static_cast<int>(operands.size()) != info(op).arity) return false;
  Type const first = operands[0];
  bool const all_equal = std::all_of(operands.begin(), operands.end(), [&](Type type) { return type == first; });
  switch (kind) {
  case Family::leaf:
  case Family::movement:
    return true;
  case Family::arithmetic:
    return all_equal && first != Type::boolean &&
           (!is_narrow(first) || op == Op::minimum || op == Op::maximum || op == Op::add || op == Op::subtract);
  case Family::real_only:
    return all_equal && is_real(first);
  case Family::integer_only:
    return all_equal && first == Type::int32;
  case Family::saturated:
    return all_equal && is_integer(first);
  case Family::comparison: {
    bool const is_order = op == Op::less || op == Op::less_equal;
    return all_equal && !(is_order && first == Type::boolean);
  }
  case Family::logic:
    return all_equal && first == Type::boolean;
  case Family::selection:
    return first == Type::boolean && operands[1] == operands[2];
  case Family::conversion:
    return can_convert(first, result);
  }
  return false;
}

std::optional<Type> deduced_type(Graph const& graph, Value const& value) {
  Family const kind = family(value.op);
  if (value.op == Op::immediate || value.op == Op::parameter || kind == Family::conversion) return std::nullopt;
  if (kind == Family::leaf) return leaf_type(graph, value.op);
  if (static_cast<int>(value.operands.size()) != info(value.op).arity || !operands_fit(graph, value))
    return std::nullopt;
  if (kind == Family::comparison || kind == Family::logic) return Type::boolean;
  return operand_type(graph, value, kind == Family::selection ? 1 : 0);
}

std::string operand_error(Value const& value, ValueId id) {
  for (ValueId operand : value.operands)
    if (operand < 0 || operand >= id) return fmt::format("operand %{} is not a value before %{}", operand, id);
  return {};
}

std::string value_error(Graph const& graph, Value const& value) {
  OpInfo const& row = info(value.op);
  if (is_narrow(value.type))
    return fmt::format("the type is {}, which only loop kernels and loop trees have", to_text(value.type));
  if (static_cast<int>(value.operands.size()) != row.arity)
    return fmt::format("`{}` has {} operands; found {}", row.name, row.arity, value.operands.size());
  if (row.arity > 0 && !operands_fit(graph, value))
    return fmt::format("`{}` cannot be applied to {}{}", row.name, type_list(graph, value),
                       value.op == Op::convert ? fmt::format(" with result {}", to_text(value.type)) : "");
  auto const type = deduced_type(graph, value);
  if (type && *type != value.type)
    return fmt::format("the result of `{}` has type {}, not {}", row.name, to_text(*type), to_text(value.type));
  return payload_error(graph, value);
}

} // namespace chemora::ir
