#include "codegen/patterns/definitions.hpp"

#include "codegen/patterns/nodes.hpp"

#include <fmt/format.h>

#include <utility>

namespace chemora::patterns {

int declare_variable(Program& program, std::string const& name, Type const& type, base::SourcePosition const& where) {
  std::string unique = name;
  for (int n = 2; program.find(unique) >= 0; ++n) unique = fmt::format("{}_{}", name, n);
  program.variables.push_back({.name = unique, .type = type, .where = where});
  return static_cast<int>(program.variables.size()) - 1;
}

NodePtr variable_node(Program const& program, int number, base::SourcePosition const& where) {
  Type const& type = program.variables[static_cast<std::size_t>(number)].type;
  return std::make_shared<Node const>(Node{.kind = NodeKind::variable,
                                           .type = type,
                                           .variable = number,
                                           .extents = std::vector<NodePtr>(static_cast<std::size_t>(type.rank)),
                                           .where = where});
}

NodePtr variable_with_sizes(Program const& program, int number, base::SourcePosition const& where) {
  NodePtr const variable = variable_node(program, number, where);
  Node result = *variable;
  for (std::size_t axis = 0; axis < result.extents.size(); ++axis)
    result.extents[axis] = std::make_shared<Node const>(Node{.kind = NodeKind::size,
                                                             .type = scalar_type(Kind::integer),
                                                             .index = static_cast<int>(axis),
                                                             .operands = {variable},
                                                             .where = where});
  return std::make_shared<Node const>(std::move(result));
}

std::vector<Statement> Definitions::rewritten(std::vector<Statement> const& statements,
                                              std::function<void(Statement&)> const& rewrite) {
  std::vector<Statement> result;
  for (Statement statement : statements) {
    std::vector<Statement> const outer = std::exchange(added_, {});
    rewrite(statement);
    std::move(added_.begin(), added_.end(), std::back_inserter(result));
    added_ = outer;
    result.push_back(std::move(statement));
  }
  return result;
}

void Definitions::add(int variable, NodePtr const& value, base::SourcePosition const& where) {
  added_.push_back({.kind = StatementKind::let, .variable = variable, .value = value, .where = where});
}

Statement Definitions::take_last() {
  Statement last = std::move(added_.back());
  added_.pop_back();
  return last;
}

} // namespace chemora::patterns
