/// Expressions of the interpreter.
#include "codegen/patterns/interpreter.hpp"
#include "codegen/patterns/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace chemora::patterns {

void Interpreter::define(int variable, Node const& value) {
  if (value.type.is_array() || value.type.kind == Kind::group) {
    slot(variable).array = array(value);
    return;
  }
  std::vector<double> numbers(components(value.type));
  evaluate(value, numbers.data());
  slot(variable).numbers = std::move(numbers);
}

/// Sets a variable to an element of an array, or to a row if the array has several axes.
void Interpreter::set(int variable, ArrayView const& set, long offset) {
  Type const& type = this->variable(variable).type;
  Slot& slot = this->slot(variable);
  if (set.extents.size() > 1) {
    slot.array = set;
    slot.array.offset = offset;
    slot.array.extents.erase(slot.array.extents.begin());
    slot.array.strides.erase(slot.array.strides.begin());
  } else if (type.is_array() || type.kind == Kind::group) {
    slot.array = set.storage->items[static_cast<std::size_t>(offset)];
  } else {
    std::size_t const n = set.storage->n_components;
    for (std::size_t k = 0; k < n; ++k)
      slot.numbers[k] = set.storage->numbers[static_cast<std::size_t>(offset) * n + k];
  }
}

double Interpreter::number(Node const& node) {
  double result = 0;
  evaluate(node, &result);
  return result;
}

void Interpreter::evaluate(Node const& node, double* result) {
  switch (node.kind) {
  case NodeKind::number:
    *result = node.number;
    return;
  case NodeKind::variable:
    std::copy(slot(node.variable).numbers.begin(), slot(node.variable).numbers.end(), result);
    return;
  case NodeKind::operation:
    *result = operation(node);
    return;
  case NodeKind::conditional:
    return evaluate(*node.operands[number(*node.operands[0]) != 0 ? 1 : 2], result);
  case NodeKind::let:
    define(node.variable, *node.operands[0]);
    return evaluate(*node.operands[1], result);
  case NodeKind::construct:
    for (std::size_t n = 0; n < node.operands.size(); ++n) result[n] = number(*node.operands[n]);
    return;
  case NodeKind::field: {
    std::vector<double> fields(components(node.operands[0]->type));
    evaluate(*node.operands[0], fields.data());
    *result = fields[static_cast<std::size_t>(node.index)];
    return;
  }
  case NodeKind::element: {
    Node const& array_node = *node.operands[0];
    if (distribution_.grid && array_node.kind == NodeKind::variable &&
        variable(array_node.variable).role == Role::grid) {
      *result = value_at_point(node);
      return;
    }
    ArrayView const set = array(*node.operands[0]);
    auto const offset = static_cast<std::size_t>(offset_of(node, set, node.operands, 1));
    std::size_t const n = set.storage->n_components;
    for (std::size_t k = 0; k < n; ++k) result[k] = set.storage->numbers[offset * n + k];
    return;
  }
  case NodeKind::checked:
    *result = number(*node.operands[0]);
    check_subscript(node, node.operands[0], static_cast<long>(*result), integer(*node.operands[1]));
    return;
  case NodeKind::key:
    *result = static_cast<double>(array(*node.operands[0]).key);
    return;
  case NodeKind::size:
    if (distribution_.grid && node.operands[0]->type.is_over_grid) {
      *result = size_of_all(node);
      return;
    }
    *result = static_cast<double>(array(*node.operands[0]).extents[static_cast<std::size_t>(node.index)]);
    return;
  case NodeKind::pattern:
    return evaluate_pattern(node, result);
  case NodeKind::list:
  case NodeKind::group_part:
    break;
  }
  throw base::InternalError("an array is evaluated as a number");
}

double Interpreter::operation(Node const& node) {
  double const first = number(*node.operands[0]);
  if (node.op == ir::Op::logical_and && first == 0) return 0;
  if (node.op == ir::Op::logical_or && first != 0) return 1;
  std::array operands{first, 0.0};
  std::size_t const n = node.operands.size();
  if (n > 1) operands[1] = number(*node.operands[1]);
  try {
    return ir::evaluate(node.op, ir_type(node.operands[0]->type.kind), ir_type(node.type.kind),
                        std::span(operands).first(n));
  } catch (base::UserError const& error) {
    fail(node.where, error.diagnostics()[0].message);
  }
}

