#include "codegen/ir/operation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace chemora::ir {

namespace {

template <typename Real, typename Function>
Real call(Real const* operands) {
  return static_cast<Real>(Function{}(operands));
}

/// Returns the row with the function that computes the value. `Function` is a function object without state that
/// accepts operands of both precisions.
template <typename Function>
constexpr OpInfo with_value(OpInfo row, Function) {
  row.real64 = &call<double, Function>;
  row.real32 = &call<float, Function>;
  return row;
}

constexpr OpInfo leaf(Op op, std::string_view name) { return {.op = op, .name = name}; }

template <typename Function>
constexpr OpInfo arithmetic(Op op, std::string_view name, bool is_commutative, std::string_view symbol,
                            Function value) {
  return with_value({.op = op,
                     .name = name,
                     .arity = 2,
                     .is_commutative = is_commutative,
                     .accuracy = Accuracy::rounded,
                     .flops = 1,
                     .edl_operator = symbol,
                     .c_operator = symbol},
                    value);
}

template <typename Function>
constexpr OpInfo truth(Op op, std::string_view name, int arity, bool is_commutative, std::string_view edl,
                       std::string_view c, Function value) {
  return with_value(
      {.op = op, .name = name, .arity = arity, .is_commutative = is_commutative, .edl_operator = edl, .c_operator = c},
      value);
}

/// Returns the row of a function that has the same name in all languages and is computed by the mathematical library of
/// each device.
template <typename Function>
constexpr OpInfo library(Op op, std::string_view name, SignRule sign, Function value, int arity = 1) {
  return with_value({.op = op,
                     .name = name,
                     .arity = arity,
                     .accuracy = Accuracy::library,
                     .flops = 1,
                     .sign = sign,
                     .edl_function = name,
                     .c_function = name},
                    value);
}

constexpr auto unknown = SignRule::unknown;
constexpr auto never_negative = SignRule::never_negative;
constexpr auto sign_of_operand = SignRule::sign_of_operand;

// Row n describes enumerator n. Minimum and maximum are not marked as commutative, because the order of their operands
// determines which zero or NaN they return.
constexpr std::array table{
    leaf(Op::immediate, "immediate"),
    leaf(Op::parameter, "parameter"),
    leaf(Op::spacing, "spacing"),
    leaf(Op::origin, "origin"),
    leaf(Op::time, "time"),
    leaf(Op::time_step, "time_step"),
    leaf(Op::iteration, "iteration"),
    leaf(Op::size, "size"),
    leaf(Op::index, "index"),
    OpInfo{.op = Op::coordinate, .name = "coordinate", .accuracy = Accuracy::rounded, .flops = 2},
    leaf(Op::load, "load"),
    OpInfo{.op = Op::shift, .name = "shift", .arity = 1},
    with_value({.op = Op::negate, .name = "negate", .arity = 1, .edl_operator = "neg"},
               [](auto const* x) { return -x[0]; }),
    arithmetic(Op::add, "add", true, "+", [](auto const* x) { return x[0] + x[1]; }),
    arithmetic(Op::subtract, "subtract", false, "-", [](auto const* x) { return x[0] - x[1]; }),
    arithmetic(Op::multiply, "multiply", true, "*", [](auto const* x) { return x[0] * x[1]; }),
    arithmetic(Op::divide, "divide", false, "/", [](auto const* x) { return x[0] / x[1]; }),
    with_value({.op = Op::fma,
                .name = "fma",
                .arity = 3,
                .is_commutative = true,
                .accuracy = Accuracy::rounded,
                .flops = 2,
                .c_function = "fma",
                .vector_function = "fused"},
               [](auto const* x) { return std::fma(x[0], x[1], x[2]); }),
    with_value({.op = Op::minimum,
                .name = "minimum",
                .arity = 2,
                .flops = 1,
                .edl_function = "min",
                .accepts_more_arguments = true},
               [](auto const* x) { return x[1] < x[0] ? x[1] : x[0]; }),
    with_value({.op = Op::maximum,
                .name = "maximum",
                .arity = 2,
                .flops = 1,
                .edl_function = "max",
                .accepts_more_arguments = true},
               [](auto const* x) { return x[0] < x[1] ? x[1] : x[0]; }),
    with_value({.op = Op::absolute,
                .name = "absolute",
                .arity = 1,
                .sign = never_negative,
                .edl_function = "abs",
                .edl_alias = "fabs",
                .c_function = "fabs",
                .vector_function = "magnitude"},
               [](auto const* x) { return std::fabs(x[0]); }),
    with_value({.op = Op::sqrt,
                .name = "sqrt",
                .arity = 1,
                .accuracy = Accuracy::rounded,
                .flops = 1,
                .sign = never_negative,
                .edl_function = "sqrt",
                .c_function = "sqrt",
                .vector_function = "root"},
               [](auto const* x) { return std::sqrt(x[0]); }),
    with_value({.op = Op::cbrt,
                .name = "cbrt",
                .arity = 1,
                .accuracy = Accuracy::reproducible,
                .flops = 1,
                .sign = sign_of_operand,
                .edl_function = "cbrt",
                .c_function = "cube_root",
                .vector_function = "cube_root"},
               [](auto const* x) { return cube_root(static_cast<double>(x[0])); }),
    with_value({.op = Op::power,
                .name = "power",
                .arity = 2,
                .accuracy = Accuracy::library,
                .flops = 1,
                .edl_operator = "**",
                .edl_function = "pow",
                .c_function = "pow"},
               [](auto const* x) { return std::pow(x[0], x[1]); }),
    library(Op::exp, "exp", never_negative, [](auto const* x) { return std::exp(x[0]); }),
    library(Op::log, "log", unknown, [](auto const* x) { return std::log(x[0]); }),
    library(Op::sin, "sin", unknown, [](auto const* x) { return std::sin(x[0]); }),
    library(Op::cos, "cos", unknown, [](auto const* x) { return std::cos(x[0]); }),
    library(Op::tan, "tan", unknown, [](auto const* x) { return std::tan(x[0]); }),
    library(Op::asin, "asin", sign_of_operand, [](auto const* x) { return std::asin(x[0]); }),
    library(Op::acos, "acos", never_negative, [](auto const* x) { return std::acos(x[0]); }),
    library(Op::atan, "atan", sign_of_operand, [](auto const* x) { return std::atan(x[0]); }),
    library(
        Op::atan2, "atan2", unknown, [](auto const* x) { return std::atan2(x[0], x[1]); }, 2),
    library(Op::sinh, "sinh", sign_of_operand, [](auto const* x) { return std::sinh(x[0]); }),
    library(Op::cosh, "cosh", never_negative, [](auto const* x) { return std::cosh(x[0]); }),
    library(Op::tanh, "tanh", sign_of_operand, [](auto const* x) { return std::tanh(x[0]); }),
    with_value(
        {.op = Op::floor, .name = "floor", .arity = 1, .flops = 1, .edl_function = "floor", .c_function = "floor"},
        [](auto const* x) { return std::floor(x[0]); }),
    OpInfo{.op = Op::floor_divide, .name = "floor_divide", .arity = 2},
    OpInfo{.op = Op::modulo, .name = "modulo", .arity = 2},
    OpInfo{.op = Op::add_saturated, .name = "add_saturated", .arity = 2, .is_commutative = true},
    OpInfo{.op = Op::subtract_saturated, .name = "subtract_saturated", .arity = 2},
    truth(Op::less, "less", 2, false, "<", "<", [](auto const* x) { return x[0] < x[1]; }),
    truth(Op::less_equal, "less_equal", 2, false, "<=", "<=", [](auto const* x) { return x[0] <= x[1]; }),
    truth(Op::equal, "equal", 2, true, "==", "==", [](auto const* x) { return x[0] == x[1]; }),
    truth(Op::not_equal, "not_equal", 2, true, "!=", "!=", [](auto const* x) { return x[0] != x[1]; }),
    truth(Op::logical_and, "logical_and", 2, true, "and", "&", [](auto const* x) { return x[0] != 0 && x[1] != 0; }),
    truth(Op::logical_or, "logical_or", 2, true, "or", "|", [](auto const* x) { return x[0] != 0 || x[1] != 0; }),
    truth(Op::logical_not, "logical_not", 1, false, "not", {}, [](auto const* x) { return x[0] == 0; }),
    OpInfo{.op = Op::select, .name = "select", .arity = 3, .edl_function = "if"},
    OpInfo{.op = Op::convert, .name = "convert", .arity = 1, .accuracy = Accuracy::rounded},
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
  case Type::int16:
    return "int16";
  case Type::int8:
    return "int8";
  }
  return "";
}

