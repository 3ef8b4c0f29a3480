/// The pass that applies algebraic identities that preserve every bit.
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

/// Rebuilds the graph by the rules of simplify_exactly(). The pass also simplifies the results of its rules.
class Simplifier : public ConstantFolder {
  bool is_zero(ValueId id, bool is_negative) const {
    return is_number(id, 0) && std::signbit(built(id).number) == is_negative;
  }

  ValueId other(Value value) override {
    switch (value.op) {
    case Op::absolute:
      return absolute(std::move(value));
    case Op::fma:
      return fused_multiply_add(std::move(value));
    case Op::minimum:
    case Op::maximum:
      return value.operands[0] == value.operands[1] ? value.operands[0] : add(std::move(value));
    case Op::logical_not:
      return is(value.operands[0], Op::logical_not) ? operand(value.operands[0]) : add(std::move(value));
    case Op::select:
      return selection(std::move(value));
    default:
      return add(std::move(value));
    }
  }

  ValueId negation(Value value) override {
    ValueId const x = value.operands[0];
    if (is(x, Op::negate)) return operand(x);
    if (is(x, Op::immediate)) return immediate(type_of(x), -built(x).number);
    return add(std::move(value));
  }

  ValueId absolute(Value value) {
    ValueId const x = value.operands[0];
    if (is(x, Op::absolute)) return x;
    if (is(x, Op::negate)) return make(Op::absolute, {operand(x)});
    return add(std::move(value));
  }

  ValueId sum(Value value) override {
    bool const is_integer = type_of(value.operands[0]) == Type::int32;
    for (int n = 0; n < 2; ++n) {
      ValueId const x = value.operands[1 - n], y = value.operands[n];
      if (is_zero(y, true) || (is_integer && is_number(y, 0))) return x;
      if (is(y, Op::negate)) return make(Op::subtract, {x, operand(y)});
    }
    return add(std::move(value));
  }

  ValueId difference(Value value) override {
    ValueId const x = value.operands[0], y = value.operands[1];
    bool const is_integer = type_of(x) == Type::int32;
    if (is_zero(y, false) || (is_integer && is_number(y, 0))) return x;
    if (is_integer && x == y) return builder().integer(0);
    if (is_zero(x, true)) return make(Op::negate, {y}); // -0 - y is -y, also for y = 0
    if (is(y, Op::negate)) return make(Op::add, {x, operand(y)});
    return add(std::move(value));
  }

  ValueId product(Value value) override {
    bool const is_integer = type_of(value.operands[0]) == Type::int32;
    for (int n = 0; n < 2; ++n) {
      ValueId const x = value.operands[1 - n], y = value.operands[n];
      if (is_number(y, 1)) return x;
      if (is_number(y, -1)) return make(Op::negate, {x});
      if (is_integer && is_number(y, 0)) return y;
      if (is(y, Op::negate)) return make(Op::negate, {make(Op::multiply, {x, operand(y)})});
    }
    return add(std::move(value));
  }

  ValueId quotient(Value value) override {
    ValueId const x = value.operands[0], y = value.operands[1];
    if (is_number(y, 1)) return x;
    if (is_number(y, -1)) return make(Op::negate, {x});
    if (is(x, Op::negate)) return make(Op::negate, {make(Op::divide, {operand(x), y})});
    if (is(y, Op::negate)) return make(Op::negate, {make(Op::divide, {x, operand(y)})});
    if (has_exact_reciprocal(y) && !is(x, Op::immediate))
      return make(Op::multiply, {x, immediate(type_of(y), 1 / built(y).number)});
    return add(std::move(value));
  }

  /// Returns whether the value is a power of two whose reciprocal is a normal number too. Then x / y and x * (1 / y)
  /// round the same real number.
  bool has_exact_reciprocal(ValueId id) const {
    if (!is(id, Op::immediate)) return false;
    int exponent = 0;
    double const reciprocal = 1 / built(id).number;
    bool const is_power_of_two = std::fabs(std::frexp(built(id).number, &exponent)) == 0.5;
    double const min =
        type_of(id) == Type::real32 ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
    double const max =
        type_of(id) == Type::real32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
    return is_power_of_two && std::fabs(reciprocal) >= min && std::fabs(reciprocal) <= max;
  }

  ValueId fused_multiply_add(Value value) {
    ValueId const z = value.operands[2];
    for (int n = 0; n < 2; ++n) {
      ValueId const x = value.operands[1 - n], y = value.operands[n];
      if (is_number(y, 1)) return make(Op::add, {x, z});
      if (is_number(y, -1)) return make(Op::subtract, {z, x});
      if (is(y, Op::negate) && is(x, Op::immediate)) return make(Op::fma, {make(Op::negate, {x}), operand(y), z});
      if (is(x, Op::negate) && is(y, Op::negate)) return make(Op::fma, {operand(x), operand(y), z});
    }
    return add(std::move(value));
  }

  ValueId selection(Value value) {
    ValueId const condition = value.operands[0];
    if (value.operands[1] == value.operands[2]) return value.operands[1];
    if (is(condition, Op::logical_not))
      return make(Op::select, {operand(condition), value.operands[2], value.operands[1]});
    return add(std::move(value));
  }
};

} // namespace

ir::Graph simplify_exactly(ir::Graph const& graph) { return Simplifier().run(graph); }

} // namespace chemora::passes
