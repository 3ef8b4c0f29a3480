#include "codegen/patterns/row_filters.hpp"

#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/nodes.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace chemora::patterns {

namespace {

class RowFilters {
public:
  explicit RowFilters(Program& program) : program_(program) {}

  NodePtr replace_rows(NodePtr const& value) {
    expressions_ = {value};
    find_filters();
    return numbered(value);
  }

  void replace_rows(std::vector<Statement>& statements) {
    for (Statement const& statement : statements)
      with_expressions(statement, [&](NodePtr const& expression) {
        expressions_.push_back(expression);
        return expression;
      });
    find_definitions(statements);
    find_filters();
    for (Statement& statement : statements)
      statement = with_expressions(statement, [&](NodePtr const& expression) { return numbered(expression); });
    number_definitions(statements);
  }

private:
  Variable& variable(int number) { return program_.variables[static_cast<std::size_t>(number)]; }

  bool is_numbered(int variable) const { return arrays_.contains(variable); }

  /// Returns the expression with numbers in place of rows.
  NodePtr numbered(NodePtr const& expression) {
    return transformed(expression, [&](NodePtr const& node) -> NodePtr {
      switch (node->kind) {
      case NodeKind::variable:
        return is_numbered(node->variable) ? variable_with_sizes(program_, node->variable, node->where) : node;
      case NodeKind::let:
        return is_numbered(node->variable)
                   ? make_let(node->variable, numbered_filter(node->operands[0]), node->operands[1])
                   : node;
      case NodeKind::element:
        return is_filter(node->operands[0]) ? numbered_element(*node) : node;
      case NodeKind::pattern:
        return numbered_pattern(node);
      default:
        return node;
      }
    });
  }

  /// Returns the filter of the numbers of the elements for which the condition of a filter holds.
  NodePtr numbered_filter(NodePtr const& filter) {
    Node result = *filter;
    Pattern pattern = *filter->pattern;
    NodePtr const array = pattern.generators[0].set;
    if (is_filter(array)) return filter; // numbered_pattern() has changed it
    use_numbers(pattern, 0, array_of(array));
    pattern.generators[0] = {.variable = pattern.generators[0].variable, .count = array->extents[0]};
    result.type = array_type(1, scalar_type(Kind::integer), false);
    result.pattern = std::make_shared<Pattern const>(std::move(pattern));
    return std::make_shared<Node const>(std::move(result));
  }

  bool is_filter(NodePtr const& node) const {
    return node && node->kind == NodeKind::variable && is_numbered(node->variable);
  }

  // Filters.

  void add(int number, NodePtr const& value) {
    if (value->kind != NodeKind::pattern || value->pattern->kind != PatternKind::filter) return;
    NodePtr const& set = value->pattern->generators[0].set;
    Kind const element = value->type.element->kind;
    bool const has_rows = element == Kind::array || element == Kind::group;
    bool const is_constant = set && set->kind == NodeKind::variable && variable(set->variable).role != Role::state;
    if (!has_rows || !is_constant) return;
    if (is_filter(set)) filtered_filters_[number] = set->variable;
    arrays_[number] = is_filter(set) ? arrays_.at(set->variable) : array_of(set);
    filters_[value.get()] = number;
  }

  void find_definitions(std::vector<Statement> const& statements) {
    for (Statement const& statement : statements) {
      if (statement.kind == StatementKind::let) add(statement.variable, statement.value);
      find_definitions(statement.body);
      find_definitions(statement.otherwise);
    }
  }

  void find_definitions(NodePtr const& node) {
    if (node->kind == NodeKind::let) add(node->variable, node->operands[0]);
    for_each_part(*node, [&](NodePtr const& part) { find_definitions(part); });
  }

  /// Finds definitions inside expressions, and keeps the filters whose uses are all described.
  void find_filters() {
    for (NodePtr const& expression : expressions_) find_definitions(expression);
    auto const keeps_rows = [&](auto const& item) {
      auto const filtered_filter = filtered_filters_.find(item.first);
      return (filtered_filter != filtered_filters_.end() && !is_numbered(filtered_filter->second)) ||
             std::ranges::any_of(expressions_, [&](NodePtr const& part) { return has_other_use(part, item.first); });
    };
    while (std::erase_if(arrays_, keeps_rows) > 0) { // filters of these and filters that these use must keep rows, too
    }
    for (auto const& [filter, array] : arrays_) {
      Variable& item = variable(filter);
      item.type = array_type(1, scalar_type(Kind::integer), false);
      item.extents = variable_with_sizes(program_, filter, item.where)->extents;
      item.end = array->extents[0];
    }
  }

