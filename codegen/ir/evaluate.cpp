// The arithmetic, once for each element type.
#include "codegen/ir/evaluate.hpp"

#include "codegen/ir/cube_root.hpp"
#include "framework/base/errors.hpp"

#include <cmath>
#include <cstdint>
#include <string>

namespace chemora::ir {

namespace {

[[noreturn]] void fail(Op op) {
  throw base::InternalError("Operation `" + std::string(info(op).name) + "` cannot be evaluated on these operands.");
}

template <typename Real>
Real evaluate_real(Op op, Real const* x) {
  switch (op) {
  case Op::negate:
    return -x[0];
  case Op::add:
    return x[0] + x[1];
  case Op::subtract:
    return x[0] - x[1];
  case Op::multiply:
    return x[0] * x[1];
  case Op::divide:
    return x[0] / x[1];
  case Op::fma:
    return std::fma(x[0], x[1], x[2]);
  case Op::minimum:
    return x[1] < x[0] ? x[1] : x[0];
  case Op::maximum:
    return x[0] < x[1] ? x[1] : x[0];
  case Op::absolute:
    return std::fabs(x[0]);
  case Op::sqrt:
    return std::sqrt(x[0]);
  case Op::cbrt:
    return static_cast<Real>(cube_root(static_cast<double>(x[0])));
  case Op::power:
    return std::pow(x[0], x[1]);
  case Op::exp:
    return std::exp(x[0]);
  case Op::log:
    return std::log(x[0]);
  case Op::sin:
    return std::sin(x[0]);
  case Op::cos:
    return std::cos(x[0]);
  case Op::tan:
    return std::tan(x[0]);
  case Op::asin:
    return std::asin(x[0]);
  case Op::acos:
    return std::acos(x[0]);
  case Op::atan:
    return std::atan(x[0]);
  case Op::atan2:
    return std::atan2(x[0], x[1]);
  case Op::sinh:
    return std::sinh(x[0]);
  case Op::cosh:
    return std::cosh(x[0]);
  case Op::tanh:
    return std::tanh(x[0]);
  case Op::floor:
    return std::floor(x[0]);
  default:
    fail(op);
  }
}

double evaluate_int(Op op, double const* x) {
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
  default:
    fail(op);
  }
  return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(result)));
}

/// Comparisons and logic; exact on doubles for every operand type.
double evaluate_truth(Op op, double const* x) {
  switch (op) {
  case Op::less:
    return x[0] < x[1];
  case Op::less_equal:
    return x[0] <= x[1];
  case Op::equal:
    return x[0] == x[1];
  case Op::not_equal:
    return x[0] != x[1];
  case Op::logical_and:
    return x[0] != 0 && x[1] != 0;
  case Op::logical_or:
    return x[0] != 0 || x[1] != 0;
  case Op::logical_not:
    return x[0] == 0;
  default:
    fail(op);
  }
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
  if (op == Op::convert) return rounded_to(result, x[0]);
  if (result == Type::boolean) return evaluate_truth(op, x);
  if (operand == Type::int32) return evaluate_int(op, x);
  if (operand == Type::real64) return evaluate_real(op, x);
  float const y[3] = {static_cast<float>(x[0]), static_cast<float>(x[1]), static_cast<float>(x[2])};
  return static_cast<double>(evaluate_real(op, y));
}

} // namespace chemora::ir
