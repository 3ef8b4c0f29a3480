#include "codegen/patterns/sweep_values.hpp"

#include "codegen/patterns/evaluation_errors.hpp"
#include "codegen/patterns/nodes.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::patterns {

namespace {

void add_variables(std::vector<Statement> const& statements, std::set<int>& variables) {
  for (Statement const& statement : statements) {
    bool const assigns = statement.kind == StatementKind::let || statement.kind == StatementKind::assign ||
                         statement.kind == StatementKind::store || statement.kind == StatementKind::repeat;
    if (assigns) variables.insert(statement.variable);
    add_variables(statement.body, variables);
    add_variables(statement.otherwise, variables);
  }
}

void declare(Program& program, std::size_t number) {
  Variable& item = program.variables[number];
  Type const type = item.type;
  bool const is_array_of_numbers =
      type.is_array() && (type.element->is_scalar() || type.element->kind == Kind::structure);
  if (type.kind == Kind::integer) item.role = Role::size;
  if (type.kind == Kind::real || type.kind == Kind::boolean) item.role = Role::parameter;
  if (type.kind == Kind::structure || is_array_of_numbers) item.role = Role::input;
  if (!is_array_of_numbers) return;
  std::string const name = item.name;
  std::vector<NodePtr> extents;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(type.rank); ++axis) {
    extents.push_back(std::make_shared<Node const>(Node{.kind = NodeKind::variable,
                                                        .type = scalar_type(Kind::integer),
                                                        .variable = static_cast<int>(program.variables.size())}));
    program.variables.push_back(
        {.name = size_name(name, axis), .type = scalar_type(Kind::integer), .role = Role::size});
  }
  program.variables[number].extents = extents;
}

void collect(NodePtr const& node, std::set<int>& read, std::set<int>& defined) {
  if (node->kind == NodeKind::variable) read.insert(node->variable);
  if (node->kind == NodeKind::let) defined.insert(node->variable);
  if (node->pattern) {
    for (Generator const& generator : node->pattern->generators) defined.insert(generator.variable);
    if (node->pattern->combine) defined.insert({node->pattern->left, node->pattern->right});
    if (node->pattern->kind == PatternKind::iterate) defined.insert(node->pattern->left);
  }
  for_each_part(*node, [&](NodePtr const& part) { collect(part, read, defined); });
}

} // namespace

std::set<int> statement_variables(std::vector<Statement> const& statements) {
  std::set<int> variables;
  add_variables(statements, variables);
  return variables;
}

std::string size_name(std::string const& array, std::size_t axis) { return fmt::format("{}.size_{}", array, axis); }

Program declarations_for_kernels(Program const& program) {
  Program result = program;
  result.statements.clear();
  for (int const number : statement_variables(program.statements)) declare(result, static_cast<std::size_t>(number));
  return result;
}

std::set<int> read_variables(NodePtr const& value) {
  std::set<int> read, defined;
  collect(value, read, defined);
  for (int const variable : defined) read.erase(variable);
  return read;
}

bool reads_state(Program const& program, NodePtr const& value) {
  for (int const number : read_variables(value))
    if (program.variables[static_cast<std::size_t>(number)].role == Role::state) return true;
  return false;
}

std::string why_not_compiled(Program const& declarations, int point, NodePtr const& value, NestOptions const& options) {
  for (int const number : read_variables(value)) {
    Role const role = declarations.variables[static_cast<std::size_t>(number)].role;
    if (number != point && (role == Role::local || role == Role::state))
      return fmt::format("it reads `{}`, which is not the value of a statement",
                         declarations.variables[static_cast<std::size_t>(number)].name);
  }
  // Elements of grid functions at the point have no errors.
  NodePtr const without_fields = transformed(value, [&](NodePtr const& node) {
    return is_grid_element(declarations, *node) ? make_number(Kind::real, 0.5, node->where) : node;
  });
  EvaluationErrors const errors = evaluation_errors(without_fields, declarations.variables);
  if (errors.unknown || errors.condition) return "it has subscripts or divisors that are checked for each point";
  try {
    lower_points(declarations, point, {value}, "trial", options);
  } catch (base::UserError const& error) {
    return error.diagnostics()[0].message;
  }
  return "";
}

} // namespace chemora::patterns
