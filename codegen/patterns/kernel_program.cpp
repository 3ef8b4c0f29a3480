#include "codegen/patterns/kernel_program.hpp"

#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/flatten.hpp"
#include "codegen/patterns/lower_foreach.hpp"
#include "codegen/patterns/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace chemora::patterns {

namespace {

using ir::Op;

/// Finds the variables that statements outside of `foreach` assign.
void find_variables(std::vector<Statement> const& statements, std::set<int>& variables) {
  for (Statement const& statement : statements) {
    bool const is_variable = statement.kind == StatementKind::let || statement.kind == StatementKind::assign ||
                             statement.kind == StatementKind::repeat;
    if (is_variable) variables.insert(statement.variable);
    if (statement.kind == StatementKind::foreach) continue;
    find_variables(statement.body, variables);
    find_variables(statement.otherwise, variables);
  }
}

/// Makes expressions with patterns, and nonlinear sizes, values of statements of their own.
class Separator {
public:
  explicit Separator(Program program) : program_(std::move(program)) {}

  Program separated() {
    find_variables(program_.statements, variables_);
    program_.statements = block(program_.statements);
    return std::move(program_);
  }

private:
  std::vector<Statement> block(std::vector<Statement> const& statements) {
    return definitions_.rewritten(statements, [&](Statement& statement) { separate(statement); });
  }

  void separate(Statement& statement) {
    name_sizes(statement);
    for (auto& [name, column] : statement.columns)
      if (column->kind != NodeKind::variable)
        column = define(column, name.empty() ? statement.name : statement.name + "_" + name);
    if (statement.kind == StatementKind::foreach) {
      if (NodePtr& set = statement.generators[0].set; set && contains_pattern(set)) set = define(set);
      return; // the statements inside are not evaluated once
    }
    bool const has_own_value = statement.kind == StatementKind::let || statement.kind == StatementKind::assign;
    bool const is_repeat = statement.kind == StatementKind::repeat;
    if (statement.value && !has_own_value && !is_repeat && contains_pattern(statement.value))
      statement.value = define(statement.value);
    if (statement.count && contains_pattern(statement.count)) statement.count = define(statement.count);
    statement.body = block(statement.body);
    statement.otherwise = block(statement.otherwise);
    if (is_repeat && statement.value && contains_pattern(statement.value)) {
      statement.value = define(statement.value);
      statement.body.push_back(definitions_.take_last());
    }
  }

  /// Makes the sizes of a statement variables. The condition of `repeat` may use variables of its block.
  void name_sizes(Statement& statement) {
    if (statement.kind == StatementKind::repeat) return;
    sizes_.clear();
    auto const with_named_sizes = [&](NodePtr const& value) {
      return transformed(value,
                         [&](NodePtr const& node) { return is_nonlinear_size(*node) ? named_size(node) : node; });
    };
    if (statement.kind == StatementKind::foreach)
      statement = with_expressions(std::move(statement), with_named_sizes);
    else
      statement = with_own_expressions(std::move(statement), [&](NodePtr const& value) {
        return contains_pattern(value) ? with_named_sizes(value) : value;
      });
  }

  /// Whether an integer follows from integers that are known before the statement, though not linearly.
  bool is_nonlinear_size(Node const& node) const {
    bool const is_computed = node.kind == NodeKind::operation || node.kind == NodeKind::conditional;
    return is_computed && node.type.kind == Kind::integer && !is_linear(node) && is_known(node);
  }

  bool is_known(Node const& node) const {
    if (node.kind == NodeKind::number) return true;
    if (node.kind == NodeKind::variable)
      return node.type.is_scalar() &&
             (program_.variables[static_cast<std::size_t>(node.variable)].role != Role::local ||
              variables_.contains(node.variable));
    bool const has_error = ir::info(node.op).is_integer_division() && !always_divides(*node.operands[1]);
    bool const is_computed = node.kind == NodeKind::operation || node.kind == NodeKind::conditional;
    return is_computed && !has_error && node.op != Op::convert &&
           std::ranges::all_of(node.operands, [&](NodePtr const& operand) { return is_known(*operand); });
  }

