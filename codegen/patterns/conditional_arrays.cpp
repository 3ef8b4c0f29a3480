#include "codegen/patterns/conditional_arrays.hpp"

#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/nodes.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace chemora::patterns {

namespace {

NodePtr conditional(Node const& node, NodePtr const& then, NodePtr const& otherwise) {
  if (!then || !otherwise) return nullptr;
  Node result = node;
  result.type = then->type;
  result.operands = {node.operands[0], then, otherwise};
  result.extents = {node.extents.begin() + (node.extents.empty() ? 0 : 1), node.extents.end()};
  return std::make_shared<Node const>(std::move(result));
}

/// Returns the type of the elements along the first axis.
Type type_of_element(Type const& array) {
  return array.rank == 1 ? *array.element : array_type(array.rank - 1, *array.element, array.is_over_grid);
}

/// Returns the node with `value` in place of the variable, at the positions of the variable, which errors name.
NodePtr with_value(NodePtr const& node, int variable, NodePtr const& value) {
  return transformed(node, [&](NodePtr const& part) {
    if (part->kind != NodeKind::variable || part->variable != variable) return part;
    Node positioned = *value;
    positioned.where = part->where;
    return std::make_shared<Node const>(std::move(positioned));
  });
}

/// Returns the element, which is an array if the array has several axes; null for arrays that are neither maps, rows
/// nor variables.
NodePtr element_of(NodePtr const& array, NodePtr const& index) {
  base::SourcePosition const& where = index->where;
  if (array->kind == NodeKind::let) {
    NodePtr const element = element_of(array->operands[1], index);
    if (!element) return nullptr;
    std::set<int> used;
    add_variables(element, used);
    return used.contains(array->variable) ? make_let(array->variable, array->operands[0], element) : element;
  }
  if (array->kind == NodeKind::conditional)
    return conditional(*array, element_of(array->operands[1], index), element_of(array->operands[2], index));
  if (array->kind == NodeKind::pattern && array->pattern->kind == PatternKind::map) {
    Generator const& generator = array->pattern->generators[0];
    NodePtr value = index;
    if (generator.kind == GeneratorKind::element) value = element_of(generator.set, index);
    if (generator.kind == GeneratorKind::range && generator.first)
      value = make_operation(ir::Op::add, {generator.first, index}, where);
    bool const is_array = generator.kind == GeneratorKind::element || generator.kind == GeneratorKind::range;
    return is_array && value ? with_value(array->pattern->body, generator.variable, value) : nullptr;
  }
  bool const has_name = array->kind == NodeKind::variable || array->kind == NodeKind::element;
  if (!has_name || !array->type.is_array()) return nullptr;
  Node result{.kind = NodeKind::element, .operands = {array}, .where = where};
  result.operands.resize(static_cast<std::size_t>(array->type.rank) + 1);
  if (array->kind == NodeKind::element) result = *array; // a row
  *std::ranges::find(result.operands, nullptr) = index;
  result.type = type_of_element(array->type);
  result.extents = {array->extents.begin() + 1, array->extents.end()};
  return std::make_shared<Node const>(std::move(result));
}

NodePtr size_of(NodePtr const& array) {
  if (array->extents[0]) return array->extents[0];
  if (array->kind != NodeKind::conditional) return nullptr;
  NodePtr const then = size_of(array->operands[1]), otherwise = size_of(array->operands[2]);
  if (!then || !otherwise) return nullptr;
  return std::make_shared<Node const>(Node{.kind = NodeKind::conditional,
                                           .type = then->type,
                                           .operands = {array->operands[0], then, otherwise},
                                           .where = array->where});
}

bool can_fail(NodePtr const& value) {
  return any_part(value, [](Node const& part) {
    bool const divides = part.kind == NodeKind::operation && ir::info(part.op).is_integer_division();
    return divides || part.kind == NodeKind::element || part.kind == NodeKind::pattern;
  });
}

/// Returns an integer with those errors of the array that do not belong to an element: the errors of conditions, of
/// definitions, and of the subscripts of rows. Null if there are none.
NodePtr errors_without_elements(NodePtr const& array) {
  NodePtr const none = make_integer(0, array->where);
  auto const errors_of = [&](std::size_t operand) { return errors_without_elements(array->operands[operand]); };
  switch (array->kind) {
  case NodeKind::conditional: {
    NodePtr const then = errors_of(1), otherwise = errors_of(2);
    if (!then && !otherwise && !can_fail(array->operands[0])) return nullptr;
    return std::make_shared<Node const>(
        Node{.kind = NodeKind::conditional,
             .type = none->type,
             .operands = {array->operands[0], then ? then : none, otherwise ? otherwise : none},
             .where = array->where});
  }
  case NodeKind::let: {
    NodePtr const body = errors_of(1);
    if (!body && !can_fail(array->operands[0])) return nullptr;
    return make_let(array->variable, array->operands[0], body ? body : none);
  }
  case NodeKind::element:
    return std::make_shared<Node const>(
        Node{.kind = NodeKind::size, .type = none->type, .operands = {array}, .where = array->where});
  case NodeKind::pattern: {
    NodePtr const& set = array->pattern->generators[0].set;
    return set ? errors_without_elements(set) : nullptr;
  }
  default:
    return nullptr;
  }
}

/// `is_part`: the array is a row of another one.
NodePtr as_map(Program& program, NodePtr const& array, bool is_part = false) {
  bool const is_conditional = array->kind == NodeKind::conditional && array->type.is_array();
  // An array of rank 2 without elements needs the extents of both axes.
  bool const has_extents = array->type.rank == 1 || !base::contains(array->extents, NodePtr());
  NodePtr const size = is_conditional && has_extents ? size_of(array) : nullptr;
  if (!size) return array;
  if (contains_pattern(array->operands[0])) { // computed once, instead of once for each element
    int const number = declare_variable(program, "holds", scalar_type(Kind::boolean), array->where);
    Node chosen = *array;
    chosen.operands[0] = variable_node(program, number, array->where);
    return make_let(number, array->operands[0], as_map(program, std::make_shared<Node const>(std::move(chosen))));
  }
  int const number = declare_variable(program, "index", scalar_type(Kind::integer), array->where);
  NodePtr const body = element_of(array, variable_node(program, number, array->where));
  if (!body) return array;
  Pattern pattern{.generators = {{.variable = number, .count = size}}, .body = as_map(program, body, true)};
  auto const map = std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                                     .type = array->type,
                                                     .pattern = std::make_shared<Pattern const>(std::move(pattern)),
                                                     .extents = array->extents,
                                                     .where = array->where});
  NodePtr const errors = is_part ? nullptr : errors_without_elements(array);
  if (!errors) return map;
  int const evaluated = declare_variable(program, "evaluated", errors->type, array->where);
  return make_let(evaluated, errors, map);
}

} // namespace

NodePtr with_conditional_elements(Program& program, NodePtr const& value) {
  return transformed(value, [&](NodePtr const& node) { return as_map(program, node); });
}

} // namespace chemora::patterns