int element_bytes(Type type) {
  switch (type) {
  case Type::real64:
    return 8;
  case Type::real32:
  case Type::int32:
    return 4;
  case Type::int16:
    return 2;
  case Type::boolean:
  case Type::int8:
    return 1;
  }
  return 0;
}

double max_integer(Type type) {
  return type == Type::int8 ? 127 : type == Type::int16 ? 32767 : std::numeric_limits<std::int32_t>::max();
}

double min_integer(Type type) { return -max_integer(type) - 1; }

std::optional<Op> find_operation(std::string_view name) {
  for (OpInfo const& row : table)
    if (row.name == name) return row.op;
  return std::nullopt;
}

std::optional<Type> find_type(std::string_view name) {
  for (Type type : {Type::real64, Type::real32, Type::int32, Type::boolean, Type::int16, Type::int8})
    if (to_text(type) == name) return type;
  return std::nullopt;
}

OpInfo const* find_edl_operation(std::string_view name) {
  for (OpInfo const& row : table)
    if (!name.empty() && row.edl_operator == name) return &row;
  return find_edl_function(name);
}

OpInfo const* find_edl_function(std::string_view name) {
  for (OpInfo const& row : table)
    if (!name.empty() && (row.edl_function == name || row.edl_alias == name)) return &row;
  return nullptr;
}

std::vector<std::string_view> edl_function_names() {
  std::vector<std::string_view> names;
  for (OpInfo const& row : table)
    for (std::string_view name : {row.edl_function, row.edl_alias})
      if (!name.empty()) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace chemora::ir
