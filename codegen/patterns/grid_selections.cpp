#include "codegen/patterns/grid_selections.hpp"

#include "codegen/patterns/nodes.hpp"
#include "codegen/patterns/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

namespace {

bool is_grid_selection(Node const& node) { return is_selection(node) && node.pattern->generators[0].is_over_grid; }

void reject(GridSelection& selected, std::string const& reason) {
  if (selected.reason.empty()) selected.reason = reason;
}

} // namespace

bool is_reduction(Pattern const& pattern) {
  return pattern.kind == PatternKind::fold || pattern.kind == PatternKind::count ||
         pattern.kind == PatternKind::arg_min || pattern.kind == PatternKind::arg_max;
}

std::vector<NodePtr> fields_of(Program const& program, NodePtr const& value) {
  if (value->type.kind != Kind::structure) return {value};
  std::vector<NodePtr> fields;
  Structure const& structure = program.structure(value->type.structure);
  for (std::size_t n = 0; n < structure.fields.size(); ++n)
    fields.push_back(std::make_shared<Node const>(Node{.kind = NodeKind::field,
                                                       .type = scalar_type(structure.fields[n].kind),
                                                       .index = static_cast<int>(n),
                                                       .operands = {value},
                                                       .where = value->where}));
  return fields;
}

GridSelections::GridSelections(Program& program, NestOptions const& options) : program_(program), options_(options) {
  program_.statements = separated(program_.statements);
  declarations_ = declarations_for_kernels(program_);
  statements_ = statement_variables(program_.statements);
  number_definitions(program_.statements);
  find_selections(program_.statements);
  for (std::size_t n_rejected = 0;;) { // reasons may follow from those of other variables
    scan(program_.statements);
    auto const n = static_cast<std::size_t>(std::count_if(
        selections_.begin(), selections_.end(), [](auto const& item) { return !item.second.reason.empty(); }));
    if (n == n_rejected) return;
    n_rejected = n;
  }
}

GridSelection const* GridSelections::find(NodePtr const& node) const {
  if (!node || node->kind != NodeKind::variable) return nullptr;
  auto const found = selections_.find(node->variable);
  return found == selections_.end() ? nullptr : &found->second;
}

GridSelection* GridSelections::own(NodePtr const& node) { return const_cast<GridSelection*>(find(node)); }

/// Returns why the pattern, which is over the grid, is not a part of a sweep.
std::string GridSelections::why_not(Pattern const& pattern, std::vector<NodePtr> const& values) const {
  if (pattern.generators.size() > 1) return "it has several variables";
  Generator const& generator = pattern.generators[0];
  GridSelection const* const set = find(generator.set);
  if (generator.kind != GeneratorKind::point && (!set || !set->is_filter())) return "its elements are not points";
  if (set && !set->reason.empty()) return set->reason;
  for (NodePtr const& value : values)
    if (std::string const reason = why_not_compiled(declarations_, generator.variable, value, options_);
        !reason.empty())
      return reason;
  return "";
}

// Filters and groups in expressions become values of statements.

std::vector<Statement> GridSelections::separated(std::vector<Statement> const& statements) {
  return new_statements_.rewritten(statements, [&](Statement& statement) {
    bool const is_let = statement.kind == StatementKind::let;
    if (statement.kind != StatementKind::foreach && statement.kind != StatementKind::repeat && statement.value)
      statement.value = separated(statement.value, is_let);
    for (auto& [name, column] : statement.columns) column = separated(column, false);
    statement.body = separated(statement.body);
    statement.otherwise = separated(statement.otherwise);
  });
}

/// Returns the expression without selections in those parts that are evaluated once.
NodePtr GridSelections::separated(NodePtr const& node, bool is_value_of_statement) {
  if (node->kind == NodeKind::let) return node;
  Node result = *node;
  for (NodePtr& operand : result.operands)
    if (operand) operand = separated(operand, false);
  if (node->pattern) {
    Pattern pattern = *node->pattern;
    if (NodePtr& set = pattern.generators[0].set) set = separated(set, false);
    result.pattern = std::make_shared<Pattern const>(std::move(pattern));
  }
  NodePtr const rebuilt = std::make_shared<Node const>(std::move(result));
  if (!is_grid_selection(*rebuilt) || is_value_of_statement) return rebuilt;
  int const number = declare_variable(program_, "selected", rebuilt->type, rebuilt->where);
  new_statements_.add(number, rebuilt, rebuilt->where);
  return variable_node(program_, number, rebuilt->where);
}

void GridSelections::number_definitions(std::vector<Statement> const& statements) {
  for (Statement const& statement : statements) {
    ++n_statements_;
    for (int const variable : statement_variables({statement})) definitions_[variable] = n_statements_;
    number_definitions(statement.body);
    number_definitions(statement.otherwise);
  }
}

void GridSelections::find_selections(std::vector<Statement> const& statements) {
  for (Statement const& statement : statements) {
    if (statement.kind == StatementKind::let && is_grid_selection(*statement.value))
      selections_[statement.variable] = {.value = statement.value, .statement = definitions_.at(statement.variable)};
    if (statement.kind == StatementKind::foreach) continue;
    find_selections(statement.body);
    find_selections(statement.otherwise);
  }
}

