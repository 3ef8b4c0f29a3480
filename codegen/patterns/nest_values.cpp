#include "codegen/patterns/nest_values.hpp"

#include "codegen/patterns/describe_nest.hpp"
#include "codegen/patterns/nodes.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;
using ir::Op;

namespace {

/// Returns whether a pattern has a size that depends on variables of other patterns or on elements, or stores members
/// of a filter or of groups at such positions.
bool has_sizes_from_data(Program const& program, NodePtr const& value) {
  Nest const nest = nest_of(program, value, kernel_result);
  return std::ranges::any_of(nest.patterns,
                             [](NestPattern const& pattern) { return !pattern.is_size_known_at_launch; }) ||
         any_part(value, is_selection);
}

ExpressionPtr negated(ExpressionPtr const& condition) { return ir::make_operation(Op::logical_not, {condition}); }

/// Sets the elements of `is_used` to true for the fields of the variable that the node uses.
void find_used_fields(NodePtr const& node, int variable, std::vector<bool>& is_used) {
  auto const is_variable = [&](NodePtr const& part) {
    return part->kind == NodeKind::variable && part->variable == variable;
  };
  if (node->kind == NodeKind::field && is_variable(node->operands[0]))
    is_used[static_cast<std::size_t>(node->index)] = true;
  else if (is_variable(node))
    is_used.assign(is_used.size(), true);
  else
    for_each_part(*node, [&](NodePtr const& part) { find_used_fields(part, variable, is_used); });
}

} // namespace

NestValues::NestValues(Program const& program, Mapping const& mapping, NestOptions const& options, NodePtr const& value)
    : program_(program), mapping_(mapping), options_(options), value_(value), builder_(result_.kernel),
      loops_(builder_, options.is_device, !has_sizes_from_data(program, value)),
      reductions_(result_.kernel, builder_, loops_), ranges_(program.variables) {}

void NestValues::fail(Node const& node, std::string const& what) const {
  throw base::UserError(node.where, fmt::format("There is no kernel for {}.", what));
}

void NestValues::fail_over_grid(Generator const& generator) const {
  throw base::UserError(declared(generator.variable).where, "There is no kernel for patterns over the grid.");
}

// Scalars and structures.

bool NestValues::needs_guard(NodePtr const& node) const {
  return any_part(node, [&](Node const& part) {
    bool const divides = part.kind == NodeKind::operation && ir::info(part.op).is_integer_division();
    bool const is_element = part.kind == NodeKind::element && !(points_ && is_grid_element(program_, part));
    return divides || (is_element && !is_inside(part)) || part.kind == NodeKind::pattern || part.kind == NodeKind::let;
  });
}

bool NestValues::is_inside(Node const& element) const {
  Node const& array = *element.operands[0];
  if (array.kind != NodeKind::variable || values_.contains(array.variable) || arrays_.contains(array.variable))
    return false;
  for (std::size_t n = 1; n < element.operands.size(); ++n)
    if (n > array.extents.size() || !ranges_.are_inside(element.operands[n], array.extents[n - 1])) return false;
  return true;
}

Fields NestValues::value(NodePtr const& node) {
  switch (node->kind) {
  case NodeKind::number:
    return {ir::make_number(ir_type(node->type.kind), node->number)};
  case NodeKind::variable:
    return variable(*node);
  case NodeKind::operation:
    return operation(*node);
  case NodeKind::conditional:
    return conditional(*node);
  case NodeKind::let:
    if (points_ && node->operands[0]->kind == NodeKind::construct)
      define_fields(*node);
    else
      define(node->variable, node->operands[0]);
    return value(node->operands[1]);
  case NodeKind::construct: {
    Fields fields;
    for (NodePtr const& operand : node->operands) fields.push_back(value(operand)[0]);
    return fields;
  }
  case NodeKind::field:
    return {value(node->operands[0])[static_cast<std::size_t>(node->index)]};
  case NodeKind::element: {
    std::vector<ExpressionPtr> subscripts;
    for (std::size_t n = 1; n < node->operands.size(); ++n) subscripts.push_back(integer(node->operands[n]));
    return element(node->operands[0], subscripts);
  }
  case NodeKind::size:
    return {size(node->operands[0], static_cast<std::size_t>(node->index))};
  case NodeKind::pattern:
    if (node->type.is_array()) fail(*node, "arrays of arrays of different sizes");
    return reduced(*node);
  case NodeKind::key:
  case NodeKind::list:
  case NodeKind::group_part:
    break;
  }
  fail(*node, node->kind == NodeKind::key ? "keys of groups" : "lists");
}