  /// Whether all integers have a quotient by the divisor. The smallest one has none by -1.
  static bool always_divides(Node const& divisor) {
    return divisor.kind == NodeKind::number && divisor.number != 0 && divisor.number != -1;
  }

  NodePtr named_size(NodePtr const& size) {
    for (auto const& [named, variable] : sizes_)
      if (same_node(named, size)) return variable;
    NodePtr const variable = define(size, "size");
    program_.variables[static_cast<std::size_t>(variable->variable)].definition = size;
    variables_.insert(variable->variable);
    sizes_.emplace_back(size, variable);
    return variable;
  }

  NodePtr define(NodePtr const& value, std::string const& name = "computed") {
    int const number = declare_variable(program_, name, value->type, value->where);
    Node variable = *variable_with_sizes(program_, number, value->where);
    for (std::size_t axis = 0; axis < std::min(variable.extents.size(), value->extents.size()); ++axis)
      if (value->extents[axis]) variable.extents[axis] = value->extents[axis];
    program_.variables.back().extents = variable.extents;
    definitions_.add(number, value, value->where);
    return std::make_shared<Node const>(std::move(variable));
  }

  Program program_;
  Definitions definitions_{};
  std::set<int> variables_{};                        ///< of statements
  std::vector<std::pair<NodePtr, NodePtr>> sizes_{}; ///< of the statement, and their variables
};

/// Declares the variables of statements for kernels.
class Declarer {
public:
  explicit Declarer(Program program) {
    result_.program = std::move(program);
    result_.declarations = result_.program;
    result_.declarations.statements.clear();
  }

  KernelProgram declared() {
    find_variables(result_.program.statements, variables_);
    for (int const number : variables_) declare(number);
    // Extents of inputs and of stored arrays do not name sizes of variables any more.
    for (std::size_t n = 0; n < result_.declarations.variables.size(); ++n) {
      std::vector<NodePtr> extents = variable(static_cast<int>(n)).extents;
      NodePtr end = variable(static_cast<int>(n)).end;
      for (std::size_t axis = 0; axis < extents.size(); ++axis)
        if (extents[axis]) extents[axis] = declared_extent(static_cast<int>(n), axis);
      if (end) end = rewritten(end);
      variable(static_cast<int>(n)).extents = std::move(extents); // rewriting may declare further variables
      variable(static_cast<int>(n)).end = std::move(end);
    }
    add_values(result_.program.statements);
    return std::move(result_);
  }

private:
  Variable& variable(int number) { return result_.declarations.variables[static_cast<std::size_t>(number)]; }

  /// Returns the extent of an array for kernels. Those of arguments are linear.
  NodePtr declared_extent(int number, std::size_t axis) {
    NodePtr const extent = without_checks(rewritten(variable(number).extents[axis]));
    bool const is_argument = variable(number).role == Role::input;
    return is_argument && !is_linear(*extent) ? size_of(number, axis, extent->where) : extent;
  }

  void declare(int number) {
    Variable& item = variable(number);
    bool const has_arrays =
        item.type.is_array() && (item.type.element->kind == Kind::group || item.type.element->is_array());
    if (item.type.kind == Kind::integer) item.role = Role::size;
    if (item.type.kind == Kind::real || item.type.kind == Kind::boolean) item.role = Role::parameter;
    if (item.type.kind == Kind::structure || (item.type.is_array() && !has_arrays)) item.role = Role::input;
  }

  NodePtr node_of(int number, base::SourcePosition const& where) {
    return std::make_shared<Node const>(Node{.kind = NodeKind::variable,
                                             .type = variable(number).type,
                                             .variable = number,
                                             .extents = variable(number).extents,
                                             .where = where});
  }

  int add(Variable item) {
    if (int const number = result_.declarations.find(item.name); number >= 0) return number;
    result_.declarations.variables.push_back(std::move(item));
    return static_cast<int>(result_.declarations.variables.size()) - 1;
  }

