#include "codegen/polyhedral/reduction_elements.hpp"
#include "codegen/ir/expression_evaluator.hpp"

#include <algorithm>

namespace chemora::polyhedral {

using ir::ExpressionPtr;
using ir::LinearExpression;

ExpressionPtr Sum::neutral() const { return ir::make_number(result->type, ir::neutral_element(op, result->type)); }

ExpressionPtr Sum::element(std::string const& array, LinearExpression const& subscript) const {
  return ir::make_element(result->type, array, {ir::make_linear(subscript)});
}

ir::TreeNode Sum::combine_partial(LinearExpression const& part, int distance) const {
  ExpressionPtr const left = element(partial, part), right = element(partial, part + ir::linear(distance));
  return {.kind = ir::NodeKind::assignment, .target = left, .value = ir::make_operation(op, {left, right})};
}

bool ElementsLoop::is_update(ir::TreeNode const& node) const {
  return node.kind == ir::NodeKind::assignment &&
         std::ranges::any_of(sums, [&](Sum const& sum) { return sum.result->name == node.target->name; });
}

namespace {

bool are_simple(std::vector<ir::TreeNode> const& nodes) {
  return std::ranges::all_of(nodes, [](ir::TreeNode const& node) {
    if (node.kind != ir::NodeKind::assignment && node.kind != ir::NodeKind::condition) return false;
    bool result = are_simple(node.body);
    for (ExpressionPtr const& expression : {node.condition, node.target, node.value})
      if (expression)
        ir::for_each(expression, [&](ExpressionPtr const& part) {
          if (part->kind == ir::ExpressionKind::operation && ir::info(part->op).is_transcendental()) result = false;
        });
    return result;
  });
}

class ElementBody {
public:
  ElementBody(ElementsLoop const& elements, ElementOfIteration const& element)
      : elements_(elements), element_(element) {}

  void change(ir::TreeNode& node) const {
    bool const is_update = elements_.is_update(node);
    ExpressionPtr const before = is_update ? changed(node.target, element_.starts) : nullptr;
    for (ExpressionPtr* expression : {&node.condition, &node.value})
      if (*expression) *expression = changed(*expression, element_.starts);
    if (node.target) node.target = changed(node.target, false);
    if (is_update && element_.is_present)
      node.value = ir::make_operation(ir::Op::select, {element_.is_present, node.value, before});
    for (auto* bounds : {&node.lower, &node.upper})
      for (ir::Bound& bound : *bounds) {
        bound.numerator = bound.numerator.with(elements_.loop.variable, element_.number);
        for (auto const& [name, copy] : element_.arrays) bound.numerator = bound.numerator.with(name, ir::linear(copy));
      }
    for (ir::TreeNode& inner : node.body) change(inner);
  }

private:
  ExpressionPtr changed(ExpressionPtr const& expression, bool has_neutral) const {
    auto const in_iteration = [&](ExpressionPtr const& e) {
      if (e->kind != ir::ExpressionKind::element) return e;
      for (Sum const& sum : elements_.sums)
        if (e->name == sum.result->name) return has_neutral ? sum.neutral() : sum.element(sum.partial, element_.part);
      auto const copy = element_.arrays.find(e->name);
      return copy == element_.arrays.end() ? e : ir::make_element(e->type, copy->second, e->operands);
    };
    return ir::transformed(ir::with_names(expression, {{elements_.loop.variable, element_.value}}), in_iteration);
  }

  ElementsLoop const& elements_;
  ElementOfIteration const& element_;
};

} // namespace

bool ElementsLoop::is_simple() const { return are_simple(loop.body); }

std::vector<ir::TreeNode> body_for(ElementsLoop const& elements, ElementOfIteration const& element) {
  std::vector<ir::TreeNode> nodes = elements.loop.body;
  ElementBody const body(elements, element);
  for (ir::TreeNode& node : nodes) body.change(node);
  return nodes;
}

} // namespace chemora::polyhedral
