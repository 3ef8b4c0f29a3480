// The rules, applied to every value as it is built; what a rule makes is brought into canonical form in turn.
#include "codegen/passes/canonicalise.hpp"

#include "codegen/ir/evaluate.hpp"
#include "codegen/passes/rewrite.hpp"

#include <cmath>
#include <limits>

namespace chemora::passes {

namespace {

using ir::Op;
using ir::Type;
using ir::Value;
using ir::ValueId;

constexpr double greatest_exponent = 16.5; ///< of a power written as products: at most 8 of them

class Canonicaliser {
public:
  ValueId apply(ir::GraphBuilder& builder, Value value) {
    builder_ = &builder;
    return make(std::move(value));
  }

private:
  ValueId make(Op op, std::vector<ValueId> operands) { return make({.op = op, .operands = std::move(operands)}); }

  ValueId make(Value value) {
    bool const is_real_operation = !value.operands.empty() && is_real((*builder_)[value.operands[0]].type);
    if (!is_real_operation) return add(std::move(value));
    switch (value.op) {
    case Op::negate:
      return negation(std::move(value));
    case Op::add:
      return sum(std::move(value));
    case Op::subtract:
      return difference(std::move(value));
    case Op::multiply:
      return product(std::move(value));
    case Op::divide:
      return quotient(std::move(value));
    case Op::power:
      return power(std::move(value));
    default:
      return add(std::move(value));
    }
  }

  ValueId add(Value value) { return builder_->add(std::move(value)); }

  ValueId number(Type type, double number) {
    return add({.op = Op::immediate, .type = type, .number = ir::rounded_to(type, number)});
  }

  bool varies(ValueId id) const { return builder_->varies(id); }
  bool is(ValueId id, Op op) const { return (*builder_)[id].op == op; }
  bool is_zero(ValueId id) const { return is(id, Op::immediate) && (*builder_)[id].number == 0; }
  Type type_of(ValueId id) const { return (*builder_)[id].type; }
  ValueId operand(ValueId id, std::size_t n) const { return (*builder_)[id].operands[n]; }

  ValueId negation(Value value) {
    ValueId const x = value.operands[0];
    if (is(x, Op::negate)) return operand(x, 0);
    if (is(x, Op::subtract)) return make(Op::subtract, {operand(x, 1), operand(x, 0)});
    return add(std::move(value));
  }

  ValueId sum(Value value) {
    if (is_zero(value.operands[0])) return value.operands[1];
    if (is_zero(value.operands[1])) return value.operands[0];
    return add(std::move(value));
  }

  ValueId difference(Value value) {
    ValueId const x = value.operands[0], y = value.operands[1];
    if (x == y) return number(type_of(x), 0);
    if (is_zero(x)) return make(Op::negate, {y});
    if (is_zero(y)) return x;
    return add(std::move(value));
  }

  ValueId product(Value value) {
    for (std::size_t n = 0; n < 2; ++n) {
      ValueId const c = value.operands[n], x = value.operands[1 - n];
      if (is_zero(c)) return number(type_of(c), 0);
      if (!is(c, Op::immediate) || !is(x, Op::multiply)) continue;
      for (std::size_t m = 0; m < 2; ++m)
        if (ValueId const d = operand(x, m); is(d, Op::immediate))
          return joined(c, d, operand(x, 1 - m), std::move(value));
    }
    return add(std::move(value));
  }

  /// c * (d * x) with one factor, unless their product leaves the range of normal numbers.
  ValueId joined(ValueId c, ValueId d, ValueId x, Value value) {
    double const factor = ir::rounded_to(type_of(c), (*builder_)[c].number * (*builder_)[d].number);
    bool const is_normal =
        type_of(c) == Type::real32 ? std::isnormal(static_cast<float>(factor)) : std::isnormal(factor);
    return is_normal ? make(Op::multiply, {number(type_of(c), factor), x}) : add(std::move(value));
  }

  ValueId quotient(Value value) {
    ValueId const x = value.operands[0], c = value.operands[1];
    if (is_zero(x)) return number(type_of(x), 0);
    if (!varies(x) || varies(c)) return add(std::move(value));
    ValueId const one = number(type_of(c), 1);
    ValueId const reciprocal =
        is(c, Op::immediate) ? number(type_of(c), 1 / (*builder_)[c].number) : make(Op::divide, {one, c});
    return make(Op::multiply, {x, reciprocal});
  }

  ValueId power(Value value) {
    ValueId const x = value.operands[0], exponent = value.operands[1];
    if (!is(exponent, Op::immediate)) return add(std::move(value));
    double const n = (*builder_)[exponent].number;
    if (!(std::fabs(n) <= greatest_exponent)) return add(std::move(value));
    auto const sixths = static_cast<int>(std::lround(6 * std::fabs(n)));
    if (std::fabs(n) != ir::rounded_to(type_of(x), sixths / 6.0)) return add(std::move(value));
    ValueId const one = n < 0 ? number(type_of(x), 1) : x;
    std::vector<ValueId> factors;
    if (sixths >= 6 || sixths == 0) factors.push_back(whole_power(x, sixths / 6));
    if (int const part = sixths % 6; part == 3) {
      factors.push_back(make(Op::sqrt, {x}));
    } else if (part != 0) {
      ValueId const root = make(Op::cbrt, {x});
      if (part > 1) factors.push_back(whole_power(root, part / 2));
      if (part % 2 != 0) factors.push_back(make(Op::sqrt, {root}));
    }
    ValueId result = factors[0];
    for (std::size_t k = 1; k < factors.size(); ++k) result = make(Op::multiply, {result, factors[k]});
    if (n < 0) result = make(Op::divide, {one, result});
    return sixths % 6 == 2 || sixths % 6 == 4 ? not_of_negative(x, result) : result;
  }

  /// NaN where x is negative: cube roots are real there.
  ValueId not_of_negative(ValueId x, ValueId result) {
    Type const type = type_of(x);
    ValueId const is_negative = make(Op::less, {x, number(type, 0)});
    return make(Op::select, {is_negative, number(type, std::numeric_limits<double>::quiet_NaN()), result});
  }

  /// By repeated squaring; 1 for n = 0, as C's pow says.
  ValueId whole_power(ValueId x, int n) {
    if (n == 0) return number(type_of(x), 1);
    if (n == 1) return x;
    ValueId const half = whole_power(x, n / 2);
    ValueId const even = make(Op::multiply, {half, half});
    return n % 2 == 0 ? even : make(Op::multiply, {even, x});
  }

  ir::GraphBuilder* builder_ = nullptr;
};

} // namespace

ir::Graph canonicalise(ir::Graph const& graph) {
  Canonicaliser canonicaliser;
  return rewrite(
      graph, [&](ir::GraphBuilder& builder, Value value) { return canonicaliser.apply(builder, std::move(value)); });
}

} // namespace chemora::passes
