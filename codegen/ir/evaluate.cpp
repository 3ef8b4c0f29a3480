/// Evaluates one operation on numbers, for the interpreter and for constant folding.
#include "codegen/ir/operation.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace chemora::ir {

namespace {

[[noreturn]] void fail(Op op) {
  throw base::InternalError("Operation `" + std::string(info(op).name) + "` cannot be evaluated on these operands.");
}

/// Returns the number of an integer type that is nearest to `number`, an integer.
double saturated(Type type, double number) { return std::clamp(number, min_integer(type), max_integer(type)); }

double evaluate_int(Op op, Type type, double const* x) {
  auto const a = static_cast<std::int64_t>(x[0]);
  auto const b = static_cast<std::int64_t>(x[1]);
  std::int64_t result = 0;
  switch (op) {
  case Op::negate:
    result = -a;
    break;
  case Op::add:
    result = a + b;
    break;
  case Op::subtract:
    result = a - b;
    break;
  case Op::multiply:
    result = a * b;
    break;
  case Op::minimum:
    result = b < a ? b : a;
    break;
  case Op::maximum:
    result = a < b ? b : a;
    break;
  case Op::absolute:
    result = a < 0 ? -a : a;
    break;
  case Op::add_saturated:
    return saturated(type, x[0] + x[1]);
  case Op::subtract_saturated:
    return saturated(type, x[0] - x[1]);
  default:
    fail(op);
  }
  switch (type) {
  case Type::int8:
    return static_cast<double>(static_cast<std::int8_t>(static_cast<std::uint8_t>(result)));
  case Type::int16:
    return static_cast<double>(static_cast<std::int16_t>(static_cast<std::uint16_t>(result)));
  default:
    return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(result)));
  }
}

/// Divides in 64 bits, in which no quotient overflows.
double divide_integers(Op op, double const* x) {
  auto const a = static_cast<std::int64_t>(x[0]), b = static_cast<std::int64_t>(x[1]);
  if (b == 0 || (a == std::numeric_limits<std::int32_t>::min() && b == -1))
    throw base::UserError(
        "The integer division of " + std::to_string(a) + " by " + std::to_string(b) +
        (b == 0 ? " has no result. The divisor must not be 0" : " has a quotient of more than 32 bits") +
        "; exclude this case by a condition.");
  std::int64_t const remainder = a % b;
  bool const rounds_up = remainder != 0 && (remainder < 0) != (b < 0);
  std::int64_t const result = op == Op::modulo ? remainder + (rounds_up ? b : 0) : a / b - (rounds_up ? 1 : 0);
  return static_cast<double>(result);
}

/// Values that int32 does not represent, for which the result is undefined, become 0.
double truncated(double x) {
  constexpr double limit = 2147483648.0;
  return x > -limit - 1 && x < limit ? std::trunc(x) + 0.0 : 0;
}

} // namespace

double rounded_to(Type type, double number) {
  return type == Type::real32 ? static_cast<double>(static_cast<float>(number)) : number;
}

double coordinate(Type real, double origin, int global_index, double spacing) {
  if (real == Type::real64) return origin + global_index * spacing;
  float const distance = static_cast<float>(global_index) * static_cast<float>(spacing);
  return static_cast<double>(static_cast<float>(origin) + distance);
}

double evaluate(Op op, Type operand, Type result, std::span<double const> operands) {
  double x[3] = {0, 0, 0};
  for (std::size_t n = 0; n < operands.size() && n < 3; ++n) x[n] = operands[n];
  if (op == Op::select) return x[0] != 0 ? x[1] : x[2];
  if (op == Op::convert) {
    if (is_integer(operand) && is_integer(result)) return saturated(result, x[0]);
    return result == Type::int32 ? truncated(x[0]) : rounded_to(result, x[0]);
  }
  OpInfo const& row = info(op);
  if (row.is_integer_division()) return divide_integers(op, x);
  if (is_saturated(op)) return evaluate_int(op, operand, x);
  if (row.real64 == nullptr) fail(op);
  if (result == Type::boolean) return row.real64(x); // doubles represent operands of every type exactly
  if (is_integer(operand)) return evaluate_int(op, operand, x);
  if (operand == Type::real64) return row.real64(x);
  float const y[3] = {static_cast<float>(x[0]), static_cast<float>(x[1]), static_cast<float>(x[2])};
  return static_cast<double>(row.real32(y));
}

// Computes 1/cbrt(x) by Newton iteration, which needs no division, and then corrects the result by one exact remainder.
double cube_root(double x) {
  double const a = x < 0 ? -x : x;
  if (!(a > 0 && a <= std::numeric_limits<double>::max())) return x;
  // Numbers below this limit are scaled, because their remainders would be subnormal.
  bool const is_small = a < 0x1p-800;
  double const s = is_small ? a * 0x1p300 : a;

  // The initial value of r is a constant minus a third of the upper 32 bits of s: it divides the exponent by -3 and
  // approximates the reciprocal cube root of the mantissa linearly. The relative error of this initial value is at most
  // 3.5 %.
  std::uint64_t const third_of_bits = (std::bit_cast<std::uint64_t>(s) >> 32) * 0x55555556u >> 32;
  auto r = std::bit_cast<double>((0x553ef000u - third_of_bits) << 32);
  // Each step uses three terms of 1/cbrt(s) = r (1 - h)^(-1/3) with h = 1 - s r^3. The relative error is 2e-4 after the
  // first step and 1e-10 after the second.
  for (int step = 0; step < 2; ++step) {
    double const h = std::fma(-(s * r), r * r, 1.0);
    r = std::fma(r * h, std::fma(h, 2.0 / 9, 1.0 / 3), r);
  }
  double const q = r * r, y = s * q, square = y * y;
  double const remainder = std::fma(-std::fma(y, y, -square), y, std::fma(-square, y, s)); // the remainder s - y^3
  double const root = std::fma(remainder * q, 1.0 / 3, y);
  double const scaled = is_small ? root * 0x1p-100 : root;
  return x < 0 ? -scaled : scaled;
}

} // namespace chemora::ir
