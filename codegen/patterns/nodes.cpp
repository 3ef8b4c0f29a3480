#include "codegen/patterns/nodes.hpp"

#include <algorithm>
#include <limits>

namespace chemora::patterns {

namespace {

bool is_number(NodePtr const& node) { return node->kind == NodeKind::number; }

} // namespace

ir::Type ir_type(Kind kind) {
  if (kind == Kind::boolean) return ir::Type::boolean;
  return kind == Kind::integer ? ir::Type::int32 : ir::Type::real64;
}

ir::Type memory_type(Kind kind) { return kind == Kind::real ? ir::Type::real64 : ir::Type::int32; }

ir::Type memory_type(Program const& program, Type const& element) {
  if (element.kind != Kind::structure) return memory_type(element.kind);
  bool const has_real = std::ranges::any_of(program.structure(element.structure).fields,
                                            [](Structure::Field const& field) { return field.kind == Kind::real; });
  return has_real ? ir::Type::real64 : ir::Type::int32;
}

ir::ExpressionPtr in_memory(ir::ExpressionPtr const& value, ir::Type memory) {
  bool const is_truth_value = value->type == ir::Type::boolean;
  return ir::make_conversion(memory, is_truth_value ? ir::make_conversion(ir::Type::int32, value) : value);
}

ir::ExpressionPtr from_memory(ir::ExpressionPtr const& number, ir::Type type) {
  if (type != ir::Type::boolean) return ir::make_conversion(type, number);
  return ir::make_operation(ir::Op::not_equal, {number, ir::make_number(number->type, 0)});
}

std::string pattern_word(Pattern const& pattern) {
  switch (pattern.kind) {
  case PatternKind::map:
    return "map";
  case PatternKind::zip:
    return "zipWith";
  case PatternKind::filter:
    return "filter";
  case PatternKind::reduce:
    return "reduce";
  case PatternKind::group:
    return "groupBy";
  case PatternKind::count:
    return "count";
  case PatternKind::arg_min:
    return "argmin";
  case PatternKind::arg_max:
    return "argmax";
  case PatternKind::iterate:
    return "iterate";
  case PatternKind::fold:
    break;
  }
  if (pattern.op == ir::Op::logical_or || pattern.op == ir::Op::logical_and)
    return pattern.op == ir::Op::logical_or ? "any" : "all";
  if (pattern.op == ir::Op::add || pattern.op == ir::Op::multiply) return pattern.op == ir::Op::add ? "sum" : "product";
  return pattern.op == ir::Op::minimum ? "min" : "max";
}

Type scalar_type(Kind kind) { return {.kind = kind}; }

Type structure_type(std::string const& name) { return {.kind = Kind::structure, .structure = name}; }

Type array_type(int rank, Type const& element, bool is_over_grid) {
  return {.kind = Kind::array,
          .rank = rank,
          .element = std::make_shared<Type const>(element),
          .is_over_grid = is_over_grid};
}

bool same_type(Type const& a, Type const& b) {
  if (a.kind != b.kind || a.structure != b.structure || a.rank != b.rank) return false;
  return !a.element || same_type(*a.element, *b.element);
}

std::string to_text(Type const& type) {
  switch (type.kind) {
  case Kind::unknown:
    break;
  case Kind::boolean:
    return "bool";
  case Kind::integer:
    return "int";
  case Kind::real:
    return "real";
  case Kind::structure:
    return type.structure;
  case Kind::array:
    return (type.element->kind == Kind::group ? "(" + to_text(*type.element) + ")" : to_text(*type.element)) + "[" +
           std::string(static_cast<std::size_t>(type.rank - 1), ',') + "]";
  case Kind::group:
    return "group of " + to_text(*type.element);
  }
  return "unknown";
}

Structure const& point_structure() {
  static Structure const point{"point", {{"i", Kind::integer}, {"j", Kind::integer}, {"k", Kind::integer}}};
  return point;
}

Structure const& Program::structure(std::string const& name) const {
  if (name == point_structure().name) return point_structure();
  for (Structure const& item : structures)
    if (item.name == name) return item;
  throw base::InternalError("there is no structure `" + name + "`");
}

int Program::find(std::string const& name) const {
  for (std::size_t n = 0; n < variables.size(); ++n)
    if (variables[n].name == name) return static_cast<int>(n);
  return -1;
}

NodePtr make_number(Kind kind, double number, base::SourcePosition const& where) {
  return std::make_shared<Node const>(
      Node{.kind = NodeKind::number, .type = scalar_type(kind), .number = number, .where = where});
}

NodePtr make_operation(ir::Op op, std::vector<NodePtr> operands, base::SourcePosition const& where) {
  Kind const kind = ir::info(op).returns_boolean() ? Kind::boolean : operands[0]->type.kind;
  bool const divides_by_zero = ir::info(op).is_integer_division() && is_number(operands[1]) && operands[1]->number == 0;
  if (std::all_of(operands.begin(), operands.end(), is_number) && !divides_by_zero) {
    std::vector<double> numbers;
    for (NodePtr const& operand : operands) numbers.push_back(operand->number);
    double const value = ir::evaluate(op, ir_type(operands[0]->type.kind), ir_type(kind), numbers);
    if (value == value) return make_number(kind, value, where);
  }
  return std::make_shared<Node const>(Node{.kind = NodeKind::operation,
                                           .type = scalar_type(kind),
                                           .op = op,
                                           .operands = std::move(operands),
                                           .where = where});
}

NodePtr make_let(int variable, NodePtr const& value, NodePtr const& body) {
  return std::make_shared<Node const>(Node{.kind = NodeKind::let,
                                           .type = body->type,
                                           .variable = variable,
                                           .operands = {value, body},
                                           .extents = body->extents,
                                           .where = body->where});
}

NodePtr converted(NodePtr const& node, Kind kind) {
  if (node->type.kind == kind) return node;
  if (is_number(node))
    return make_number(kind, ir::evaluate(ir::Op::convert, ir_type(node->type.kind), ir_type(kind), {&node->number, 1}),
                       node->where);
  return std::make_shared<Node const>(Node{.kind = NodeKind::operation,
                                           .type = scalar_type(kind),
                                           .op = ir::Op::convert,
                                           .operands = {node},
                                           .where = node->where});
}

void for_each_part(Generator const& generator, std::function<void(NodePtr const&)> const& visit) {
  for (NodePtr const& part : {generator.first, generator.last, generator.count, generator.set})
    if (part) visit(part);
}

void for_each_part(Node const& node, std::function<void(NodePtr const&)> const& visit) {
  for (NodePtr const& operand : node.operands)
    if (operand) visit(operand);
  if (!node.pattern) return;
  Pattern const& pattern = *node.pattern;
  for (Generator const& generator : pattern.generators) for_each_part(generator, visit);
  for (NodePtr const& part : {pattern.key, pattern.n_groups, pattern.body, pattern.initial, pattern.combine})
    if (part) visit(part);
}

bool any_part(NodePtr const& node, std::function<bool(Node const&)> const& holds) {
  if (holds(*node)) return true;
  bool result = false;
  for_each_part(*node, [&](NodePtr const& part) { result = result || any_part(part, holds); });
  return result;
}

void add_variables(NodePtr const& node, std::set<int>& variables) {
  if (node->kind == NodeKind::variable) variables.insert(node->variable);
  for_each_part(*node, [&](NodePtr const& part) { add_variables(part, variables); });
  for (NodePtr const& extent : node->extents)
    if (extent) add_variables(extent, variables);
}

bool contains_pattern(NodePtr const& node) {
  return any_part(node, [](Node const& part) { return part.kind == NodeKind::pattern; });
}

bool is_selection(Node const& node) {
  return node.kind == NodeKind::pattern &&
         (node.pattern->kind == PatternKind::filter || node.pattern->kind == PatternKind::group);
}

bool is_first_of_groups(Node const& node, std::vector<Variable> const& variables) {
  if (node.kind != NodeKind::element) return false;
  Node const& array = *node.operands[0];
  if (array.kind == NodeKind::group_part) return static_cast<GroupPart>(array.index) == GroupPart::first;
  return array.kind == NodeKind::variable &&
         variables[static_cast<std::size_t>(array.variable)].name.ends_with(".first");
}

bool is_grid_element(Program const& program, Node const& node) {
  if (node.kind != NodeKind::element || node.operands[0]->kind != NodeKind::variable) return false;
  return program.variables[static_cast<std::size_t>(node.operands[0]->variable)].role == Role::grid;
}

bool is_linear(Node const& integer) {
  if (integer.kind == NodeKind::number || integer.kind == NodeKind::variable) return true;
  if (integer.kind == NodeKind::checked) return is_linear(*integer.operands[0]);
  if (integer.kind != NodeKind::operation) return false;
  bool const is_sum = integer.op == ir::Op::add || integer.op == ir::Op::subtract || integer.op == ir::Op::negate;
  bool const is_multiple = integer.op == ir::Op::multiply && std::ranges::any_of(integer.operands, is_number);
  return (is_sum || is_multiple) &&
         std::ranges::all_of(integer.operands, [](NodePtr const& operand) { return is_linear(*operand); });
}

bool same_node(NodePtr const& a, NodePtr const& b) {
  if (a == b) return true;
  if (!a || !b || a->pattern || b->pattern || a->kind != b->kind || a->operands.size() != b->operands.size())
    return false;
  if (a->number != b->number || a->variable != b->variable || a->index != b->index || a->op != b->op) return false;
  return same_type(a->type, b->type) &&
         std::equal(a->operands.begin(), a->operands.end(), b->operands.begin(), same_node);
}

Generator transformed(Generator generator, std::function<NodePtr(NodePtr const&)> const& replace) {
  for (NodePtr* const part : {&generator.first, &generator.last, &generator.count, &generator.set})
    if (*part) *part = transformed(*part, replace);
  return generator;
}

NodePtr transformed(NodePtr const& node, std::function<NodePtr(NodePtr const&)> const& replace) {
  Node result = *node;
  for (NodePtr& operand : result.operands)
    if (operand) operand = transformed(operand, replace);
  for (NodePtr& extent : result.extents)
    if (extent) extent = transformed(extent, replace);
  if (node->pattern) {
    Pattern pattern = *node->pattern;
    for (Generator& generator : pattern.generators) generator = transformed(generator, replace);
    for (NodePtr* const part : {&pattern.key, &pattern.n_groups, &pattern.body, &pattern.initial, &pattern.combine})
      if (*part) *part = transformed(*part, replace);
    result.pattern = std::make_shared<Pattern const>(std::move(pattern));
  }
  bool const is_arithmetic = result.kind == NodeKind::operation && result.op != ir::Op::convert;
  return replace(is_arithmetic ? make_operation(result.op, result.operands, result.where)
                               : std::make_shared<Node const>(std::move(result)));
}

NodePtr with_variable(NodePtr const& node, int variable, NodePtr const& value) {
  return transformed(node, [&](NodePtr const& part) {
    return part->kind == NodeKind::variable && part->variable == variable ? value : part;
  });
}

Statement with_own_expressions(Statement statement, std::function<NodePtr(NodePtr const&)> const& change) {
  for (NodePtr* const part : {&statement.value, &statement.count})
    if (*part) *part = change(*part);
  for (NodePtr& subscript : statement.subscripts) subscript = change(subscript);
  for (Generator& generator : statement.generators)
    for (NodePtr* const part : {&generator.first, &generator.last, &generator.count, &generator.set})
      if (*part) *part = change(*part);
  for (auto& [name, column] : statement.columns) column = change(column);
  return statement;
}

Statement with_expressions(Statement statement, std::function<NodePtr(NodePtr const&)> const& change) {
  statement = with_own_expressions(std::move(statement), change);
  for (std::vector<Statement>* const block : {&statement.body, &statement.otherwise})
    for (Statement& inner : *block) inner = with_expressions(std::move(inner), change);
  return statement;
}

NodePtr without_checks(NodePtr const& node) {
  // A definition of a checked subscript evaluates the check only once.
  NodePtr const without_definitions = transformed(node, [](NodePtr const& part) {
    bool const defines_check = part->kind == NodeKind::let && part->operands[0]->kind == NodeKind::checked;
    return defines_check ? with_variable(part->operands[1], part->variable, part->operands[0]) : part;
  });
  std::set<int> used;
  add_variables(without_definitions, used);
  return transformed(without_definitions, [&](NodePtr const& part) {
    if (part->kind == NodeKind::let && !used.contains(part->variable)) return part->operands[1];
    return part->kind == NodeKind::checked ? part->operands[0] : part;
  });
}

NodePtr make_group_part(NodePtr const& groups, GroupPart part, base::SourcePosition const& where) {
  Type const& group = *groups->type.element;
  bool const is_members = part == GroupPart::members;
  NodePtr extent = groups->extents[0];
  if (extent && part == GroupPart::first) extent = make_operation(ir::Op::add, {extent, make_integer(1, where)}, where);
  return std::make_shared<Node const>(Node{
      .kind = NodeKind::group_part,
      .type = array_type(1, is_members ? *group.element : scalar_type(Kind::integer), is_members && group.is_over_grid),
      .index = static_cast<int>(part),
      .operands = {groups},
      .extents = {is_members ? nullptr : extent},
      .where = where});
}

NodePtr count_of(Generator const& range) {
  if (range.count) return range.count;
  base::SourcePosition const& where = range.last->where;
  bool const starts_at_zero = is_number(range.first) && range.first->number == 0;
  NodePtr const difference =
      starts_at_zero ? range.last : make_operation(ir::Op::subtract, {range.last, range.first}, where);
  return make_operation(ir::Op::add, {difference, make_integer(1, where)}, where);
}

void SubscriptRanges::add(Generator const& generator) {
  bool const starts_at_zero = !generator.first || (is_number(generator.first) && generator.first->number == 0);
  counts_.erase(generator.variable);
  if (generator.kind == GeneratorKind::range && generator.count && starts_at_zero)
    counts_[generator.variable] = generator.count;
}

NodePtr SubscriptRanges::end_of(NodePtr const& integer) const {
  NodePtr const& variable = integer->kind == NodeKind::element ? integer->operands[0] : integer;
  if (variable->kind != NodeKind::variable) return nullptr;
  if (auto const count = counts_.find(variable->variable); count != counts_.end()) return count->second;
  auto const number = static_cast<std::size_t>(variable->variable); // that of a row is negative
  return number < variables_->size() ? (*variables_)[number].end : nullptr;
}

bool SubscriptRanges::are_inside(NodePtr const& subscript, NodePtr const& extent) const {
  return subscript && extent && lower_bound(subscript) >= 0 && is_below(subscript, extent);
}

double SubscriptRanges::lower_bound(NodePtr const& integer) const {
  constexpr double unknown = -std::numeric_limits<double>::infinity();
  auto const operand = [&](std::size_t n) { return lower_bound(integer->operands[n]); };
  if (is_number(integer)) return integer->number;
  if (end_of(integer)) return 0;
  if (integer->kind == NodeKind::variable) {
    Variable const& variable = (*variables_)[static_cast<std::size_t>(integer->variable)];
    return variable.role == Role::parameter ? variable.range[0] : unknown;
  }
  if (is_first_of_groups(*integer, *variables_)) return 0;
  if (integer->kind != NodeKind::operation) return unknown;
  if (integer->op == ir::Op::minimum) return std::min(operand(0), operand(1));
  if (integer->op == ir::Op::maximum) return std::max(operand(0), operand(1));
  bool const subtracts_number = integer->op == ir::Op::subtract && is_number(integer->operands[1]);
  bool const may_overflow = subtracts_number && integer->operands[1]->number < 0;
  return subtracts_number && !may_overflow ? operand(0) - integer->operands[1]->number : unknown;
}

bool SubscriptRanges::is_below(NodePtr const& integer, NodePtr const& end) const {
  auto const operand = [&](std::size_t n) { return is_below(integer->operands[n], end); };
  if (is_number(integer) && integer->number < lower_bound(end)) return true;
  if (NodePtr const own_end = end_of(integer)) return same_node(own_end, end);
  if (integer->kind != NodeKind::operation) return false;
  if (integer->op == ir::Op::minimum) return operand(0) || operand(1);
  if (integer->op == ir::Op::maximum) return operand(0) && operand(1);
  bool const subtracts_number = integer->op == ir::Op::subtract && is_number(integer->operands[1]);
  return subtracts_number && integer->operands[1]->number >= 1 && same_node(integer->operands[0], end);
}

} // namespace chemora::patterns
