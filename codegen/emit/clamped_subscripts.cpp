#include "codegen/emit/clamped_subscripts.hpp"

namespace chemora::emit {

using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Op;

std::optional<UnclampedElement> without_clamps(ExpressionPtr const& element, std::string const& variable) {
  UnclampedElement result;
  std::vector<ExpressionPtr> subscripts = element->operands;
  for (ExpressionPtr& subscript : subscripts)
    subscript = ir::transformed(subscript, [&](ExpressionPtr const& e) {
      bool const is_maximum = is_operation(e, Op::maximum);
      if (!is_maximum && !is_operation(e, Op::minimum)) return e;
      auto const left = ir::as_linear(e->operands[0]), right = ir::as_linear(e->operands[1]);
      if (!left || !right || left->uses(variable) == right->uses(variable)) return e;
      std::size_t const selected = left->uses(variable) ? 0 : 1;
      LinearExpression const excess = selected == 0 ? *left - *right : *right - *left;
      result.non_negative.push_back(is_maximum ? excess : -1 * excess);
      return e->operands[selected];
    });
  if (result.non_negative.empty()) return std::nullopt;
  result.element = ir::make_element(element->type, element->name, std::move(subscripts));
  return result;
}

} // namespace chemora::emit