std::string const& NestValues::parameter(int variable) {
  Variable const& declaration = declared(variable);
  if (!result_.kernel.find_parameter(declaration.name))
    result_.kernel.parameters.push_back({declaration.name, memory_type(declaration.type.kind)});
  return declaration.name;
}

Fields NestValues::variable(Node const& node) {
  if (auto const found = values_.find(node.variable); found != values_.end()) return found->second;
  Variable const& declaration = declared(node.variable);
  bool const is_number = declaration.role == Role::parameter || declaration.role == Role::size ||
                         (points_ && declaration.role == Role::grid_number);
  if (is_number && declaration.type.kind == Kind::boolean)
    return {ir::make_operation(Op::not_equal,
                               {ir::make_name(ir::Type::int32, parameter(node.variable)), ir::make_integer(0)})};
  if (is_number) return {ir::make_name(memory_type(declaration.type.kind), parameter(node.variable))};
  if (declaration.type.is_array() || declaration.type.kind == Kind::group) fail(node, "arrays as values");
  if (declaration.role == Role::grid_number) fail(node, "properties of the grid");
  return element_of_argument(node.variable, {}); // computed by an earlier statement
}

void NestValues::define(int variable, NodePtr const& node) {
  if (node->type.is_array()) {
    if (node->kind == NodeKind::let) {
      define(node->variable, node->operands[0]);
      return define(variable, node->operands[1]);
    }
    inner_results_.erase(variable);
    if (is_selection(*node)) return store_inner_selection(variable, *node);
    if (!store_inner_result(variable, node)) arrays_[variable] = node;
    return;
  }
  Fields const fields = value(node);
  if (fields.size() == 1 && is_linear_in_loops(fields[0])) { // subscripts with the variable are checked at launch
    values_[variable] = fields;
    return;
  }
  Fields& targets = values_[variable];
  targets = temporaries(declared(variable).name, node->type);
  for (std::size_t n = 0; n < fields.size(); ++n) builder_.assign(targets[n], fields[n]);
}

/// Defines the structure of a `let`. Fields with values of grid functions that the expression does not use are omitted,
/// so that these values need not be copied to lists of points.
void NestValues::define_fields(Node const& node) {
  Node const& structure = *node.operands[0];
  std::vector<bool> is_used(structure.operands.size());
  find_used_fields(node.operands[1], node.variable, is_used);
  Fields targets = temporaries(declared(node.variable).name, structure.type);
  for (std::size_t n = 0; n < is_used.size(); ++n)
    if (is_used[n] || !is_grid_element(program_, *structure.operands[n]))
      builder_.assign(targets[n], value(structure.operands[n])[0]);
  values_[node.variable] = std::move(targets);
}

/// Whether a value is an integer that is linear in loop variables and parameters.
bool NestValues::is_linear_in_loops(ExpressionPtr const& value) const {
  std::optional<LinearExpression> const number = value->type == ir::Type::int32 ? ir::as_linear(value) : std::nullopt;
  return number &&
         std::ranges::none_of(number->factors, [&](auto const& item) { return result_.kernel.find_array(item.first); });
}

std::vector<ir::Type> NestValues::types_of(Type const& type) const {
  if (type.kind != Kind::structure) return {ir_type(type.kind)};
  std::vector<ir::Type> types;
  for (Structure::Field const& field : program_.structure(type.structure).fields) types.push_back(ir_type(field.kind));
  return types;
}

Fields NestValues::temporaries(std::string const& name, Type const& type) {
  Fields fields;
  for (ir::Type const field : types_of(type))
    fields.push_back(builder_.scalar(builder_.new_name(name + "_value"), field));
  return fields;
}

ExpressionPtr NestValues::int_scalar(std::string const& name, ExpressionPtr const& number) {
  ExpressionPtr const result = builder_.scalar(builder_.new_name(name), ir::Type::int32);
  builder_.assign_always(result, number);
  return result;
}

void NestValues::assign_if(ExpressionPtr const& condition, Fields const& targets, NodePtr const& node) {
  loops::KernelBuilder::Condition const scope(builder_, condition);
  Fields const fields = value(node);
  for (std::size_t n = 0; n < targets.size(); ++n) builder_.assign(targets[n], fields[n]);
}

