/// The transformation fuse_multiply_add: replaces sums of a product by fused multiply-adds, which round once.
#include "codegen/transform/transformations.hpp"

namespace chemora::transform {

namespace {

using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::Op;

ExpressionPtr negated(ExpressionPtr const& expression) {
  if (ir::is_operation(expression, Op::negate)) return expression->operands[0];
  if (expression->kind == ExpressionKind::number) return ir::make_number(expression->type, -expression->number);
  return ir::make_operation(Op::negate, {expression});
}

ExpressionPtr fused(ExpressionPtr const& product, ExpressionPtr const& addend, bool negates_product) {
  ExpressionPtr const& x = product->operands[0];
  return ir::make_operation(Op::fma, {negates_product ? negated(x) : x, product->operands[1], addend});
}

/// Returns the operand, expanded if it is the use of a rule whose body is a product.
ExpressionPtr product_if_rule(loops::LoopKernel const& kernel, ExpressionPtr const& operand) {
  if (operand->kind != ExpressionKind::rule) return operand;
  ExpressionPtr const whole = loops::expanded(kernel, operand);
  return ir::is_operation(whole, Op::multiply) ? whole : operand;
}

ExpressionPtr with_fused_sums(loops::LoopKernel const& kernel, ExpressionPtr const& expression) {
  return ir::transformed(expression, [&](ExpressionPtr const& part) {
    bool const is_difference = ir::is_operation(part, Op::subtract);
    if (!ir::is_real(part->type) || !(ir::is_operation(part, Op::add) || is_difference)) return part;
    ExpressionPtr const left = product_if_rule(kernel, part->operands[0]);
    ExpressionPtr const right = product_if_rule(kernel, part->operands[1]);
    if (ir::is_operation(right, Op::multiply)) return fused(right, part->operands[0], is_difference);
    if (ir::is_operation(left, Op::multiply))
      return fused(left, is_difference ? negated(part->operands[1]) : part->operands[1], false);
    return part;
  });
}

} // namespace

loops::LoopKernel fuse_multiply_add(loops::LoopKernel kernel, Arguments const&) {
  loops::LoopKernel const original = kernel;
  for (loops::Rule& rule : kernel.rules) rule.body = with_fused_sums(original, rule.body);
  for (loops::Instruction& instruction : kernel.instructions)
    if (instruction.value) instruction.value = with_fused_sums(original, instruction.value);
  return kernel;
}

} // namespace chemora::transform
