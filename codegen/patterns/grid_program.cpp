#include "codegen/patterns/grid_program.hpp"

#include "codegen/patterns/grid_selections.hpp"
#include "codegen/patterns/nodes.hpp"
#include "codegen/patterns/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chemora::patterns {

namespace {

/// A pattern that may become a part of a sweep.
struct Candidate {
  int set = -1, point = 0; ///< of the sweep
  std::size_t first = 0;   ///< statement of its block before which the sweep may be executed
  std::size_t need = 0;    ///< statement that needs the result
  Sweep::Part part{};
  bool is_done = false;
};

Sweep::Kind kind_of(Pattern const& pattern) {
  using enum Sweep::Kind;
  if (pattern.kind == PatternKind::count) return count;
  if (pattern.kind == PatternKind::arg_min) return arg_min;
  if (pattern.kind == PatternKind::arg_max) return arg_max;
  switch (pattern.op) {
  case ir::Op::minimum:
    return minimum;
  case ir::Op::maximum:
    return maximum;
  case ir::Op::logical_or:
    return any;
  case ir::Op::logical_and:
    return all;
  case ir::Op::multiply:
    return multiply;
  default:
    return pattern.is_exact ? sum : add;
  }
}

class GridRewriter {
public:
  GridRewriter(Program const& program, NestOptions const& options)
      : result_{.program = program}, selections_(result_.program, options) {}

  GridProgram rewrite() {
    for (auto const& [number, selection] : selections_.all())
      if (!selection.reason.empty()) result_.interpreted.emplace_back(selection.value->where, selection.reason);
    result_.program.statements = block(result_.program.statements);
    result_.declarations = declarations_for_kernels(result_.program);
    return std::move(result_);
  }

private:
  Variable& variable(int number) { return result_.program.variables[static_cast<std::size_t>(number)]; }

  int declare(std::string const& name, Type const& type, base::SourcePosition const& where) {
    return declare_variable(result_.program, name, type, where);
  }

  NodePtr variable_node(int number, base::SourcePosition const& where) const {
    return patterns::variable_node(result_.program, number, where);
  }

  // Sweeps.

  std::vector<Statement> block(std::vector<Statement> const& statements) {
    std::vector<Candidate> candidates;
    for (std::size_t n = 0; n < statements.size(); ++n) add_candidates(statements, n, candidates);
    std::vector<Statement> result;
    for (std::size_t n = 0; n < statements.size(); ++n) {
      for (Candidate const& candidate : candidates)
        if (candidate.need == n && !candidate.is_done) result.push_back(sweep(candidate.set, n, candidates));
      Statement statement = statements[n];
      auto const found = selections_.all().find(statement.variable);
      bool const is_selected =
          statement.kind == StatementKind::let && found != selections_.all().end() && found->second.reason.empty();
      if (is_selected && !found->second.is_filter()) continue;
      if (is_selected) {
        add_filter(found->first, found->second);
      } else if (statement.kind != StatementKind::foreach) {
        if (statement.kind != StatementKind::repeat && statement.value) statement.value = rewritten(statement.value);
        if (statement.count) statement.count = rewritten(statement.count);
        for (auto& [name, column] : statement.columns) column = rewritten(column);
        if (statement.kind == StatementKind::repeat && statement.value) statement.value = rewritten(statement.value);
        statement.body = block(statement.body);
        statement.otherwise = block(statement.otherwise);
      }
      result.push_back(std::move(statement));
    }
    return result;
  }

  void add_filter(int number, GridSelection const& filter) {
    Pattern const& pattern = *filter.value->pattern;
    Generator const& generator = pattern.generators[0];
    result_.sweeps[number] = {
        .set = generator.set ? generator.set->variable : -1, .point = generator.variable, .condition = pattern.body};
  }

