/// Elements of arrays, fields of structures and groups, and points of the grid.
#include "codegen/patterns/typed_expressions.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

namespace {

constexpr int n_axes = 3;
std::string axis_name(int axis) { return std::string(1, static_cast<char>('x' + axis)); }

/// Returns the text of an array that is a variable, a field or an element; an empty text for other expressions.
std::string name_in_messages(syntax::Node const& array) {
  if (array.kind == syntax::NodeKind::name) return array.text;
  if (array.kind == syntax::NodeKind::subscript) return array.source;
  if (array.kind != syntax::NodeKind::field) return "";
  std::string const owner = name_in_messages(*array.operands[0]);
  return owner.empty() ? "" : owner + "." + array.text;
}

bool is_point(Type const& type) { return type.kind == Kind::structure && type.structure == point_structure().name; }

} // namespace

NodePtr ExpressionTyper::subscript(syntax::Node const& node) {
  NodePtr const array = typed(node.operands[0]);
  std::vector<NodePtr> subscripts;
  bool is_valid = array != nullptr;
  for (std::size_t n = 1; n < node.operands.size(); ++n) {
    subscripts.push_back(node.operands[n] ? typed(node.operands[n]) : nullptr);
    is_valid = is_valid && (!node.operands[n] || subscripts.back());
  }
  return is_valid ? element(node, array, subscripts) : nullptr;
}

std::optional<std::vector<NodePtr>> ExpressionTyper::typed_subscripts(Type const& type, syntax::Node const& node) {
  std::vector<NodePtr> subscripts;
  for (std::size_t n = 1; n < node.operands.size(); ++n) {
    if (!node.operands[n]) return error(node.where, "A whole axis cannot be assigned; use `foreach`."), std::nullopt;
    subscripts.push_back(typed(node.operands[n]));
    if (!subscripts.back()) return std::nullopt;
  }
  if (subscripts.size() == 1 && is_point(subscripts[0]->type) && type.rank == n_axes)
    subscripts = point_subscripts(subscripts[0], node.where);
  if (!type.is_array() || static_cast<int>(subscripts.size()) != type.rank) {
    error(node.where, fmt::format("`{}` has {} subscript{}; the variable has {} ax{}s.", node.source, subscripts.size(),
                                  subscripts.size() == 1 ? "" : "s", type.rank, type.rank == 1 ? "i" : "e"));
    return std::nullopt;
  }
  for (NodePtr const& subscript : subscripts)
    if (subscript->type.kind != Kind::integer)
      return error(subscript->where,
                   fmt::format("The subscript must be of type int; found {}.", to_text(subscript->type))),
             std::nullopt;
  return subscripts;
}

std::vector<NodePtr> ExpressionTyper::point_subscripts(NodePtr const& point, base::SourcePosition const& where) {
  std::vector<NodePtr> result;
  for (int axis = 0; axis < n_axes; ++axis) result.push_back(make_field(point, axis, where));
  return result;
}

NodePtr ExpressionTyper::element(syntax::Node const& node, NodePtr const& array,
                                 std::vector<NodePtr> const& subscripts) {
  if (subscripts.size() == 1 && subscripts[0] && is_point(subscripts[0]->type) && array->type.rank == n_axes)
    return with_definition("position", subscripts[0], [&](NodePtr const& point) {
      return element(node, array, point_subscripts(point, node.where));
    });
  bool const is_group = array->type.kind == Kind::group;
  if (!array->type.is_array() && !is_group)
    return error(node.where,
                 fmt::format("A value of type {} has no elements; arrays and groups have.", to_text(array->type)));
  std::size_t const rank = is_group ? 1 : static_cast<std::size_t>(array->type.rank);
  if (subscripts.size() != rank) {
    bool const has_arrays = array->type.element->is_array() && subscripts.size() > rank;
    std::string const advice = has_arrays                 ? " Its elements are arrays; write a[i][j]."
                               : subscripts.size() < rank ? " `*` stands for a whole axis, as in a[i, *]."
                                                          : "";
    return error(node.where,
                 fmt::format("`{}` has {} subscript{}; the array has {} ax{}s.{}", node.source, subscripts.size(),
                             subscripts.size() == 1 ? "" : "s", rank, rank == 1 ? "i" : "e", advice));
  }
  Node result{.kind = NodeKind::element,
              .type = *array->type.element,
              .where = node.where,
              .array_name = name_in_messages(*node.operands[0])};
  result.operands.push_back(array);
  int n_whole = 0;
  for (std::size_t n = 0; n < rank; ++n) {
    NodePtr const& subscript = subscripts[n];
    if (subscript && subscript->type.kind != Kind::integer)
      return error(subscript->where,
                   fmt::format("The subscript must be of type int; found {}.{}", to_text(subscript->type),
                               subscript->type.kind == Kind::real ? " `int(x)` is an integer." : ""));
    result.operands.push_back(subscript);
    if (subscript) continue;
    ++n_whole;
    result.extents.push_back(is_group ? nullptr : array->extents[n]);
  }
  if (n_whole == static_cast<int>(rank)) return array;
  if (n_whole > 0) result.type = array_type(n_whole, *array->type.element, array->type.is_over_grid);
  if (n_whole == 0 && result.type.is_array()) result.extents.resize(static_cast<std::size_t>(result.type.rank));
  return std::make_shared<Node const>(std::move(result));
}