Fields NestValues::operation(Node const& node) {
  bool const is_and = node.op == Op::logical_and;
  if ((is_and || node.op == Op::logical_or) && needs_guard(node.operands[1])) {
    Fields const result = temporaries("condition", node.type), first = value(node.operands[0]);
    builder_.assign(result[0], first[0]);
    Fields const copy = temporaries("first", node.type); // a condition does not change while it is in use
    builder_.assign(copy[0], result[0]);
    assign_if(is_and ? copy[0] : negated(copy[0]), result, node.operands[1]);
    return result;
  }
  std::vector<ExpressionPtr> operands;
  for (NodePtr const& operand : node.operands) operands.push_back(value(operand)[0]);
  if (node.op == Op::convert) return {ir::make_conversion(ir_type(node.type.kind), operands[0])};
  return {ir::make_operation(node.op, std::move(operands))};
}

Fields NestValues::conditional(Node const& node) {
  ExpressionPtr const condition = value(node.operands[0])[0];
  if (node.type.is_array()) fail(node, "arrays that depend on a condition");
  if (!needs_guard(node.operands[1]) && !needs_guard(node.operands[2])) {
    Fields const first = value(node.operands[1]), second = value(node.operands[2]);
    Fields result;
    for (std::size_t n = 0; n < first.size(); ++n)
      result.push_back(ir::make_operation(Op::select, {condition, first[n], second[n]}));
    return result;
  }
  Fields const test = temporaries("condition", {.kind = Kind::boolean}), result = temporaries("choice", node.type);
  builder_.assign(test[0], condition);
  assign_if(test[0], result, node.operands[1]);
  assign_if(negated(test[0]), result, node.operands[2]);
  return result;
}

// Arrays.

void NestValues::declare_argument(std::string const& name, ir::Type type, std::vector<NodePtr> const& extents,
                                  std::size_t n_fields) {
  ir::TypedArray array{.name = name, .type = type, .is_argument = true, .scope = ir::Scope::grid};
  for (NodePtr const& extent : extents) {
    std::optional<LinearExpression> const bound = ir::as_linear(integer(extent));
    if (!bound) fail(*extent, "arrays whose extents are no sums of sizes");
    array.axes.push_back({.extent = *bound});
  }
  if (extents.empty()) array.axes.push_back({.extent = linear(1)});
  if (n_fields > 1) array.axes.push_back({.extent = linear(static_cast<long>(n_fields))});
  for (std::size_t axis = 0; axis < array.axes.size(); ++axis)
    array.axes[axis].nesting = static_cast<int>(array.axes.size() - 1 - axis);
  result_.kernel.arrays.push_back(std::move(array));
}

Fields NestValues::element_of_argument(int variable, std::vector<ExpressionPtr> const& subscripts) {
  Variable const& declaration = declared(variable);
  Type const& element = declaration.type.is_array() ? *declaration.type.element : declaration.type;
  if (element.is_array() || element.kind == Kind::group)
    throw base::UserError(declaration.where,
                          fmt::format("There is no kernel for elements of `{}`, which are arrays.", declaration.name));
  std::vector<ir::Type> const types = types_of(element);
  ir::Type const memory = memory_type(program_, element);
  if (!result_.kernel.find_array(declaration.name)) {
    declare_argument(declaration.name, memory, declaration.extents, types.size());
    result_.inputs.push_back(declaration.name);
  }
  if (is_recording_) record_outer_element(variable, subscripts);
  if (std::optional<Fields> ahead = prefetched_element(variable, subscripts)) return *ahead;
  Fields fields;
  for (std::size_t n = 0; n < types.size(); ++n) {
    std::vector<ExpressionPtr> all = subscripts;
    if (declaration.extents.empty()) all.push_back(ir::make_integer(0));
    if (types.size() > 1) all.push_back(ir::make_integer(static_cast<long>(n)));
    fields.push_back(from_memory(ir::make_element(memory, declaration.name, all), types[n]));
  }
  return fields;
}