  /// Adds the patterns of a statement that become parts of sweeps.
  void add_candidates(std::vector<Statement> const& statements, std::size_t n, std::vector<Candidate>& candidates) {
    Statement const& statement = statements[n];
    std::vector<Candidate> found;
    auto const selection = selections_.all().find(statement.variable);
    if (statement.kind == StatementKind::let && selection != selections_.all().end()) {
      bool const is_filter = selection->second.is_filter();
      if (selection->second.reason.empty() && !is_filter)
        found.push_back(groups_of(selection->first, selection->second));
    } else if (statement.kind != StatementKind::foreach) {
      bool const has_value = statement.value && statement.kind != StatementKind::repeat;
      if (has_value) add_patterns(statement.value, false, found);
      if (statement.count) add_patterns(statement.count, false, found);
      for (auto const& [name, column] : statement.columns) add_patterns(column, true, found);
    }
    for (Candidate& candidate : found) {
      candidate.need = n;
      candidate.first = first_statement(statements, n, candidate);
      candidates.push_back(std::move(candidate));
    }
  }

  /// Returns the first statement of the block before which all variables that the candidate reads have their values.
  static std::size_t first_statement(std::vector<Statement> const& statements, std::size_t need,
                                     Candidate const& candidate) {
    std::set<int> reads{candidate.set};
    auto const add = [&](NodePtr const& value) {
      if (value) reads.merge(read_variables(value));
    };
    add(candidate.part.key);
    add(candidate.part.n_groups);
    for (Sweep::Result const& result : candidate.part.results)
      for (NodePtr const& value : result.values) add(value);
    std::size_t first = need;
    while (first > 0) {
      std::set<int> const assigned = statement_variables({statements[first - 1]});
      if (std::any_of(assigned.begin(), assigned.end(), [&](int number) { return reads.contains(number); })) break;
      --first;
    }
    return first;
  }

  Candidate groups_of(int number, GridSelection const& groups) {
    Pattern const& pattern = *groups.value->pattern;
    Generator const& generator = pattern.generators[0];
    base::SourcePosition const& where = groups.value->where;
    std::string const name = variable(number).name;
    auto const array = [&](std::string const& suffix, Kind kind) {
      return declare(name + suffix, array_type(1, scalar_type(kind), false), where);
    };
    Candidate candidate{.set = generator.set ? generator.set->variable : -1, .point = generator.variable};
    Sweep::Part& part = candidate.part;
    part.key = pattern.key;
    part.n_groups = pattern.n_groups;
    part.keys = keys_[number] = array(".keys", Kind::integer);
    sizes_[number] = array(".sizes", Kind::integer);
    part.results.push_back({.kind = Sweep::Kind::count, .variable = sizes_[number]});
    for (auto const& [node, value] : groups.folds) {
      int const result = array(".values", node->type.kind);
      members_[node] = result;
      part.results.push_back({.kind = kind_of(*node->pattern), .values = {value}, .variable = result});
    }
    return candidate;
  }

  void add_patterns(NodePtr const& node, bool is_column, std::vector<Candidate>& found) {
    GridSelection const* const own = selections_.find(node);
    if (own) { // an output of the points of a filter
      if (is_column && own->is_filter() && own->reason.empty()) add_gathered(node, node->variable, -1, nullptr, found);
      return;
    }
    if (node->kind == NodeKind::size && selections_.find(node->operands[0])) {
      GridSelection const& set = *selections_.find(node->operands[0]);
      if (set.reason.empty() && set.is_filter() && !results_.contains(node.get())) {
        int const result = declare("number", node->type, node->where);
        add(node, node->operands[0]->variable, -1, {.kind = Sweep::Kind::count, .variable = result}, found);
      }
      return;
    }
    if (members_.contains(node.get())) return; // a reduction of the members of a group
    if (node->kind != NodeKind::pattern)
      return for_each_part(*node, [&](NodePtr const& part) { add_patterns(part, false, found); });
    Pattern const& pattern = *node->pattern;
    Generator const& generator = pattern.generators[0];
    GridSelection const* const set = selections_.find(generator.set);
    bool const has_sweep = generator.is_over_grid && pattern.generators.size() == 1 && !(set && !set->reason.empty());
    int const set_variable = set ? generator.set->variable : -1;
    if (has_sweep && is_reduction(pattern) && !results_.contains(node.get())) {
      std::string const reason = selections_.why_not(pattern, {pattern.body});
      if (!reason.empty()) {
        result_.interpreted.emplace_back(node->where, reason);
        return;
      }
      int const result = declare("result", node->type, node->where);
      return add(node, set_variable, generator.variable,
                 {.kind = kind_of(pattern), .values = {pattern.body}, .variable = result}, found);
    }
    if (has_sweep && set && is_column && pattern.kind == PatternKind::map)
      return add_gathered(node, set_variable, generator.variable, pattern.body, found);
    if (generator.is_over_grid) {
      if (generator.kind == GeneratorKind::point && !results_.contains(node.get()))
        result_.interpreted.emplace_back(node->where, "it has several variables or is not a reduction");
      return;
    }
    for_each_part(*node, [&](NodePtr const& part) { add_patterns(part, false, found); });
  }