  /// Whether the array is used otherwise than by a size, an element, or a generator of a pattern whose elements are not
  /// rows or groups.
  bool has_other_use(NodePtr const& node, int array) const {
    auto const is_array = [&](NodePtr const& part) {
      return part && part->kind == NodeKind::variable && part->variable == array;
    };
    if (is_array(node)) return true;
    bool const has_element = node->kind == NodeKind::size || (node->kind == NodeKind::element && node->operands[1]);
    auto const filter = filters_.find(node.get());
    bool const is_replaced = filter != filters_.end() && is_numbered(filter->second);
    bool const has_generators = node->pattern && (is_replaced || node->pattern->kind != PatternKind::filter);
    std::vector<NodePtr> described;
    if (has_element) described.push_back(node->operands[0]);
    if (has_generators)
      for (Generator const& generator : node->pattern->generators) described.push_back(generator.set);
    bool result = false;
    for_each_part(*node, [&](NodePtr const& part) {
      bool const is_described = is_array(part) && base::contains(described, part);
      result = result || (!is_described && has_other_use(part, array));
    });
    return result;
  }

  // Numbers.

  /// Returns the array with its extents.
  NodePtr array_of(NodePtr const& set) const {
    if (set->extents[0]) return set;
    Node result = *set;
    result.extents[0] = variable_with_sizes(program_, set->variable, set->where)->extents[0];
    return std::make_shared<Node const>(std::move(result));
  }

  static NodePtr row(NodePtr const& array, NodePtr const& number, Type const& type) {
    Node result{.kind = NodeKind::element, .type = type, .operands = {array, number}, .where = number->where};
    result.operands.resize(static_cast<std::size_t>(array->type.rank) + 1);
    result.extents.assign(array->extents.begin() + 1, array->extents.end());
    return std::make_shared<Node const>(std::move(result));
  }

  NodePtr numbered_element(Node const& element) {
    NodePtr const& filter = element.operands[0];
    Node number{.kind = NodeKind::element,
                .type = scalar_type(Kind::integer),
                .operands = {filter, element.operands[1]},
                .where = element.where,
                .array_name = element.array_name};
    return row(arrays_.at(filter->variable), std::make_shared<Node const>(std::move(number)), element.type);
  }

  NodePtr numbered_pattern(NodePtr const& node) {
    Pattern pattern = *node->pattern;
    bool is_changed = false;
    for (std::size_t n = 0; n < pattern.generators.size(); ++n) {
      NodePtr const& set = pattern.generators[n].set;
      if (!is_filter(set)) continue;
      use_numbers(pattern, n, arrays_.at(set->variable));
      is_changed = true;
    }
    if (!is_changed) return node;
    Node result = *node;
    if (pattern.kind == PatternKind::filter) result.type = array_type(1, scalar_type(Kind::integer), false);
    result.pattern = std::make_shared<Pattern const>(std::move(pattern));
    return std::make_shared<Node const>(std::move(result));
  }

  /// Makes a generator of rows one of their numbers in the array.
  void use_numbers(Pattern& pattern, std::size_t n, NodePtr const& array) {
    int& element = pattern.generators[n].variable;
    Variable const item = variable(element);
    int const number = declare_variable(program_, item.name + "_number", scalar_type(Kind::integer), item.where);
    variable(number).end = array->extents[0];
    NodePtr const value = row(array, variable_node(program_, number, item.where), item.type);
    auto const replaced = [&, element](NodePtr const& part) { return with_variable(part, element, value); };
    for (NodePtr* const part : {&pattern.key, &pattern.body})
      if (*part) *part = replaced(*part);
    for (Generator& generator : pattern.generators)
      for (NodePtr* const part : {&generator.first, &generator.last, &generator.count, &generator.set})
        if (*part) *part = replaced(*part);
    element = number;
  }

  void number_definitions(std::vector<Statement>& statements) {
    for (Statement& statement : statements) {
      if (statement.kind == StatementKind::let && is_numbered(statement.variable))
        statement.value = numbered_filter(statement.value);
      number_definitions(statement.body);
      number_definitions(statement.otherwise);
    }
  }

  Program& program_;
  std::vector<NodePtr> expressions_{};
  std::map<int, NodePtr> arrays_{};       ///< that are filtered, by the variables of filters
  std::map<int, int> filtered_filters_{}; ///< variables of filters, by the variables of filters of them
  std::map<Node const*, int> filters_{};  ///< variables of filters, by their values
};

} // namespace

void number_filtered_rows(Program& program) { RowFilters(program).replace_rows(program.statements); }

NodePtr with_numbered_rows(Program& program, NodePtr const& value) { return RowFilters(program).replace_rows(value); }

} // namespace chemora::patterns
