#include "codegen/patterns/typed_expressions.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>

namespace chemora::patterns {

namespace {

using ir::Op;
using Written = syntax::NodeKind;

constexpr std::size_t max_nodes = 100000; ///< largest number of operations after functions are inserted
constexpr int max_typed_depth = 1000;     ///< largest depth of expressions after functions are inserted

} // namespace

ExpressionTyper::ExpressionTyper(Program& program, base::Diagnostics& diagnostics)
    : program_(program), diagnostics_(diagnostics) {}

NodePtr ExpressionTyper::error(base::SourcePosition const& where, std::string const& message) {
  diagnostics_.error(where, message);
  return nullptr;
}

NodePtr ExpressionTyper::typed(syntax::NodePtr const& node) {
  bool const is_too_deep = ++depth_ > max_typed_depth;
  if (++n_nodes_ > max_nodes || is_too_deep) {
    error(node->where, fmt::format("After its functions are inserted, the program has more than {}; write smaller "
                                   "functions or fewer calls.",
                                   is_too_deep ? fmt::format("{} nested operations", max_typed_depth)
                                               : fmt::format("{} operations", max_nodes)));
    throw ProgramTooLarge{};
  }
  NodePtr const result = typed_node(*node);
  --depth_;
  return result;
}

NodePtr ExpressionTyper::typed_node(syntax::Node const& node) {
  switch (node.kind) {
  case Written::integer:
    return make_number(Kind::integer, node.number, node.where);
  case Written::real:
    return make_number(Kind::real, node.number, node.where);
  case Written::boolean:
    return make_number(Kind::boolean, node.number, node.where);
  case Written::infinity:
    return make_number(Kind::real, std::numeric_limits<double>::infinity(), node.where);
  case Written::pi:
    return make_number(Kind::real, std::numbers::pi, node.where);
  case Written::name:
    return name(node);
  case Written::negate:
  case Written::logical_not:
    return negation(node);
  case Written::binary:
    return binary(node);
  case Written::call:
    return call(node);
  case Written::subscript:
    return subscript(node);
  case Written::field:
    return field(node);
  case Written::conditional:
    return conditional(node);
  case Written::let:
    return definition(node);
  case Written::list:
    return list(node);
  case Written::pattern:
    return pattern(node);
  }
  return nullptr;
}

std::vector<NodePtr> ExpressionTyper::typed_all(std::vector<syntax::NodePtr> const& nodes) {
  std::vector<NodePtr> result;
  for (syntax::NodePtr const& node : nodes) result.push_back(node ? typed(node) : nullptr);
  return result;
}

NodePtr ExpressionTyper::typed_as(syntax::NodePtr const& node, Type const& type, std::string const& what) {
  NodePtr const value = typed(node);
  if (!value || type.kind == Kind::unknown) return nullptr;
  if (same_type(value->type, type)) return value;
  if (value->type.kind == Kind::integer && type.kind == Kind::real) return converted(value, Kind::real);
  std::string const advice = value->type.kind == Kind::real && type.kind == Kind::integer
                                 ? " Operator `/` and numbers with a decimal point are of type real; `int(x)` and "
                                   "`div(i, j)` are integers."
                                 : "";
  return error(node->where,
               fmt::format("{} must be of type {}; found {}.{}", what, to_text(type), to_text(value->type), advice));
}

bool ExpressionTyper::read_constant(syntax::NodePtr const& node, Type const& type, std::string const& what,
                                    double& result) {
  if (!node) return true;
  NodePtr const value = typed_as(node, type, what);
  bool const is_constant = value && value->kind == NodeKind::number;
  if (is_constant) result = value->number;
  if (value && !is_constant) error(node->where, what + " must be a constant.");
  return is_constant;
}

NodePtr ExpressionTyper::typed_integer(syntax::NodePtr const& node, std::string const& what) {
  return typed_as(node, scalar_type(Kind::integer), what);
}

NodePtr ExpressionTyper::typed_condition(syntax::NodePtr const& node, std::string const& what) {
  return typed_as(node, scalar_type(Kind::boolean), what);
}

NodePtr ExpressionTyper::name(syntax::Node const& node) {
  int const number = find(node.text);
  if (number >= 0) {
    bool const is_known = program_.variables[static_cast<std::size_t>(number)].type.kind != Kind::unknown;
    return is_known ? variable(number, node.where) : nullptr;
  }
  static std::set<std::string> const grid_numbers = [] {
    std::set<std::string> names;
    for (std::string const prefix : {"points_", "origin_", "spacing_"})
      for (std::string const axis : {"x", "y", "z"}) names.insert(prefix + axis);
    return names;
  }();
  if (grid_numbers.contains(node.text)) return variable(grid_number(node.text), node.where);
  if (find_matrix(node.text))
    return error(node.where, fmt::format("`{0}` is a CSR matrix; use its arrays `{0}.first`, `{0}.column` and "
                                         "`{0}.value`, or its rows, as in `sum(k in row({0}, i): {0}.value[k])`.",
                                         node.text));
  if (node.text == "grid") return error(node.where, "`grid` is not a value; use it as in `map(c in grid: ...)`.");
  if (functions_.contains(node.text))
    return error(node.where, fmt::format("`{0}` is a function; write `{0}(...)`.", node.text));
  return no_variable({node.text, node.where});
}

NodePtr ExpressionTyper::negation(syntax::Node const& node) {
  if (node.kind == Written::logical_not) {
    NodePtr const operand = typed_condition(node.operands[0], "The operand of `not`");
    return operand ? make_operation(Op::logical_not, {operand}, node.where) : nullptr;
  }
  NodePtr const operand = typed(node.operands[0]);
  if (!operand) return nullptr;
  if (!operand->type.is_number())
    return error(node.where, fmt::format("The sign `-` needs a number; found {}.", to_text(operand->type)));
  return make_operation(Op::negate, {operand}, node.where);
}

bool ExpressionTyper::unify(NodePtr& left, NodePtr& right) const {
  if (left->type.is_number() && right->type.is_number()) {
    Kind const kind = std::max(left->type.kind, right->type.kind);
    left = converted(left, kind);
    right = converted(right, kind);
  }
  return same_type(left->type, right->type);
}

NodePtr ExpressionTyper::binary(syntax::Node const& node) {
  NodePtr const left = typed(node.operands[0]), right = typed(node.operands[1]);
  if (!left || !right) return nullptr;
  if (node.text == "and" || node.text == "or") {
    if (left->type.kind != Kind::boolean || right->type.kind != Kind::boolean)
      return error(node.where, fmt::format("The operands of `{}` must be of type bool; found {} and {}.", node.text,
                                           to_text(left->type), to_text(right->type)));
    return make_operation(node.text == "and" ? Op::logical_and : Op::logical_or, {left, right}, node.where);
  }
  if (base::contains(std::array{"==", "!=", "<", "<=", ">", ">="}, node.text)) return comparison(node, left, right);
  return arithmetic(node, left, right);
}

NodePtr ExpressionTyper::arithmetic(syntax::Node const& node, NodePtr left, NodePtr right) {
  static std::map<std::string, Op> const operations{
      {"+", Op::add}, {"-", Op::subtract}, {"*", Op::multiply}, {"/", Op::divide}};
  if (!left->type.is_number() || !right->type.is_number()) {
    bool const has_array = left->type.is_array() || right->type.is_array();
    return error(node.where, fmt::format("The operands of `{}` must be numbers; found {} and {}.{}", node.text,
                                         to_text(left->type), to_text(right->type),
                                         has_array ? " Use `map` or `zipWith` for the elements of arrays." : ""));
  }
  unify(left, right);
  if (node.text == "/") {
    left = converted(left, Kind::real);
    right = converted(right, Kind::real);
  }
  return make_operation(operations.at(node.text), {left, right}, node.where);
}

NodePtr ExpressionTyper::comparison(syntax::Node const& node, NodePtr left, NodePtr right) {
  bool const is_equality = node.text == "==" || node.text == "!=";
  bool const is_comparable = unify(left, right) && left->type.is_scalar() && (is_equality || left->type.is_number());
  if (!is_comparable)
    return error(node.where,
                 fmt::format("`{}` cannot compare {} and {}.", node.text, to_text(left->type), to_text(right->type)));
  std::vector<NodePtr> operands{left, right};
  if (node.text[0] == '>') std::swap(operands[0], operands[1]);
  Op const op = node.text == "=="       ? Op::equal
                : node.text == "!="     ? Op::not_equal
                : node.text.size() == 1 ? Op::less
                                        : Op::less_equal;
  return make_operation(op, std::move(operands), node.where);
}

NodePtr ExpressionTyper::conditional(syntax::Node const& node) {
  NodePtr const condition = typed_condition(node.operands[0], "The condition of `if`");
  NodePtr then = typed(node.operands[1]), otherwise = typed(node.operands[2]);
  if (!condition || !then || !otherwise) return nullptr;
  if (!unify(then, otherwise))
    return error(node.where, fmt::format("The values of `then` and `else` must have one type; found {} and {}.",
                                         to_text(then->type), to_text(otherwise->type)));
  Node result{
      .kind = NodeKind::conditional, .type = then->type, .operands = {condition, then, otherwise}, .where = node.where};
  result.type.is_over_grid = then->type.is_over_grid || otherwise->type.is_over_grid;
  result.extents.resize(then->extents.size());
  for (std::size_t n = 0; n < result.extents.size(); ++n)
    if (then->extents[n] && otherwise->extents[n] && same_node(then->extents[n], otherwise->extents[n]))
      result.extents[n] = then->extents[n];
  return std::make_shared<Node const>(std::move(result));
}

NodePtr ExpressionTyper::make_let(int variable, NodePtr const& value, NodePtr const& body) {
  Node result{.kind = NodeKind::let,
              .type = body->type,
              .variable = variable,
              .operands = {value, body},
              .extents = body->extents,
              .where = value->where};
  for (NodePtr& extent : result.extents)
    if (extent) extent = with_variable(extent, variable, value);
  result.extents = visible_extents(result.extents, program_.variables.size());
  return std::make_shared<Node const>(std::move(result));
}

NodePtr ExpressionTyper::definition(syntax::Node const& node) {
  NodePtr const value = typed(node.operands[0]);
  push_scope();
  int const number = declare({node.text, node.where}, {.type = value ? value->type : Type{}});
  if (value) set_extents(number, value->extents);
  NodePtr const body = typed(node.operands[1]);
  pop_scope();
  return value && body ? make_let(number, value, body) : nullptr;
}

NodePtr ExpressionTyper::with_definition(std::string const& name, NodePtr const& value,
                                         std::function<NodePtr(NodePtr)> const& body) {
  if (value->kind == NodeKind::variable || value->kind == NodeKind::number) return body(value);
  int const number = static_cast<int>(program_.variables.size());
  program_.variables.push_back({.name = unique_name(name), .type = value->type, .where = value->where});
  names_.insert(program_.variables.back().name);
  set_extents(number, value->extents);
  NodePtr const result = body(variable(number, value->where));
  return result ? make_let(number, value, result) : nullptr;
}

NodePtr ExpressionTyper::list(syntax::Node const& node) {
  std::vector<NodePtr> items = typed_all(node.operands);
  if (items.empty()) return error(node.where, "A list needs at least one element.");
  if (base::contains(items, nullptr)) return nullptr;
  Kind kind = Kind::boolean;
  for (NodePtr const& item : items) kind = std::max(kind, item->type.kind);
  bool const is_number = kind == Kind::integer || kind == Kind::real;
  for (NodePtr& item : items) {
    if (is_number && item->type.is_number()) item = converted(item, kind);
    if (!same_type(item->type, items[0]->type) || item->type.is_array() || item->type.kind == Kind::group)
      return error(item->where, fmt::format("The elements of a list must be numbers, all bool, or structures of one "
                                            "type; found {} and {}.",
                                            to_text(items[0]->type), to_text(item->type)));
  }
  NodePtr const extent = make_integer(static_cast<long>(items.size()), node.where);
  return std::make_shared<Node const>(Node{.kind = NodeKind::list,
                                           .type = array_type(1, items[0]->type, false),
                                           .operands = items,
                                           .extents = {extent},
                                           .where = node.where});
}

} // namespace chemora::patterns