void GridSelections::scan(std::vector<Statement> const& statements) {
  for (Statement const& statement : statements) {
    bool const is_selected = statement.kind == StatementKind::let && selections_.contains(statement.variable);
    if (is_selected)
      scan_selection(selections_.at(statement.variable));
    else
      for (NodePtr const& part : {statement.value, statement.count})
        if (part) scan(part, false);
    if (statement.kind == StatementKind::repeat && statement.value) reject_uses(statement.value);
    for (NodePtr const& part : statement.subscripts) reject_uses(part);
    for (auto const& [name, column] : statement.columns) scan(column, true);
    if (statement.kind == StatementKind::foreach) {
      reject_uses(statement);
      continue;
    }
    scan(statement.body);
    scan(statement.otherwise);
  }
}

/// Rejects selections in expressions that are evaluated several times.
void GridSelections::reject_uses(NodePtr const& node) {
  if (GridSelection* const found = own(node)) reject(*found, "an expression is evaluated several times");
  for_each_part(*node, [&](NodePtr const& part) { reject_uses(part); });
}

void GridSelections::reject_uses(Statement const& statement) {
  for (NodePtr const& part : {statement.value, statement.count})
    if (part) reject_uses(part);
  for (NodePtr const& part : statement.subscripts) reject_uses(part);
  for (Generator const& generator : statement.generators)
    for_each_part(generator, [&](NodePtr const& part) { reject_uses(part); });
  for (Statement const& inner : statement.body) reject_uses(inner);
  for (Statement const& inner : statement.otherwise) reject_uses(inner);
}

void GridSelections::scan_selection(GridSelection& selection) {
  Pattern const& pattern = *selection.value->pattern;
  selection.folds.clear();
  std::vector<NodePtr> values;
  if (pattern.kind == PatternKind::filter) values = {pattern.body};
  if (pattern.key) values = {pattern.key};
  if (std::string const reason = why_not(pattern, values); !reason.empty()) reject(selection, reason);
  GridSelection* const set = own(pattern.generators[0].set);
  if (set && !selection.reason.empty()) reject(*set, selection.reason);
  for (NodePtr const& part : {pattern.key, pattern.n_groups, pattern.body})
    if (part) scan(part, false);
}

void GridSelections::scan(NodePtr const& node, bool is_column) {
  if (GridSelection* const found = own(node)) {
    if (!is_column || !found->is_filter()) reject(*found, "an expression needs all of its elements");
    return;
  }
  if (node->kind == NodeKind::size && find(node->operands[0])) return;
  if (node->kind != NodeKind::pattern) return for_each_part(*node, [&](NodePtr const& part) { scan(part, false); });
  Pattern const& pattern = *node->pattern;
  GridSelection* const set = own(pattern.generators[0].set);
  if (set && pattern.kind == PatternKind::map && pattern.generators.size() == 1) {
    bool const is_filter = set->is_filter();
    if (is_filter && !is_column) reject(*set, "a map of its elements is not an output");
    if (is_filter)
      if (std::string const reason = why_not(pattern, fields_of(program_, pattern.body)); !reason.empty())
        reject(*set, reason);
    if (!is_filter) return scan_groups(pattern.body, pattern.generators[0].variable, *set);
  } else if (set && (!is_reduction(pattern) || !why_not(pattern, {pattern.body}).empty())) {
    reject(*set, "a pattern needs its elements");
  }
  for (Generator const& generator : pattern.generators)
    for_each_part(generator, [&](NodePtr const& part) {
      if (!set || part != pattern.generators[0].set) scan(part, false);
    });
  for (NodePtr const& part : {pattern.key, pattern.n_groups, pattern.body, pattern.initial, pattern.combine})
    if (part) scan(part, false);
}

/// Checks an expression for each group.
void GridSelections::scan_groups(NodePtr const& node, int group, GridSelection& groups) {
  auto const is_group = [&](NodePtr const& part) {
    return part && part->kind == NodeKind::variable && part->variable == group;
  };
  if (is_group(node)) return reject(groups, "an expression needs the members of a group");
  if ((node->kind == NodeKind::key || node->kind == NodeKind::size) && is_group(node->operands[0])) return;
  if (node->kind == NodeKind::pattern && is_group(node->pattern->generators[0].set)) return scan_members(node, groups);
  if (find(node)) return scan(node, false);
  for_each_part(*node, [&](NodePtr const& part) { scan_groups(part, group, groups); });
}

/// Checks a pattern over the members of a group.
void GridSelections::scan_members(NodePtr const& node, GridSelection& groups) {
  Pattern const& pattern = *node->pattern;
  Pattern const& source = *groups.value->pattern;
  bool const is_fold = pattern.kind == PatternKind::fold || pattern.kind == PatternKind::count;
  if (!is_fold || pattern.generators.size() > 1) return reject(groups, "a pattern needs the members of a group");
  NodePtr const value = make_let(pattern.generators[0].variable, source.body, pattern.body);
  for (int const number : read_variables(pattern.body)) {
    auto const defined = definitions_.find(number);
    if (statements_.contains(number) && defined != definitions_.end() && defined->second > groups.statement)
      return reject(groups, fmt::format("a pattern over its members reads the later value of `{}`",
                                        program_.variables[static_cast<std::size_t>(number)].name));
  }
  if (std::string const reason = why_not_compiled(declarations_, source.generators[0].variable, value, options_);
      !reason.empty())
    return reject(groups, reason);
  groups.folds.emplace_back(node.get(), value);
}

} // namespace chemora::patterns
