// The rules, applied to every value as it is built; what a rule makes is simplified in turn.
#include "codegen/passes/simplify_exactly.hpp"

#include "codegen/passes/fold_constants.hpp"
#include "codegen/passes/rewrite.hpp"

#include <cmath>
#include <limits>

namespace chemora::passes {

namespace {

using ir::Op;
using ir::Type;
using ir::Value;
using ir::ValueId;

class Simplifier {
public:
  explicit Simplifier(ir::GraphBuilder& builder) : builder_(builder) {}

  ValueId simplify(Value value) {
    switch (value.op) {
    case Op::negate:
    case Op::absolute:
      return change_of_sign(std::move(value));
    case Op::add:
      return sum(std::move(value));
    case Op::subtract:
      return difference(std::move(value));
    case Op::multiply:
      return product(std::move(value));
    case Op::divide:
      return quotient(std::move(value));
    case Op::fma:
      return fused(std::move(value));
    case Op::minimum:
    case Op::maximum:
      return value.operands[0] == value.operands[1] ? value.operands[0] : add_folded(builder_, std::move(value));
    case Op::logical_not:
      return is(value.operands[0], Op::logical_not) ? inner(value.operands[0]) : add_folded(builder_, std::move(value));
    case Op::select:
      return choice(std::move(value));
    default:
      return add_folded(builder_, std::move(value));
    }
  }

private:
  bool is(ValueId id, Op op) const { return builder_[id].op == op; }
  ValueId inner(ValueId id) const { return builder_[id].operands[0]; }
  bool is_number(ValueId id, double number) const { return is(id, Op::immediate) && builder_[id].number == number; }
  bool is_zero(ValueId id, bool is_negative) const {
    return is_number(id, 0) && std::signbit(builder_[id].number) == is_negative;
  }
  ValueId make(Op op, std::vector<ValueId> operands) { return simplify({.op = op, .operands = std::move(operands)}); }

  ValueId change_of_sign(Value value) {
    ValueId const x = value.operands[0];
    if (value.op == Op::negate && is(x, Op::negate)) return inner(x);
    if (value.op == Op::absolute && is(x, Op::absolute)) return x;
    if (value.op == Op::absolute && is(x, Op::negate)) return make(Op::absolute, {inner(x)});
    if (value.op == Op::negate && is(x, Op::immediate))
      return immediate(builder_, builder_[x].type, -builder_[x].number);
    return add_folded(builder_, std::move(value));
  }

  ValueId sum(Value value) {
    bool const is_integer = builder_[value.operands[0]].type == Type::int32;
    for (int n = 0; n < 2; ++n) {
      ValueId const x = value.operands[1 - n], y = value.operands[n];
      if (is_zero(y, true) || (is_integer && is_number(y, 0))) return x;
      if (is(y, Op::negate)) return make(Op::subtract, {x, inner(y)});
    }
    return add_folded(builder_, std::move(value));
  }

  ValueId difference(Value value) {
    ValueId const x = value.operands[0], y = value.operands[1];
    bool const is_integer = builder_[x].type == Type::int32;
    if (is_zero(y, false) || (is_integer && is_number(y, 0))) return x;
    if (is_integer && x == y) return builder_.integer(0);
    if (is_zero(x, true)) return make(Op::negate, {y}); // -0 - y is -y, and for y = 0 too
    if (is(y, Op::negate)) return make(Op::add, {x, inner(y)});
    return add_folded(builder_, std::move(value));
  }

  ValueId product(Value value) {
    bool const is_integer = builder_[value.operands[0]].type == Type::int32;
    for (int n = 0; n < 2; ++n) {
      ValueId const x = value.operands[1 - n], y = value.operands[n];
      if (is_number(y, 1)) return x;
      if (is_number(y, -1)) return make(Op::negate, {x});
      if (is_integer && is_number(y, 0)) return y;
      if (is(y, Op::negate)) return make(Op::negate, {make(Op::multiply, {x, inner(y)})});
    }
    return add_folded(builder_, std::move(value));
  }

  ValueId quotient(Value value) {
    ValueId const x = value.operands[0], y = value.operands[1];
    if (is_number(y, 1)) return x;
    if (is_number(y, -1)) return make(Op::negate, {x});
    if (is(x, Op::negate)) return make(Op::negate, {make(Op::divide, {inner(x), y})});
    if (is(y, Op::negate)) return make(Op::negate, {make(Op::divide, {x, inner(y)})});
    if (has_exact_reciprocal(y) && !is(x, Op::immediate))
      return make(Op::multiply, {x, immediate(builder_, builder_[y].type, 1 / builder_[y].number)});
    return add_folded(builder_, std::move(value));
  }

  /// A power of two whose reciprocal is a normal number too: x / y and x * (1 / y) round the same real number.
  bool has_exact_reciprocal(ValueId id) const {
    if (!is(id, Op::immediate)) return false;
    int exponent = 0;
    double const reciprocal = 1 / builder_[id].number;
    bool const is_power_of_two = std::fabs(std::frexp(builder_[id].number, &exponent)) == 0.5;
    double const least =
        builder_[id].type == Type::real32 ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
    double const most =
        builder_[id].type == Type::real32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
    return is_power_of_two && std::fabs(reciprocal) >= least && std::fabs(reciprocal) <= most;
  }

  ValueId fused(Value value) {
    ValueId const z = value.operands[2];
    for (int n = 0; n < 2; ++n) {
      ValueId const x = value.operands[1 - n], y = value.operands[n];
      if (is_number(y, 1)) return make(Op::add, {x, z});
      if (is_number(y, -1)) return make(Op::subtract, {z, x});
      if (is(y, Op::negate) && is(x, Op::immediate)) return make(Op::fma, {make(Op::negate, {x}), inner(y), z});
      if (is(x, Op::negate) && is(y, Op::negate)) return make(Op::fma, {inner(x), inner(y), z});
    }
    return add_folded(builder_, std::move(value));
  }

  ValueId choice(Value value) {
    ValueId const condition = value.operands[0];
    if (value.operands[1] == value.operands[2]) return value.operands[1];
    if (is(condition, Op::logical_not))
      return make(Op::select, {inner(condition), value.operands[2], value.operands[1]});
    return add_folded(builder_, std::move(value));
  }

  ir::GraphBuilder& builder_;
};

} // namespace

ir::Graph simplify_exactly(ir::Graph const& graph) {
  return rewrite(graph,
                 [](ir::GraphBuilder& builder, Value value) { return Simplifier(builder).simplify(std::move(value)); });
}

} // namespace chemora::passes