  void add_gathered(NodePtr const& node, int set, int point, NodePtr const& value, std::vector<Candidate>& found) {
    if (results_.contains(node.get())) return;
    if (point < 0) point = declare("point", structure_type(point_structure().name), node->where);
    NodePtr const gathered = value ? value : variable_node(point, node->where);
    int const result = declare("gathered", array_type(1, gathered->type, false), node->where);
    add(node, set, point,
        {.kind = Sweep::Kind::gather, .values = fields_of(result_.program, gathered), .variable = result}, found);
  }

  void add(NodePtr const& node, int set, int point, Sweep::Result result, std::vector<Candidate>& found) {
    if (point < 0) point = declare("point", structure_type(point_structure().name), node->where);
    results_[node.get()] = result.variable;
    Candidate candidate{.set = set, .point = point};
    candidate.part.results.push_back(std::move(result));
    found.push_back(std::move(candidate));
  }

  /// Returns the statement of a sweep over a set with all candidates that can be computed before statement `n`.
  Statement sweep(int set, std::size_t n, std::vector<Candidate>& candidates) {
    Sweep sweep{.set = set, .point = -1};
    sweep.parts.emplace_back(); // without key
    for (Candidate& candidate : candidates) {
      if (candidate.is_done || candidate.set != set || candidate.first > n) continue;
      candidate.is_done = true;
      if (sweep.point < 0) sweep.point = candidate.point;
      Sweep::Part part = at_point(candidate.part, candidate.point, sweep.point);
      if (part.key)
        sweep.parts.push_back(std::move(part));
      else
        std::move(part.results.begin(), part.results.end(), std::back_inserter(sweep.parts[0].results));
    }
    if (sweep.parts[0].results.empty()) sweep.parts.erase(sweep.parts.begin());
    int const number = declare("sweep", scalar_type(Kind::integer), {});
    result_.sweeps[number] = std::move(sweep);
    return {.kind = StatementKind::let, .variable = number, .value = make_integer(0, {})};
  }

  Sweep::Part at_point(Sweep::Part part, int from, int to) {
    if (from == to) return part;
    NodePtr const point = variable_node(to, {});
    if (part.key) part.key = with_variable(part.key, from, point);
    for (Sweep::Result& result : part.results)
      for (NodePtr& value : result.values) value = with_variable(value, from, point);
    return part;
  }

  // Expressions with variables in place of patterns.

