#include "codegen/polyhedral/expand_reductions.hpp"
#include "codegen/ir/expression_evaluator.hpp"

#include <algorithm>

namespace chemora::polyhedral {

namespace {

bool has_reduction(ir::ExpressionPtr const& expression) {
  bool result = false;
  ir::for_each(expression,
               [&](ir::ExpressionPtr const& part) { result = result || part->kind == ir::ExpressionKind::reduction; });
  return result;
}

class Expansion {
public:
  explicit Expansion(loops::LoopKernel kernel) : kernel_(std::move(kernel)) {}

  loops::LoopKernel run() {
    std::vector<loops::Instruction> const instructions = std::move(kernel_.instructions);
    for (loops::Instruction const& instruction : instructions) {
      order_size_ = std::max(order_size_, instruction.order.size());
      used_loops_.insert(instruction.within.begin(), instruction.within.end());
    }
    kernel_.instructions = instructions; // for unused names
    std::vector<loops::Instruction> result;
    for (loops::Instruction instruction : instructions) {
      expand_rules(instruction);
      if (uses_reductions(instruction)) expand(instruction, result);
      result.push_back(std::move(instruction));
    }
    kernel_.instructions = std::move(result);
    kernel_.rules.clear();
    return std::move(kernel_);
  }

private:
  /// Where the instructions of a reduction are placed.
  struct Place {
    std::vector<std::string> within{};
    std::vector<ir::LinearExpression> order{};
    long next = 0; ///< next entry after `order`
  };

  void expand_rules(loops::Instruction& instruction) const {
    for (ir::ExpressionPtr& condition : instruction.conditions) condition = loops::expanded(kernel_, condition);
    if (!instruction.target) return;
    instruction.value = loops::expanded(kernel_, instruction.value);
    instruction.target = loops::expanded(kernel_, instruction.target);
  }

  static bool uses_reductions(loops::Instruction const& instruction) {
    return (instruction.target && (has_reduction(instruction.value) || has_reduction(instruction.target))) ||
           std::any_of(instruction.conditions.begin(), instruction.conditions.end(), has_reduction);
  }

  void expand(loops::Instruction& instruction, std::vector<loops::Instruction>& result) {
    Place place{.within = instruction.within, .order = instruction.order};
    place.order.resize(order_size_);
    loops::Instruction pattern = instruction; // of the added instructions
    pattern.conditions.clear();
    for (ir::ExpressionPtr& condition : instruction.conditions)
      condition = without_reductions(condition, place, pattern, result);
    pattern.conditions = instruction.conditions;
    if (instruction.target) {
      instruction.value = without_reductions(instruction.value, place, pattern, result);
      std::vector<ir::ExpressionPtr> subscripts;
      for (ir::ExpressionPtr const& subscript : instruction.target->operands)
        subscripts.push_back(without_reductions(subscript, place, pattern, result));
      instruction.target = ir::make_element(instruction.target->type, instruction.target->name, subscripts);
    }
    instruction.order = place.order;
    instruction.order.push_back(ir::linear(place.next));
  }

  ir::ExpressionPtr without_reductions(ir::ExpressionPtr const& expression, Place& place,
                                       loops::Instruction const& pattern, std::vector<loops::Instruction>& result) {
    if (expression->kind == ir::ExpressionKind::reduction) return accumulate(*expression, place, pattern, result);
    std::vector<ir::ExpressionPtr> operands;
    for (ir::ExpressionPtr const& operand : expression->operands)
      operands.push_back(without_reductions(operand, place, pattern, result));
    if (operands == expression->operands) return expression;
    ir::Expression copy = *expression;
    copy.operands = std::move(operands);
    return std::make_shared<ir::Expression const>(std::move(copy));
  }

  /// Adds the instructions of a reduction; returns the element with its value.
  ir::ExpressionPtr accumulate(ir::Expression const& reduction, Place& place, loops::Instruction const& pattern,
                               std::vector<loops::Instruction>& result) {
    std::string const name = loops::unused_name(kernel_, pattern.id + "_sum");
    kernel_.arrays.push_back(
        {.name = name, .type = reduction.type, .scope = ir::Scope::registers, .copies = place.within});
    ir::ExpressionPtr const sum = ir::make_element(reduction.type, name, {});
    add(pattern, "_init", place.within, place.order, place.next, sum,
        ir::make_number(reduction.type, ir::neutral_element(reduction.op, reduction.type)), result);
    Place inner{.within = place.within, .order = place.order};
    inner.order.push_back(ir::linear(place.next + 1));
    std::map<std::string, ir::ExpressionPtr> renamed;
    for (std::string const& loop : reduction.loops) {
      std::string const own = own_loop(loop);
      inner.within.push_back(own);
      inner.order.push_back(ir::linear(own));
      if (own != loop) renamed[loop] = ir::make_name(ir::Type::int32, own);
    }
    ir::ExpressionPtr const operand =
        without_reductions(with_loops(reduction.operands[0], renamed), inner, pattern, result);
    add(pattern, "_update", inner.within, inner.order, inner.next, sum,
        ir::make_operation(reduction.op, {sum, operand}), result);
    place.next += 2;
    return sum;
  }

  /// Returns the expression with other loop variables, also in constraints of inner reductions.
  static ir::ExpressionPtr with_loops(ir::ExpressionPtr const& expression,
                                      std::map<std::string, ir::ExpressionPtr> const& renamed) {
    return renamed.empty() ? expression : ir::with_names(expression, renamed);
  }

  void add(loops::Instruction const& pattern, char const* suffix, std::vector<std::string> const& within,
           std::vector<ir::LinearExpression> const& order, long position, ir::ExpressionPtr const& target,
           ir::ExpressionPtr const& value, std::vector<loops::Instruction>& result) {
    loops::Instruction instruction = pattern;
    instruction.id = loops::unused_name(kernel_, pattern.id + suffix);
    instruction.within = within;
    instruction.order = order;
    instruction.order.push_back(ir::linear(position));
    instruction.target = target;
    instruction.value = value;
    kernel_.instructions.push_back(instruction); // reserves the name
    result.push_back(std::move(instruction));
  }

  /// Returns a loop with the range of `loop` that nothing else uses.
  std::string own_loop(std::string const& loop) {
    if (used_loops_.insert(loop).second) return loop;
    loops::Loop copy = kernel_.loop(loop);
    copy.name = loops::unused_name(kernel_, loop);
    kernel_.loops.push_back(copy);
    used_loops_.insert(copy.name);
    std::vector<loops::Constraint> added;
    for (loops::Constraint const& constraint : kernel_.constraints)
      if (constraint.expression.uses(loop))
        added.push_back({constraint.expression.with(loop, ir::linear(copy.name)), constraint.is_equality});
    kernel_.constraints.insert(kernel_.constraints.end(), added.begin(), added.end());
    return copy.name;
  }

  loops::LoopKernel kernel_;
  std::size_t order_size_ = 0;
  std::set<std::string> used_loops_{};
};

} // namespace

loops::LoopKernel without_rules_and_reductions(loops::LoopKernel const& kernel) { return Expansion(kernel).run(); }

} // namespace chemora::polyhedral
