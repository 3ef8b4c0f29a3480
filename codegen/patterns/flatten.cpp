#include "codegen/patterns/flatten.hpp"

#include "codegen/patterns/conditional_arrays.hpp"
#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/inner_selections.hpp"
#include "codegen/patterns/nodes.hpp"
#include "codegen/patterns/row_filters.hpp"

#include <algorithm>
#include <utility>

namespace chemora::patterns {

namespace {

using ir::Op;

bool is_array_of_groups(Node const& node) {
  return node.type.is_array() && node.type.rank == 1 && node.type.element->kind == Kind::group;
}

/// Returns whether the node is a group of a variable.
bool is_group_of_variable(Node const& node) {
  return node.kind == NodeKind::element && node.type.kind == Kind::group && is_array_of_groups(*node.operands[0]) &&
         node.operands[0]->kind == NodeKind::variable;
}

NodePtr make_element(NodePtr const& array, NodePtr const& subscript) {
  return std::make_shared<Node const>(Node{.kind = NodeKind::element,
                                           .type = *array->type.element,
                                           .operands = {array, subscript},
                                           .where = subscript->where});
}

NodePtr plus(NodePtr const& left, NodePtr const& right) { return make_operation(Op::add, {left, right}, left->where); }

/// Returns the subscript of an element with a check that it is less than `end`.
NodePtr make_checked(NodePtr const& subscript, NodePtr const& end, Node const& element) {
  return std::make_shared<Node const>(Node{.kind = NodeKind::checked,
                                           .type = subscript->type,
                                           .operands = {subscript, end},
                                           .where = subscript->where.line > 0 ? subscript->where : element.where,
                                           .array_name = element.array_name});
}

/// Subscripts of the first and the last member of a group, in the array of all members.
struct Members {
  explicit Members(Node const& group) : groups(group.operands[0]), index(group.operands[1]) {
    NodePtr const starts = make_group_part(groups, GroupPart::first, group.where);
    first = make_element(starts, index);
    end = make_element(starts, plus(index, make_integer(1, group.where)));
  }
  NodePtr member(NodePtr const& subscript) const {
    return make_element(make_group_part(groups, GroupPart::members, subscript->where), subscript);
  }
  /// Returns the member of the group whose number in the group is the subscript of `element`.
  NodePtr member_of_group(NodePtr const& subscript, Node const& element) const {
    return member(plus(first, make_checked(subscript, size(), element)));
  }
  NodePtr size() const { return make_operation(Op::subtract, {end, first}, first->where); }

  NodePtr groups, index, first{}, end{};
};

class Flattener {
public:
  explicit Flattener(Program const& program) : program_(program) {}

  Program flattened() {
    program_.statements = block(program_.statements);
    for (Statement& statement : program_.statements)
      statement = with_expressions(std::move(statement), [&](NodePtr const& expression) { return named(expression); });
    number_filtered_rows(program_);
    for (Statement& statement : program_.statements) flatten(statement);
    return std::move(program_);
  }

  std::pair<Program, NodePtr> flattened(NodePtr const& value) {
    NodePtr const result = without_groups(with_numbered_rows(program_, named(value)));
    return {std::move(program_), result};
  }

private:
  std::vector<Statement> block(std::vector<Statement> const& statements) {
    return definitions_.rewritten(statements, [&](Statement& statement) { separate(statement); });
  }

  void separate(Statement& statement) {
    // Statements inside `foreach` are not evaluated once.
    if (statement.kind == StatementKind::foreach) {
      if (statement.generators[0].set) statement.generators[0].set = separated(statement.generators[0].set);
      name_sets(statement);
      return;
    }
    bool const is_let = statement.kind == StatementKind::let;
    // The condition of `repeat` is evaluated in its block.
    if (statement.value && statement.kind != StatementKind::repeat)
      statement.value = is_let ? separated_parts(statement.value) : separated(statement.value);
    if (statement.count) statement.count = separated(statement.count);
    for (auto& [name, column] : statement.columns) column = separated(column);
    statement.body = block(statement.body);
    statement.otherwise = block(statement.otherwise);
  }

