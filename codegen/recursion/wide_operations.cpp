#include "codegen/recursion/wide_operations.hpp"

#include "framework/base/errors.hpp"

#include <limits>
#include <string>

namespace chemora::recursion {

using ir::Op;

WideNumber neutral(Op op) {
  if (op == Op::add) return {};
  long double const infinity = std::numeric_limits<long double>::infinity();
  return op == Op::minimum ? infinity : -infinity;
}

WideNumber combined_values(Op op, WideNumber const& a, WideNumber const& b) {
  if (op == Op::add) return a + b;
  return op == Op::minimum ? (b < a ? b : a) : (a < b ? b : a);
}

WideNumber unary(Op op, WideNumber const& a) {
  switch (op) {
  case Op::negate:
    return -a;
  case Op::logical_not:
    return a.mantissa == 0 ? 1.0L : 0.0L;
  case Op::absolute:
    return a.mantissa < 0 ? -a : a;
  case Op::sqrt:
    return square_root(a);
  case Op::exp:
    return exponential(a);
  case Op::log:
    return logarithm(a);
  case Op::convert:
    return a;
  default:
    throw base::InternalError("the interpreter of recursions has no operation " + std::string(ir::info(op).name));
  }
}

WideNumber binary(Op op, WideNumber const& a, WideNumber const& b) {
  auto const boolean = [](bool value) { return WideNumber(value ? 1.0L : 0.0L); };
  switch (op) {
  case Op::add:
    return a + b;
  case Op::subtract:
    return a - b;
  case Op::multiply:
    return a * b;
  case Op::divide:
    return a / b;
  case Op::minimum:
  case Op::maximum:
    return combined_values(op, a, b);
  case Op::less:
    return boolean(a < b);
  case Op::less_equal:
    return boolean(!(b < a));
  case Op::equal:
    return boolean(a == b);
  case Op::not_equal:
    return boolean(!(a == b));
  case Op::logical_and:
  case Op::logical_or:
    return b;
  default:
    throw base::InternalError("the interpreter of recursions has no operation " + std::string(ir::info(op).name));
  }
}

} // namespace chemora::recursion