void Interpreter::check_subscript(Node const& element, NodePtr const& subscript, long index, long extent, int axis) {
  if (index >= 0 && index < extent) return;
  std::string const of_axis = axis < 0 ? "" : fmt::format(" of axis {}", axis);
  bool const has_name = !element.array_name.empty();
  std::string const of_array = has_name ? fmt::format(" of `{}`", element.array_name) : "";
  std::string const allowed = extent <= 0 ? "there are no elements" : fmt::format("allowed are 0 to {}", extent - 1);
  fail(subscript->where.line > 0 ? subscript->where : element.where,
       fmt::format("The subscript {}{}{} is outside{}; {}.", index, of_axis, of_array, has_name ? "" : " of the array",
                   allowed));
}

long Interpreter::offset_of(Node const& node, ArrayView const& array, std::vector<NodePtr> const& subscripts,
                            std::size_t first) {
  long offset = array.offset;
  for (std::size_t axis = 0; axis + first < subscripts.size(); ++axis) {
    NodePtr const& subscript = subscripts[axis + first];
    if (!subscript) continue;
    long const index = integer(*subscript), extent = array.extents[axis];
    check_subscript(node, subscript, index, extent, array.extents.size() > 1 ? static_cast<int>(axis) : -1);
    offset += index * array.strides[axis];
  }
  return offset;
}

ArrayView Interpreter::part_of(Node const& node) {
  ArrayView const set = array(*node.operands[0]);
  long const offset = offset_of(node, set, node.operands, 1);
  ArrayView result{.storage = set.storage, .offset = offset};
  for (std::size_t axis = 0; axis + 1 < node.operands.size(); ++axis)
    if (!node.operands[axis + 1]) {
      result.extents.push_back(set.extents[axis]);
      result.strides.push_back(set.strides[axis]);
    }
  return result.extents.empty() ? set.storage->items[static_cast<std::size_t>(offset)] : result;
}

ArrayView Interpreter::list(Node const& node) {
  std::size_t const n = components(*node.type.element);
  ArrayStorage storage{.n_components = n};
  storage.numbers.resize(node.operands.size() * n);
  for (std::size_t k = 0; k < node.operands.size(); ++k) evaluate(*node.operands[k], storage.numbers.data() + k * n);
  return whole_array(std::move(storage), {static_cast<long>(node.operands.size())});
}

ArrayView Interpreter::group_part(ArrayView const& groups, GroupPart part, std::size_t n_components) {
  ArrayStorage result{.n_components = part == GroupPart::members ? n_components : 1};
  double n_members = 0;
  for_each_element(groups, [&](long offset) {
    ArrayView const& group = groups.storage->items[static_cast<std::size_t>(offset)];
    if (part == GroupPart::first) result.numbers.push_back(n_members);
    if (part == GroupPart::keys) result.numbers.push_back(static_cast<double>(group.key));
    n_members += static_cast<double>(group.n_elements());
    if (part != GroupPart::members) return;
    ArrayValue const value = to_value(group);
    result.numbers.insert(result.numbers.end(), value.numbers.begin(), value.numbers.end());
  });
  if (part == GroupPart::first) result.numbers.push_back(n_members);
  long const n = static_cast<long>(result.numbers.size() / result.n_components);
  return whole_array(std::move(result), {n});
}

ArrayView Interpreter::array(Node const& node) {
  switch (node.kind) {
  case NodeKind::variable:
    return slot(node.variable).array;
  case NodeKind::conditional:
    return array(*node.operands[number(*node.operands[0]) != 0 ? 1 : 2]);
  case NodeKind::let:
    define(node.variable, *node.operands[0]);
    return array(*node.operands[1]);
  case NodeKind::element:
    return part_of(node);
  case NodeKind::list:
    return list(node);
  case NodeKind::group_part:
    return group_part(array(*node.operands[0]), static_cast<GroupPart>(node.index), components(*node.type.element));
  case NodeKind::pattern:
    return pattern_array(node);
  default:
    throw base::InternalError("a number is evaluated as an array");
  }
}

} // namespace chemora::patterns