  // Statements of their own.

  NodePtr define(NodePtr const& value) {
    int const number = declare_variable(program_, "selected", value->type, value->where);
    program_.variables.back().extents = variable_node(number, value->where)->extents;
    definitions_.add(number, value, value->where);
    return variable_node(number, value->where);
  }

  NodePtr variable_node(int number, base::SourcePosition const& where) const {
    return variable_with_sizes(program_, number, where);
  }

  /// Returns the node with variables in place of the selections that are evaluated once.
  NodePtr separated(NodePtr const& node) {
    NodePtr const result = separated_parts(node);
    return is_selection(*result) ? define(result) : result;
  }

  NodePtr separated_parts(NodePtr const& node) {
    if (node->kind == NodeKind::let) {
      NodePtr const value = separated_parts(node->operands[0]);
      definitions_.add(node->variable, value, node->where);
      return separated_parts(node->operands[1]);
    }
    Node result = *node;
    bool const is_lazy =
        node->kind == NodeKind::conditional || node->op == Op::logical_and || node->op == Op::logical_or;
    std::size_t const n = is_lazy ? 1 : result.operands.size();
    for (std::size_t k = 0; k < std::min(n, result.operands.size()); ++k)
      if (result.operands[k]) result.operands[k] = separated(result.operands[k]);
    if (node->pattern) {
      Pattern pattern = *node->pattern;
      if (!pattern.generators.empty() && pattern.generators[0].set)
        pattern.generators[0].set = separated(pattern.generators[0].set);
      bool const is_map = pattern.kind == PatternKind::map || pattern.kind == PatternKind::zip;
      NodePtr const& set = pattern.generators[0].set;
      if (is_map && !result.extents[0] && set && !set->extents.empty()) result.extents[0] = set->extents[0];
      result.pattern = std::make_shared<Pattern const>(std::move(pattern));
    }
    return std::make_shared<Node const>(std::move(result));
  }

  /// Gives names to the selections over which statements inside a `foreach` range.
  void name_sets(Statement& statement) {
    for (std::vector<Statement>* const block : {&statement.body, &statement.otherwise})
      *block = definitions_.rewritten(*block, [&](Statement& inner) {
        if (inner.kind == StatementKind::foreach && inner.generators[0].set)
          inner.generators[0].set = separated(inner.generators[0].set);
        name_sets(inner);
      });
  }

  // Groups.

  void flatten(Statement& statement) {
    auto const flatten_node = [&](NodePtr& node) {
      if (node) node = without_groups(node);
    };
    flatten_node(statement.value);
    flatten_node(statement.count);
    for (NodePtr& subscript : statement.subscripts) flatten_node(subscript);
    for (Generator& generator : statement.generators) flatten_generator(statement, generator);
    for (auto& [name, column] : statement.columns) flatten_node(column);
    for (Statement& inner : statement.body) flatten(inner);
    for (Statement& inner : statement.otherwise) flatten(inner);
  }

  /// Makes a generator of a `foreach` over groups or members range over their numbers.
  void flatten_generator(Statement& statement, Generator& generator) {
    generator = transformed(generator, [&](NodePtr const& part) { return flat(part); });
    if (is_over_groups(generator)) {
      add_group_variable(generator);
      generator = range_over_groups(generator);
    } else if (generator.set && is_group_of_variable(*generator.set)) {
      int const member = generator.variable;
      NodePtr const value = range_over_members(generator);
      statement.body.insert(statement.body.begin(),
                            {.kind = StatementKind::let, .variable = member, .value = value, .where = value->where});
      for (Generator& other : statement.generators)
        other = transformed(other, [&](NodePtr const& part) { return with_variable(part, member, value); });
    }
  }

  static bool is_over_groups(Generator const& generator) {
    return generator.set && is_array_of_groups(*generator.set) && generator.set->kind == NodeKind::variable;
  }

  /// The variable becomes the number of a group.
  void add_group_variable(Generator const& generator) {
    groups_[generator.variable] = generator.set;
    program_.variables[static_cast<std::size_t>(generator.variable)].type = scalar_type(Kind::integer);
  }