  NodePtr size_of(int number, std::size_t axis, base::SourcePosition const& where) {
    std::string const name = variable(number).name + (axis == 0 ? ".size" : fmt::format(".size_{}", axis));
    result_.sizes[name] = {number, axis};
    return node_of(add({.name = name, .type = scalar_type(Kind::integer), .role = Role::size, .where = where}), where);
  }

  NodePtr part_of(int groups, Node const& node) {
    auto const part = static_cast<GroupPart>(node.index);
    char const* const suffix = part == GroupPart::members ? ".members" : part == GroupPart::first ? ".first" : ".keys";
    std::string const name = variable(groups).name + suffix;
    result_.parts[name] = {groups, part};
    int const number = add({.name = name, .type = node.type, .role = Role::input, .where = node.where});
    NodePtr const n_groups = size_of(groups, 0, node.where);
    NodePtr const extent = part == GroupPart::members ? size_of(number, 0, node.where)
                           : part == GroupPart::keys
                               ? n_groups
                               : make_operation(Op::add, {n_groups, make_integer(1, node.where)}, node.where);
    variable(number).extents = {extent};
    return node_of(number, node.where);
  }

  NodePtr rewritten(NodePtr const& value) {
    return transformed(value, [&](NodePtr const& node) {
      bool const is_part = node->kind == NodeKind::size || node->kind == NodeKind::group_part;
      if (!is_part || node->operands[0]->kind != NodeKind::variable) return node;
      int const number = node->operands[0]->variable;
      if (!variables_.contains(number)) return node;
      return node->kind == NodeKind::size ? size_of(number, static_cast<std::size_t>(node->index), node->where)
                                          : part_of(number, *node);
    });
  }

  std::string name_of_effects(Statement const& statement) {
    std::string name = "foreach";
    for (int const number : stored_variables(statement)) name += "_" + variable(number).name;
    return name;
  }

  void add_name(Statement const& statement, std::string const& name) {
    auto const is_used = [&](std::string const& text) {
      return std::ranges::any_of(result_.names, [&](auto const& item) { return item.second == text; });
    };
    std::string unique = name;
    for (int n = 2; is_used(unique); ++n) unique = fmt::format("{}_{}", name, n);
    result_.names[&statement] = unique;
  }

  // Kernels compute values without checks. Other kernels compute their errors.

  void add_effects(Statement const& statement) {
    Statement const checked = with_expressions(statement, [&](NodePtr const& value) { return rewritten(value); });
    result_.effects[&statement] = with_expressions(checked, without_checks);
    add_errors(&statement, accesses_of(result_.declarations, checked));
  }

  void add_value(NodePtr const& value) {
    NodePtr const checked = rewritten(value);
    result_.values[value.get()] = without_checks(checked);
    add_errors(value.get(), checked);
  }

  void add_errors(void const* key, NodePtr const& value) {
    result_.errors[key] = evaluation_errors(value, result_.declarations.variables);
  }

  void add_values(std::vector<Statement> const& statements) {
    for (Statement const& statement : statements) {
      bool const has_effects = statement.kind == StatementKind::foreach || statement.kind == StatementKind::store;
      if (has_effects) {
        add_effects(statement);
        add_name(statement, name_of_effects(statement));
      }
      bool const has_value = statement.kind == StatementKind::let || statement.kind == StatementKind::assign;
      if (has_value) {
        add_value(statement.value);
        if (contains_pattern(statement.value)) add_name(statement, variable(statement.variable).name);
      }
      if (statement.kind == StatementKind::foreach) continue;
      add_values(statement.body);
      add_values(statement.otherwise);
    }
  }

  KernelProgram result_{};
  std::set<int> variables_{}; ///< of statements
};

} // namespace

KernelProgram kernel_program(Program const& program) {
  return Declarer(Separator(flattened(program)).separated()).declared();
}

} // namespace chemora::patterns