NodePtr ExpressionTyper::make_field(NodePtr const& structure, int index, base::SourcePosition const& where) {
  Structure const& type = program_.structure(structure->type.structure);
  return std::make_shared<Node const>(Node{.kind = NodeKind::field,
                                           .type = scalar_type(type.fields[static_cast<std::size_t>(index)].kind),
                                           .index = index,
                                           .operands = {structure},
                                           .where = where});
}

NodePtr ExpressionTyper::coordinate(NodePtr const& point, int axis, base::SourcePosition const& where) {
  NodePtr const index = converted(make_field(point, axis, where), Kind::real);
  NodePtr const spacing = variable(grid_number("spacing_" + axis_name(axis)), where);
  NodePtr const origin = variable(grid_number("origin_" + axis_name(axis)), where);
  return make_operation(ir::Op::add, {origin, make_operation(ir::Op::multiply, {index, spacing}, where)}, where);
}

NodePtr ExpressionTyper::field_of_point(syntax::Node const& node, NodePtr const& point) {
  if (node.text == "volume") {
    NodePtr product;
    for (int axis = 0; axis < n_axes; ++axis) {
      NodePtr const spacing = variable(grid_number("spacing_" + axis_name(axis)), node.where);
      product = product ? make_operation(ir::Op::multiply, {product, spacing}, node.where) : spacing;
    }
    return product;
  }
  for (int axis = 0; axis < n_axes; ++axis)
    if (node.text == axis_name(axis))
      return with_definition("position", point,
                             [&](NodePtr const& value) { return coordinate(value, axis, node.where); });
  return nullptr;
}

NodePtr ExpressionTyper::field(syntax::Node const& node) {
  syntax::Node const& operand = *node.operands[0];
  if (operand.kind == syntax::NodeKind::name && find(operand.text) < 0)
    if (Program::Csr const* const matrix = find_matrix(operand.text)) {
      if (node.text == "first") return variable(matrix->first, node.where);
      if (node.text == "column") return variable(matrix->column, node.where);
      if (node.text == "value") return variable(matrix->value, node.where);
      if (node.text == "entries") return variable(matrix->entries, node.where);
      return error(node.where,
                   fmt::format("The CSR matrix `{}` has no field `{}`; expected first, column, value or entries.{}",
                               matrix->name, node.text,
                               base::did_you_mean(node.text, {"first", "column", "value", "entries"})));
    }
  NodePtr const value = typed(node.operands[0]);
  if (!value) return nullptr;
  if (value->type.kind == Kind::group) {
    if (node.text == "key")
      return std::make_shared<Node const>(
          Node{.kind = NodeKind::key, .type = scalar_type(Kind::integer), .operands = {value}, .where = node.where});
    return error(node.where, fmt::format("A group has no field `{}`; expected key.", node.text));
  }
  if (value->type.is_array() && value->type.rank == 1 && value->type.element->kind == Kind::group) {
    std::vector<std::string> const parts{"first", "members", "keys"};
    auto const found = std::find(parts.begin(), parts.end(), node.text);
    if (found != parts.end()) return make_group_part(value, static_cast<GroupPart>(found - parts.begin()), node.where);
    return error(node.where, fmt::format("An array of groups has no field `{}`; expected first, members or keys.{}",
                                         node.text, base::did_you_mean(node.text, parts)));
  }
  if (value->type.kind != Kind::structure)
    return error(node.where, fmt::format("A value of type {} has no fields.", to_text(value->type)));
  Structure const& structure = program_.structure(value->type.structure);
  std::vector<std::string> known;
  for (std::size_t n = 0; n < structure.fields.size(); ++n) {
    if (structure.fields[n].name == node.text) return make_field(value, static_cast<int>(n), node.where);
    known.push_back(structure.fields[n].name);
  }
  if (is_point(value->type)) {
    if (NodePtr const result = field_of_point(node, value)) return result;
    for (char const* const name : {"x", "y", "z", "volume"}) known.emplace_back(name);
  }
  return error(node.where, fmt::format("`{}` has no field `{}`; expected {}.{}", structure.name, node.text,
                                       base::list_in_words(known, "or"), base::did_you_mean(node.text, known)));
}

} // namespace chemora::patterns
