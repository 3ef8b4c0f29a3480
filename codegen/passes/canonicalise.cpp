/// The pass that brings equal expressions into one form, so that a later pass finds common subexpressions.
#include "codegen/ir/operation.hpp"
#include "codegen/passes/passes.hpp"
#include "codegen/passes/rewriter.hpp"

#include <cmath>
#include <limits>

namespace chemora::passes {

namespace {

using ir::Op;
using ir::Type;
using ir::Value;
using ir::ValueId;

/// Largest exponent of a power that is written as products; at most 8 products are needed.
constexpr double max_exponent = 16.5;

/// Rebuilds the graph by the rules of canonicalise(). The pass also brings the results of its rules into canonical
/// form.
class Canonicaliser : public Rewriter {
  using Rewriter::make;

  ValueId make(Value value) override {
    bool const has_real_operands = !value.operands.empty() && is_real(type_of(value.operands[0]));
    return has_real_operands ? Rewriter::make(std::move(value)) : add(std::move(value));
  }

  bool is_zero(ValueId id) const { return is_number(id, 0); }

  ValueId negation(Value value) override {
    ValueId const x = value.operands[0];
    if (is(x, Op::negate)) return operand(x, 0);
    if (is(x, Op::subtract)) return make(Op::subtract, {operand(x, 1), operand(x, 0)});
    return add(std::move(value));
  }

  ValueId sum(Value value) override {
    if (is_zero(value.operands[0])) return value.operands[1];
    if (is_zero(value.operands[1])) return value.operands[0];
    return add(std::move(value));
  }

  ValueId difference(Value value) override {
    ValueId const x = value.operands[0], y = value.operands[1];
    if (x == y) return immediate(type_of(x), 0);
    if (is_zero(x)) return make(Op::negate, {y});
    if (is_zero(y)) return x;
    return add(std::move(value));
  }

  ValueId product(Value value) override {
    for (std::size_t n = 0; n < 2; ++n) {
      ValueId const c = value.operands[n], x = value.operands[1 - n];
      if (is_zero(c)) return immediate(type_of(c), 0);
      if (!is(c, Op::immediate) || !is(x, Op::multiply)) continue;
      for (std::size_t m = 0; m < 2; ++m)
        if (ValueId const d = operand(x, m); is(d, Op::immediate))
          return merged_factors(c, d, operand(x, 1 - m), std::move(value));
    }
    return add(std::move(value));
  }

  /// Returns c * (d * x) as one product with the factor c * d. If c * d is not a normal number, adds `value` unchanged.
  ValueId merged_factors(ValueId c, ValueId d, ValueId x, Value value) {
    double const factor = ir::rounded_to(type_of(c), built(c).number * built(d).number);
    bool const is_normal =
        type_of(c) == Type::real32 ? std::isnormal(static_cast<float>(factor)) : std::isnormal(factor);
    return is_normal ? make(Op::multiply, {immediate(type_of(c), factor), x}) : add(std::move(value));
  }

  ValueId quotient(Value value) override {
    ValueId const x = value.operands[0], c = value.operands[1];
    if (is_zero(x)) return immediate(type_of(x), 0);
    if (!varies(x) || varies(c)) return add(std::move(value));
    ValueId const one = immediate(type_of(c), 1);
    ValueId const reciprocal =
        is(c, Op::immediate) ? immediate(type_of(c), 1 / built(c).number) : make(Op::divide, {one, c});
    return make(Op::multiply, {x, reciprocal});
  }

  ValueId other(Value value) override {
    return value.op == Op::power ? power(std::move(value)) : add(std::move(value));
  }

  ValueId power(Value value) {
    ValueId const x = value.operands[0], exponent = value.operands[1];
    if (!is(exponent, Op::immediate)) return add(std::move(value));
    double const n = built(exponent).number;
    if (!(std::fabs(n) <= max_exponent)) return add(std::move(value));
    auto const sixths = static_cast<int>(std::lround(6 * std::fabs(n)));
    if (std::fabs(n) != ir::rounded_to(type_of(x), sixths / 6.0)) return add(std::move(value));
    // The immediate is added first, because the ids of values determine later orders.
    ValueId const one = n < 0 ? immediate(type_of(x), 1) : x;
    std::vector<ValueId> factors;
    if (sixths >= 6 || sixths == 0) factors.push_back(whole_power(x, sixths / 6));
    if (int const remainder = sixths % 6; remainder == 3) {
      factors.push_back(make(Op::sqrt, {x}));
    } else if (remainder != 0) {
      ValueId const root = make(Op::cbrt, {x});
      if (remainder > 1) factors.push_back(whole_power(root, remainder / 2));
      if (remainder % 2 != 0) factors.push_back(make(Op::sqrt, {root}));
    }
    ValueId result = factors[0];
    for (std::size_t k = 1; k < factors.size(); ++k) result = make(Op::multiply, {result, factors[k]});
    if (n < 0) result = make(Op::divide, {one, result});
    return sixths % 6 == 2 || sixths % 6 == 4 ? nan_if_negative(x, result) : result;
  }

  /// Returns NaN where x is negative, and `result` elsewhere. For negative x, cbrt has a real value and pow has not.
  ValueId nan_if_negative(ValueId x, ValueId result) {
    Type const type = type_of(x);
    ValueId const is_negative = make(Op::less, {x, immediate(type, 0)});
    return make(Op::select, {is_negative, immediate(type, std::numeric_limits<double>::quiet_NaN()), result});
  }

  /// Returns a power with an integer exponent by repeated squaring. The result for n = 0 is 1, as for C's pow.
  ValueId whole_power(ValueId x, int n) {
    if (n == 0) return immediate(type_of(x), 1);
    if (n == 1) return x;
    ValueId const half = whole_power(x, n / 2);
    ValueId const even = make(Op::multiply, {half, half});
    return n % 2 == 0 ? even : make(Op::multiply, {even, x});
  }
};

} // namespace

ir::Graph canonicalise(ir::Graph const& graph) { return Canonicaliser().run(graph); }

} // namespace chemora::passes