  NodePtr named(NodePtr const& value) {
    return with_named_selections(program_, with_conditional_elements(program_, value));
  }

  NodePtr without_groups(NodePtr const& value) {
    find_group_variables(value);
    return transformed(value, [&](NodePtr const& part) { return flat(part); });
  }

  /// Finds variables of patterns that range over the groups of a variable.
  void find_group_variables(NodePtr const& node) {
    if (node->pattern)
      for (Generator const& generator : node->pattern->generators)
        if (is_over_groups(generator) && node->pattern->kind != PatternKind::filter) add_group_variable(generator);
    for_each_part(*node, [&](NodePtr const& part) { find_group_variables(part); });
  }

  /// Returns the node with its parts of groups as parts of arrays, at the same position, which errors name.
  NodePtr flat(NodePtr const& node) {
    NodePtr const result = as_parts_of_arrays(node);
    if (result == node) return node;
    Node positioned = *result;
    positioned.where = node->where;
    return std::make_shared<Node const>(std::move(positioned));
  }

  NodePtr as_parts_of_arrays(NodePtr const& node) {
    switch (node->kind) {
    case NodeKind::variable:
      if (auto const found = groups_.find(node->variable); found != groups_.end() && node->type.kind == Kind::group)
        return make_element(found->second, variable_node(node->variable, node->where));
      return node;
    case NodeKind::let:
      return is_group_of_variable(*node->operands[0]) ? flat_let(*node) : node;
    case NodeKind::size:
      return is_group_of_variable(*node->operands[0]) ? Members(*node->operands[0]).size() : node;
    case NodeKind::key: {
      Node const& group = *node->operands[0];
      if (!is_group_of_variable(group)) return node;
      return make_element(make_group_part(group.operands[0], GroupPart::keys, node->where), group.operands[1]);
    }
    case NodeKind::element: {
      if (is_group_of_variable(*node->operands[0]))
        return Members(*node->operands[0]).member_of_group(node->operands[1], *node);
      return is_group_of_variable(*node) ? checked_group(node) : node;
    }
    case NodeKind::pattern:
      return flat_pattern(node);
    default:
      return node;
    }
  }

  /// Returns a group of a variable with a check of its number. The variables in `groups_` are numbers of groups.
  NodePtr checked_group(NodePtr const& group) {
    NodePtr const& number = group->operands[1];
    bool const is_inside =
        number->kind == NodeKind::checked || (number->kind == NodeKind::variable && groups_.contains(number->variable));
    if (is_inside) return group;
    Node result = *group;
    result.operands[1] = make_checked(number, number_of_groups(*group->operands[0]), *group);
    return std::make_shared<Node const>(std::move(result));
  }

  /// Returns `let g = groups[i]; body` with the number of the group as value of `g`.
  NodePtr flat_let(Node const& let) {
    NodePtr const &group = let.operands[0], &number = group->operands[1];
    bool const is_checked = number->kind == NodeKind::checked;
    NodePtr body = let.operands[1];
    if (is_checked) {
      groups_[let.variable] = group->operands[0];
      program_.variables[static_cast<std::size_t>(let.variable)].type = scalar_type(Kind::integer);
    } else {
      body = with_variable(body, let.variable, group);
    }
    body = transformed(body, [&](NodePtr const& part) { return flat(part); });
    return is_checked ? make_let(let.variable, number, body) : body;
  }

  NodePtr flat_pattern(NodePtr const& node) {
    Pattern pattern = *node->pattern;
    if (pattern.kind == PatternKind::filter) {
      NodePtr& set = pattern.generators[0].set;
      if (!set || !is_group_of_variable(*set)) return node;
      set = array_of_members(*set);
      Node result = *node;
      result.pattern = std::make_shared<Pattern const>(std::move(pattern));
      return std::make_shared<Node const>(std::move(result));
    }
    NodePtr first; // subscript of the first member of the last group
    for (Generator& generator : pattern.generators) {
      if (generator.kind != GeneratorKind::element) continue;
      if (groups_.contains(generator.variable)) {
        generator = range_over_groups(generator);
      } else if (is_group_of_variable(*generator.set)) {
        int const member = generator.variable;
        NodePtr const value = range_over_members(generator);
        first = generator.first;
        replace(pattern, member, value);
      }
    }
    Node result = *node;
    result.pattern = std::make_shared<Pattern const>(pattern);
    NodePtr const flat_node = std::make_shared<Node const>(std::move(result));
    bool const is_position = pattern.kind == PatternKind::arg_min || pattern.kind == PatternKind::arg_max;
    if (!is_position || !first) return flat_node;
    return position_in_group(flat_node, first);
  }