  NodePtr rewritten(NodePtr const& node) {
    if (auto const found = results_.find(node.get()); found != results_.end())
      return variable_node(found->second, node->where);
    if (node->kind == NodeKind::size)
      if (GridSelection const* const groups = selections_.find(node->operands[0]); groups && groups->reason.empty())
        return size_of(keys_.at(node->operands[0]->variable), *node);
    Node result = *node;
    if (node->pattern) {
      Pattern pattern = *node->pattern;
      Generator& generator = pattern.generators[0];
      GridSelection const* const groups = selections_.find(generator.set);
      if (groups && groups->reason.empty() && !groups->is_filter())
        return map_of_groups(*node, generator.set->variable);
      for (Generator& each : pattern.generators)
        for (NodePtr* const part : {&each.first, &each.last, &each.count, &each.set})
          if (*part) *part = rewritten(*part);
      for (NodePtr* const part : {&pattern.key, &pattern.n_groups, &pattern.body, &pattern.initial, &pattern.combine})
        if (*part) *part = rewritten(*part);
      result.pattern = std::make_shared<Pattern const>(std::move(pattern));
    }
    for (NodePtr& operand : result.operands)
      if (operand) operand = rewritten(operand);
    return std::make_shared<Node const>(std::move(result));
  }

  NodePtr size_of(int array, Node const& node) {
    return std::make_shared<Node const>(Node{.kind = NodeKind::size,
                                             .type = scalar_type(Kind::integer),
                                             .operands = {variable_node(array, node.where)},
                                             .where = node.where});
  }

  /// Returns the map over numbers of groups.
  NodePtr map_of_groups(Node const& node, int groups) {
    Pattern pattern = *node.pattern;
    int const group = pattern.generators[0].variable;
    pattern.generators[0] = {.variable = group, .count = size_of(keys_.at(groups), node)};
    variable(group).type = scalar_type(Kind::integer);
    pattern.body = of_group(pattern.body, group, groups);
    Node result = node;
    result.extents.assign(result.extents.size(), nullptr);
    result.pattern = std::make_shared<Pattern const>(std::move(pattern));
    return std::make_shared<Node const>(std::move(result));
  }

  NodePtr of_group(NodePtr const& node, int group, int groups) {
    auto const is_group = [&](NodePtr const& part) {
      return part->kind == NodeKind::variable && part->variable == group;
    };
    auto const element = [&](int array) {
      return std::make_shared<Node const>(
          Node{.kind = NodeKind::element,
               .type = *variable(array).type.element,
               .operands = {variable_node(array, node->where), variable_node(group, node->where)},
               .where = node->where});
    };
    if (node->kind == NodeKind::key && is_group(node->operands[0])) return element(keys_.at(groups));
    if (node->kind == NodeKind::size && is_group(node->operands[0])) return element(sizes_.at(groups));
    if (auto const found = members_.find(node.get()); found != members_.end()) return element(found->second);
    if (auto const found = results_.find(node.get()); found != results_.end())
      return variable_node(found->second, node->where);
    Node result = *node;
    if (node->pattern) {
      Pattern pattern = *node->pattern;
      for (Generator& each : pattern.generators)
        for (NodePtr* const part : {&each.first, &each.last, &each.count, &each.set})
          if (*part) *part = of_group(*part, group, groups);
      for (NodePtr* const part : {&pattern.key, &pattern.n_groups, &pattern.body, &pattern.initial, &pattern.combine})
        if (*part) *part = of_group(*part, group, groups);
      result.pattern = std::make_shared<Pattern const>(std::move(pattern));
    }
    for (NodePtr& operand : result.operands)
      if (operand) operand = of_group(operand, group, groups);
    return std::make_shared<Node const>(std::move(result));
  }

  GridProgram result_{};
  GridSelections selections_;
  std::map<int, int> keys_{}, sizes_{};              ///< variables of groups
  std::map<Node const*, int> members_{}, results_{}; ///< variables in place of patterns
};

} // namespace

std::vector<NodePtr> Sweep::values() const {
  std::vector<NodePtr> result;
  if (condition) result.push_back(condition);
  for (Part const& part : parts) {
    if (part.key) result.push_back(part.key);
    for (Result const& each : part.results) result.insert(result.end(), each.values.begin(), each.values.end());
  }
  return result;
}

GridProgram grid_program(Program const& program, NestOptions const& options) {
  return GridRewriter(program, options).rewrite();
}

} // namespace chemora::patterns