void NestValues::define_generator(Generator const& generator, ExpressionPtr const& index) {
  ranges_.add(generator);
  if (generator.kind == GeneratorKind::range) {
    bool const has_first =
        generator.first && !(generator.first->kind == NodeKind::number && generator.first->number == 0);
    values_[generator.variable] = {has_first ? ir::make_operation(Op::add, {integer(generator.first), index}) : index};
    return;
  }
  if (generator.kind != GeneratorKind::element) fail_over_grid(generator);
  if (generator.set->type.kind == Kind::group) fail(*generator.set, "groups");
  if (generator.set->type.rank == 1) {
    values_[generator.variable] = element(generator.set, {index});
    return;
  }
  // A row of an array: the element with the first subscript, which has a number that no variable of the program has.
  base::SourcePosition const& where = generator.set->where;
  int const number = -static_cast<int>(++n_rows_);
  values_[number] = {index};
  NodePtr const subscript = std::make_shared<Node const>(
      Node{.kind = NodeKind::variable, .type = scalar_type(Kind::integer), .variable = number, .where = where});
  Node row{.kind = NodeKind::element,
           .type = declared(generator.variable).type,
           .operands = {generator.set, subscript},
           .where = where};
  row.operands.resize(static_cast<std::size_t>(generator.set->type.rank) + 1);
  arrays_[generator.variable] = std::make_shared<Node const>(std::move(row));
}

/// Returns an element of an array expression. The subscripts are as many as axes.
Fields NestValues::element(NodePtr const& array, std::vector<ExpressionPtr> const& subscripts) {
  switch (array->kind) {
  case NodeKind::variable:
    if (auto const found = inner_results_.find(array->variable); found != inner_results_.end())
      return element_of_inner(found->second, subscripts);
    if (auto const found = inner_selections_.find(array->variable); found != inner_selections_.end())
      return element_of_inner(found->second.members, subscripts);
    if (auto const found = arrays_.find(array->variable); found != arrays_.end())
      return element(NodePtr(found->second), subscripts);
    if (declared(array->variable).role == Role::grid) {
      if (!points_) fail(*array, "grid functions");
      return {value_at_point(array->variable)};
    }
    return element_of_argument(array->variable, subscripts);
  case NodeKind::let:
    define(array->variable, array->operands[0]);
    return element(array->operands[1], subscripts);
  case NodeKind::element: {
    std::vector<ExpressionPtr> all;
    std::size_t next = 0;
    for (std::size_t n = 1; n < array->operands.size(); ++n)
      all.push_back(array->operands[n] ? integer(array->operands[n]) : subscripts.at(next++));
    all.insert(all.end(), subscripts.begin() + static_cast<long>(next), subscripts.end());
    return element(array->operands[0], all);
  }
  case NodeKind::pattern: {
    Pattern const& pattern = *array->pattern;
    if (pattern.kind != PatternKind::map && pattern.kind != PatternKind::zip) fail(*array, "filter and groupBy");
    for (Generator const& generator : pattern.generators) define_generator(generator, subscripts.at(0));
    std::vector<ExpressionPtr> const inner(subscripts.begin() + 1, subscripts.end());
    return inner.empty() ? value(pattern.body) : element(pattern.body, inner);
  }
  case NodeKind::group_part:
    if (InnerSelection const* const groups = selection_of(array->operands[0]))
      return element_of_groups(*groups, static_cast<GroupPart>(array->index), subscripts.at(0));
    [[fallthrough]];
  default:
    fail(*array, "this array");
  }
}

ExpressionPtr NestValues::size(NodePtr const& array, std::size_t axis) {
  NodePtr const extent = axis < array->extents.size() ? array->extents[axis] : nullptr;
  // The declared size of an array whose size follows from data is `size` of its own variable.
  bool const is_described = extent && !(extent->kind == NodeKind::size && same_node(extent->operands[0], array));
  if (is_described) return integer(extent);
  if (InnerSelection const* const selection = selection_of(array))
    return array->type.element->kind == Kind::group ? selection->n_groups : selection->n_members;
  if (auto const found = arrays_.find(array->variable); array->kind == NodeKind::variable && found != arrays_.end())
    return size(NodePtr(found->second), axis);
  if (array->kind == NodeKind::pattern && !is_selection(*array))
    return axis == 0 ? count_of_generator(array->pattern->generators[0]).value : size(array->pattern->body, axis - 1);
  if (array->kind == NodeKind::variable && axis < declared(array->variable).extents.size()) {
    NodePtr const& declared_extent = declared(array->variable).extents[axis];
    if (declared_extent->kind != NodeKind::size) return integer(declared_extent);
  }
  fail(*array, "sizes that follow from data");
}

} // namespace chemora::patterns
