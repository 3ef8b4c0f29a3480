/// Integer expressions: combination of terms, division and truncation.
#include "codegen/fortran/integers.hpp"
#include "codegen/fortran/typed_expressions.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <limits>

namespace chemora::fortran {

namespace {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;
using ir::Type;

/// A sum: multiples of names and a constant, and multiples of other terms in the order of their first occurrence.
struct Terms {
  ir::LinearExpression linear{};
  std::vector<std::pair<ExpressionPtr, long>> others{};
  bool is_too_large = false;

  void add(ExpressionPtr const& term, long factor);
  void add_other(ExpressionPtr const& term, long factor);
};

void Terms::add_other(ExpressionPtr const& term, long factor) {
  for (auto& [known, sum] : others)
    if (equal(known, term)) {
      sum += factor;
      return;
    }
  others.emplace_back(term, factor);
}

void Terms::add(ExpressionPtr const& term, long factor) {
  constexpr long limit = std::numeric_limits<int>::max();
  if (factor > limit || factor < -limit) is_too_large = true;
  if (is_too_large) return;
  if (term->kind == ExpressionKind::number) {
    linear.constant += factor * static_cast<long>(term->number);
    is_too_large = linear.constant > limit || linear.constant < -limit;
    return;
  }
  if (term->kind == ExpressionKind::name) {
    linear += factor * ir::linear(term->name);
    return;
  }
  bool const is_operation = term->kind == ExpressionKind::operation;
  if (is_operation && term->op == Op::negate) return add(term->operands[0], -factor);
  if (is_operation && (term->op == Op::add || term->op == Op::subtract)) {
    add(term->operands[0], factor);
    return add(term->operands[1], term->op == Op::add ? factor : -factor);
  }
  if (is_operation && term->op == Op::multiply)
    for (int n : {0, 1})
      if (term->operands[n]->kind == ExpressionKind::number)
        return add(term->operands[1 - n], factor * static_cast<long>(term->operands[n]->number));
  add_other(term, factor);
}

/// Returns sum + factor * term, where sum may be null.
ExpressionPtr plus(ExpressionPtr const& sum, ExpressionPtr const& term, long factor) {
  if (factor == 0) return sum;
  long const size = sum && factor < 0 ? -factor : factor;
  ExpressionPtr const product = size == 1 ? term : ir::make_operation(Op::multiply, {ir::make_integer(size), term});
  return sum ? ir::make_operation(factor < 0 ? Op::subtract : Op::add, {sum, product}) : product;
}

} // namespace

ExpressionPtr with_combined_terms(ExpressionPtr const& expression) {
  Terms terms;
  terms.add(expression, 1);
  if (terms.is_too_large) return expression;
  ExpressionPtr sum;
  for (auto const& [term, factor] : terms.others) sum = plus(sum, term, factor);
  if (!sum) return ir::make_linear(terms.linear);
  for (auto const& [name, factor] : terms.linear.factors) sum = plus(sum, ir::make_name(Type::int32, name), factor);
  long const constant = terms.linear.constant;
  if (constant == 0) return sum;
  return ir::make_operation(constant < 0 ? Op::subtract : Op::add,
                            {sum, ir::make_integer(constant < 0 ? -constant : constant)});
}

std::size_t size_of(ExpressionPtr const& expression, std::size_t limit) {
  std::size_t size = 1;
  for (ExpressionPtr const& operand : expression->operands) {
    if (size >= limit) break;
    size += size_of(operand, limit - size);
  }
  return size;
}

void check_size(ExpressionPtr const& expression, std::size_t n_uses, base::SourcePosition const& where) {
  constexpr std::size_t limit = 2000;
  if (size_of(expression, limit) * n_uses < limit) return;
  throw base::UserError(where,
                        "The expression is too large, because an operand is used several times in it. Assign the "
                        "operand to a local variable first.");
}

ExpressionPtr quotient(ExpressionPtr const& left, ExpressionPtr const& right, base::SourcePosition const& where) {
  bool const is_constant = right->kind == ExpressionKind::number;
  if (is_constant && right->number == 0) throw base::UserError(where, "Division of an integer by 0.");
  if (is_constant && left->kind == ExpressionKind::number)
    return ir::make_integer(static_cast<long>(left->number) / static_cast<long>(right->number));
  // The quotient of two int32 in 64 bits is rounded to an integer only if it is one.
  return ir::make_conversion(Type::int32, ir::make_operation(Op::divide, {ir::make_conversion(Type::real64, left),
                                                                          ir::make_conversion(Type::real64, right)}));
}

} // namespace chemora::fortran
