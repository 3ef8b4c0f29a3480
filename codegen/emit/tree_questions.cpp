#include "codegen/emit/tree_questions.hpp"

#include "codegen/emit/unroll_tree.hpp"

#include <algorithm>

namespace chemora::emit {

using ir::Mapping;
using ir::NodeKind;
using ir::TreeNode;
using ir::Type;

namespace {

/// Returns whether the expression is an array element with a subscript that is read from an array.
bool is_lookup(ir::ExpressionPtr const& expression) {
  bool result = false;
  if (expression->kind == ir::ExpressionKind::element)
    for (ir::ExpressionPtr const& subscript : expression->operands)
      ir::for_each(subscript, [&](ir::ExpressionPtr const& e) { result |= e->kind == ir::ExpressionKind::element; });
  return result;
}

/// Adds the types in which the nodes compute to `computed`, and the types of all expressions to `types`. Copies and
/// conversions do not count as computations; assigned lookups do.
void collect_types(std::vector<TreeNode> const& nodes, std::set<Type>& computed, std::set<Type>& types) {
  for (TreeNode const& node : nodes) {
    for (ir::ExpressionPtr const& expression : {node.condition, node.target, node.value})
      if (expression)
        ir::for_each(expression, [&](ir::ExpressionPtr const& e) {
          types.insert(e->type);
          if (e->kind != ir::ExpressionKind::operation || e->op == ir::Op::convert) return;
          computed.insert(e->type);
          computed.insert(e->operands.back()->type);
        });
    if (node.value && is_lookup(node.value)) computed.insert(node.value->type);
    collect_types(node.body, computed, types);
  }
}

} // namespace

bool is_divided(TreeNode const& node) {
  return node.kind == NodeKind::loop && (node.mapping == Mapping::blocks || node.mapping == Mapping::threads);
}

bool is_vector_loop(TreeNode const& node) {
  return node.kind == NodeKind::loop && node.step == 1 &&
         (node.mapping == Mapping::vector || (node.mapping == Mapping::block && node.axis == 0));
}

bool depends_on(TreeNode const& loop, std::set<std::string> const& names) {
  for (auto const* bounds : {&loop.lower, &loop.upper})
    for (ir::Bound const& bound : *bounds)
      for (std::string const& name : names)
        if (bound.numerator.uses(name)) return true;
  return false;
}

bool has_unequal_work(std::vector<TreeNode> const& nodes, std::set<std::string> const& scalars) {
  return std::any_of(nodes.begin(), nodes.end(), [&](TreeNode const& node) {
    bool const has_loop = std::any_of(node.body.begin(), node.body.end(),
                                      [](TreeNode const& inner) { return inner.kind == NodeKind::loop; });
    return (node.kind == NodeKind::loop && has_loop && depends_on(node, scalars)) ||
           has_unequal_work(node.body, scalars);
  });
}

ir::ExpressionPtr without_limits(ir::ExpressionPtr const& subscript, std::string const& variable, Holds const& holds) {
  return ir::transformed(subscript, [&](ir::ExpressionPtr const& e) {
    bool const is_maximum = is_operation(e, ir::Op::maximum);
    if (!is_maximum && !is_operation(e, ir::Op::minimum)) return e;
    auto const left = ir::as_linear(e->operands[0]), right = ir::as_linear(e->operands[1]);
    if (!left || !right || left->uses(variable) == right->uses(variable)) return e;
    std::size_t const selected = left->uses(variable) ? 0 : 1;
    ir::LinearExpression const excess = selected == 0 ? *left - *right : *right - *left;
    return holds(is_maximum ? excess : -1 * excess) ? e->operands[selected] : e;
  });
}

void collect_variables(std::vector<TreeNode> const& nodes, std::set<std::string>& variables) {
  for (TreeNode const& node : nodes) {
    if (node.kind == NodeKind::loop) variables.insert(node.variable);
    collect_variables(node.body, variables);
  }
}

void collect_names_in_bounds(std::vector<TreeNode> const& nodes, std::set<std::string>& names) {
  for (TreeNode const& node : nodes) {
    for (auto const* bounds : {&node.lower, &node.upper})
      for (ir::Bound const& bound : *bounds)
        for (auto const& [name, factor] : bound.numerator.factors) names.insert(name);
    collect_names_in_bounds(node.body, names);
  }
}

void for_each_element(std::vector<TreeNode> const& nodes,
                      std::function<void(ir::ExpressionPtr const&, bool)> const& visit) {
  for (TreeNode const& node : nodes) {
    for (ir::ExpressionPtr const& expression : {node.condition, node.target, node.value})
      if (expression)
        ir::for_each(expression, [&](ir::ExpressionPtr const& e) {
          if (e->kind == ir::ExpressionKind::element) visit(e, e == node.target);
        });
    for_each_element(node.body, visit);
  }
}

void transform_expressions(std::vector<TreeNode>& nodes,
                           std::function<ir::ExpressionPtr(ir::ExpressionPtr const&)> const& replace) {
  for (TreeNode& node : nodes) {
    for (ir::ExpressionPtr* const expression : {&node.condition, &node.target, &node.value})
      if (*expression) *expression = ir::transformed(*expression, replace);
    transform_expressions(node.body, replace);
  }
}

int bytes_of_lanes(std::vector<TreeNode> const& nodes) {
  std::set<Type> computed, types;
  collect_types(nodes, computed, types);
  for (Type const type : {Type::int8, Type::int16})
    if (computed.contains(type)) return ir::element_bytes(type);
  return types.contains(Type::real64) ? 8 : 4;
}

bool reads(ir::ExpressionPtr const& expression, std::string const& array) {
  bool result = false;
  ir::for_each(expression, [&](ir::ExpressionPtr const& e) {
    result |= e->kind == ir::ExpressionKind::element && e->name == array;
  });
  return result;
}

bool sets_first(TreeNode const& loop, std::string const& scalar) {
  for (TreeNode const& node : loop.body) {
    bool is_used = false;
    for_each_element({node}, [&](ir::ExpressionPtr const& e, bool) { is_used |= e->name == scalar; });
    if (is_used)
      return node.kind == ir::NodeKind::assignment && node.target->name == scalar && !reads(node.value, scalar);
  }
  return false;
}

bool is_often_complete(TreeNode const& loop) {
  return !constant_extent(loop) && loop.extent > 1 && count_statements(loop.body) <= max_statements_to_repeat;
}

TreeNode const* loop_of_often_complete_vectors(TreeNode const& loop) {
  if (loop.body.size() != 1 || loop.body.front().kind != ir::NodeKind::loop) return nullptr;
  TreeNode const& inner = loop.body.front();
  return is_vector_loop(inner) && !depends_on(inner, {loop.variable}) && is_often_complete(inner) ? &inner : nullptr;
}

ir::ExpressionPtr condition_of_iterations(TreeNode const& loop) {
  if (loop.body.empty()) return nullptr;
  ir::ExpressionPtr const condition = loop.body.front().condition;
  for (TreeNode const& node : loop.body)
    if (node.kind != NodeKind::condition || !ir::equal(node.condition, condition)) return nullptr;
  bool is_assigned = false;
  for_each_element(loop.body, [&](ir::ExpressionPtr const& element, bool is_written) {
    is_assigned |= is_written && reads(condition, element->name);
  });
  return is_assigned && !ir::names_in(condition).contains(loop.variable) ? condition : nullptr;
}

} // namespace chemora::emit
