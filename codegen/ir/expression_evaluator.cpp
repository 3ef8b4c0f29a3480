#include "codegen/ir/expression_evaluator.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace chemora::ir {

namespace {

double evaluate_reduction(Expression const& expression, ExpressionLeaves& leaves) {
  double result = neutral_element(expression.op, expression.type);
  leaves.for_each_iteration(expression.loops, [&] {
    std::array const operands{result, evaluate(*expression.operands[0], leaves)};
    result = evaluate(expression.op, expression.type, expression.type, operands);
  });
  return result;
}

} // namespace

double neutral_element(Op op, Type type) {
  if (op == Op::add) return 0;
  if (op == Op::multiply) return 1;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (op == Op::minimum) return is_integer(type) ? max_integer(type) : infinity;
  return is_integer(type) ? min_integer(type) : -infinity;
}

double value_of(LinearExpression const& sum, NameValues const& names) {
  auto result = static_cast<double>(sum.constant);
  for (auto const& [name, factor] : sum.factors) {
    auto const found = names.find(name);
    if (found == names.end()) throw base::InternalError(fmt::format("`{}` has no value in `{}`", name, to_text(sum)));
    result += static_cast<double>(factor) * found->second;
  }
  return result;
}

double evaluate(Expression const& expression, ExpressionLeaves& leaves) {
  switch (expression.kind) {
  case ExpressionKind::number:
    return expression.number;
  case ExpressionKind::name:
    return rounded_to(expression.type, leaves.value_of_name(expression.name));
  case ExpressionKind::element: {
    std::vector<double> subscripts;
    for (ExpressionPtr const& subscript : expression.operands) subscripts.push_back(evaluate(*subscript, leaves));
    return leaves.value_of_element(expression.name, subscripts);
  }
  case ExpressionKind::operation: {
    std::array<double, 3> operands{};
    std::size_t const n = expression.operands.size();
    for (std::size_t k = 0; k < n; ++k) operands[k] = evaluate(*expression.operands[k], leaves);
    return evaluate(expression.op, expression.operands[0]->type, expression.type, std::span(operands).first(n));
  }
  case ExpressionKind::reduction:
    return evaluate_reduction(expression, leaves);
  case ExpressionKind::rule:
    break;
  }
  throw base::InternalError(fmt::format("the rule `{}` is not expanded", expression.name));
}

} // namespace chemora::ir
