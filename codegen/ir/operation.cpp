// The table of operations; the row number is the enumerator.
#include "codegen/ir/operation.hpp"

#include <array>

namespace chemora::ir {

namespace {

// name, arity, commutative, transcendental, flops. Minimum and maximum are not commutative to the bit: which zero or
// NaN they give depends on the order of their operands.
constexpr std::array table{
    OpInfo{Op::immediate, "immediate", 0, false, false, 0},
    OpInfo{Op::parameter, "parameter", 0, false, false, 0},
    OpInfo{Op::spacing, "spacing", 0, false, false, 0},
    OpInfo{Op::origin, "origin", 0, false, false, 0},
    OpInfo{Op::time, "time", 0, false, false, 0},
    OpInfo{Op::time_step, "time_step", 0, false, false, 0},
    OpInfo{Op::iteration, "iteration", 0, false, false, 0},
    OpInfo{Op::size, "size", 0, false, false, 0},
    OpInfo{Op::index, "index", 0, false, false, 0},
    OpInfo{Op::coordinate, "coordinate", 0, false, false, 2},
    OpInfo{Op::load, "load", 0, false, false, 0},
    OpInfo{Op::shift, "shift", 1, false, false, 0},
    OpInfo{Op::negate, "negate", 1, false, false, 0},
    OpInfo{Op::add, "add", 2, true, false, 1},
    OpInfo{Op::subtract, "subtract", 2, false, false, 1},
    OpInfo{Op::multiply, "multiply", 2, true, false, 1},
    OpInfo{Op::divide, "divide", 2, false, false, 1},
    OpInfo{Op::fma, "fma", 3, true, false, 2},
    OpInfo{Op::minimum, "minimum", 2, false, false, 1},
    OpInfo{Op::maximum, "maximum", 2, false, false, 1},
    OpInfo{Op::absolute, "absolute", 1, false, false, 0},
    OpInfo{Op::sqrt, "sqrt", 1, false, false, 1},
    OpInfo{Op::cbrt, "cbrt", 1, false, false, 1},
    OpInfo{Op::power, "power", 2, false, true, 1},
    OpInfo{Op::exp, "exp", 1, false, true, 1},
    OpInfo{Op::log, "log", 1, false, true, 1},
    OpInfo{Op::sin, "sin", 1, false, true, 1},
    OpInfo{Op::cos, "cos", 1, false, true, 1},
    OpInfo{Op::tan, "tan", 1, false, true, 1},
    OpInfo{Op::asin, "asin", 1, false, true, 1},
    OpInfo{Op::acos, "acos", 1, false, true, 1},
    OpInfo{Op::atan, "atan", 1, false, true, 1},
    OpInfo{Op::atan2, "atan2", 2, false, true, 1},
    OpInfo{Op::sinh, "sinh", 1, false, true, 1},
    OpInfo{Op::cosh, "cosh", 1, false, true, 1},
    OpInfo{Op::tanh, "tanh", 1, false, true, 1},
    OpInfo{Op::floor, "floor", 1, false, false, 1},
    OpInfo{Op::less, "less", 2, false, false, 0},
    OpInfo{Op::less_equal, "less_equal", 2, false, false, 0},
    OpInfo{Op::equal, "equal", 2, true, false, 0},
    OpInfo{Op::not_equal, "not_equal", 2, true, false, 0},
    OpInfo{Op::logical_and, "logical_and", 2, true, false, 0},
    OpInfo{Op::logical_or, "logical_or", 2, true, false, 0},
    OpInfo{Op::logical_not, "logical_not", 1, false, false, 0},
    OpInfo{Op::select, "select", 3, false, false, 0},
    OpInfo{Op::convert, "convert", 1, false, false, 0},
};

constexpr bool rows_follow_enumerators() {
  for (std::size_t row = 0; row < table.size(); ++row)
    if (static_cast<std::size_t>(table[row].op) != row) return false;
  return true;
}

static_assert(rows_follow_enumerators());

} // namespace

OpInfo const& info(Op op) { return table[static_cast<std::size_t>(op)]; }

std::span<OpInfo const> all_operations() { return table; }

std::string_view to_text(Type type) {
  switch (type) {
  case Type::real64:
    return "real64";
  case Type::real32:
    return "real32";
  case Type::int32:
    return "int32";
  case Type::boolean:
    return "boolean";
  }
  return "";
}

std::optional<Op> find_operation(std::string_view name) {
  for (OpInfo const& row : table)
    if (row.name == name) return row.op;
  return std::nullopt;
}

std::optional<Type> find_type(std::string_view name) {
  for (Type type : {Type::real64, Type::real32, Type::int32, Type::boolean})
    if (to_text(type) == name) return type;
  return std::nullopt;
}

} // namespace chemora::ir