  NodePtr number_of_groups(Node const& groups) const {
    return groups.extents[0] ? groups.extents[0] : variable_node(groups.variable, groups.where)->extents[0];
  }

  Generator range_over_groups(Generator const& generator) const {
    return {.variable = generator.variable,
            .count = number_of_groups(*generator.set),
            .is_over_grid = generator.is_over_grid};
  }

  /// Returns the members of a group as an array that is computed element by element.
  NodePtr array_of_members(Node const& group) {
    Members const members(group);
    int const number = declare_variable(program_, "place", scalar_type(Kind::integer), group.where);
    NodePtr const value = members.member_of_group(variable_node(number, group.where), group);
    Pattern pattern{
        .kind = PatternKind::map, .generators = {{.variable = number, .count = members.size()}}, .body = value};
    return std::make_shared<Node const>(Node{.kind = NodeKind::pattern,
                                             .type = array_type(1, value->type, group.type.is_over_grid),
                                             .pattern = std::make_shared<Pattern const>(std::move(pattern)),
                                             .extents = {members.size()},
                                             .where = group.where});
  }

  /// Counts the position of a member from the first member of its group.
  NodePtr position_in_group(NodePtr const& position, NodePtr const& first) {
    base::SourcePosition const& where = position->where;
    int const number = declare_variable(program_, "position", position->type, where);
    NodePtr const variable = variable_node(number, where);
    NodePtr const is_none = make_operation(Op::less, {variable, make_integer(0, where)}, where);
    auto const in_group = std::make_shared<Node const>(
        Node{.kind = NodeKind::conditional,
             .type = position->type,
             .operands = {is_none, variable, make_operation(Op::subtract, {variable, first}, where)},
             .where = where});
    return std::make_shared<Node const>(Node{.kind = NodeKind::let,
                                             .type = position->type,
                                             .variable = number,
                                             .operands = {position, in_group},
                                             .where = where});
  }

  /// Replaces a generator over the members of a group by one over their subscripts; returns the member.
  NodePtr range_over_members(Generator& generator) {
    Members const members(*generator.set);
    base::SourcePosition const where = generator.set->where;
    std::string const name = program_.variables[static_cast<std::size_t>(generator.variable)].name;
    int const number = declare_variable(program_, name + "_place", scalar_type(Kind::integer), where);
    NodePtr const last = make_operation(Op::subtract, {members.end, make_integer(1, where)}, where);
    generator = {.variable = number, .first = members.first, .last = last, .is_over_grid = generator.is_over_grid};
    return members.member(variable_node(number, where));
  }

  static void replace(Pattern& pattern, int variable, NodePtr const& value) {
    auto const replaced = [&](NodePtr const& part) { return with_variable(part, variable, value); };
    for (Generator& generator : pattern.generators) generator = transformed(generator, replaced);
    for (NodePtr* const part : {&pattern.key, &pattern.body, &pattern.combine})
      if (*part) *part = transformed(*part, replaced);
  }

  Program program_;
  Definitions definitions_{};
  std::map<int, NodePtr> groups_{}; ///< arrays of groups, by the variables of numbers of their groups
};

} // namespace

Program flattened(Program const& program) { return Flattener(program).flattened(); }

std::pair<Program, NodePtr> flattened(Program const& program, NodePtr const& value) {
  auto const [flat_program, flat_value] = Flattener(program).flattened(value);
  return {flat_program, without_checks(flat_value)};
}

} // namespace chemora::patterns
