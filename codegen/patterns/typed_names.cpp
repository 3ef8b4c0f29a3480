/// Names and declarations of variables, structures and matrices.
#include "codegen/patterns/typed_expressions.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::patterns {

int ExpressionTyper::find(std::string const& name) const {
  for (std::size_t n = scopes_.size(); n-- > first_scope_;)
    if (auto const found = scopes_[n].variables.find(name); found != scopes_[n].variables.end()) return found->second;
  auto const found = scopes_[0].variables.find(name);
  return found == scopes_[0].variables.end() ? -1 : found->second;
}

std::vector<std::string> ExpressionTyper::visible_names() const {
  std::vector<std::string> names;
  for (std::size_t n = scopes_.size(); n-- > 0;)
    if (n == 0 || n >= first_scope_)
      for (auto const& [name, number] : scopes_[n].variables) names.push_back(name);
  for (Program::Csr const& matrix : program_.matrices) names.push_back(matrix.name);
  return names;
}

NodePtr ExpressionTyper::no_variable(syntax::Name const& name, bool is_assigned) {
  if (failed_names_.contains(name.text)) return nullptr;
  if (outputs_.contains(name.text))
    return error(name.where, fmt::format("`{0}` is an output, which other statements cannot use; declare it by "
                                         "`{1} {0} = ...`, and write `output {0} = {0}`.",
                                         name.text, is_assigned ? "var" : "let"));
  return error(name.where, fmt::format("There is no variable `{}`{}.{}", name.text,
                                       is_assigned ? fmt::format("; declare it as in `var {} = 0`", name.text) : "",
                                       base::did_you_mean(name.text, visible_names())));
}

std::string ExpressionTyper::unique_name(std::string const& name) {
  std::string unique = name;
  while (names_.contains(unique) || functions_.contains(unique)) {
    int& n = suffixes_.emplace(name, 1).first->second;
    unique = fmt::format("{}_{}", name, ++n);
  }
  return unique;
}

bool ExpressionTyper::check_name(syntax::Name const& name) {
  bool const is_grid_number =
      name.text.starts_with("points_") || name.text.starts_with("origin_") || name.text.starts_with("spacing_");
  if (is_grid_number || name.text == point_structure().name || ir::find_edl_function(name.text)) {
    error(name.where, fmt::format("The name `{}` belongs to the language; choose another name.", name.text));
    return false;
  }
  int const visible = find(name.text);
  bool const is_other = functions_.contains(name.text) || find_structure(name.text) || find_matrix(name.text);
  // Parameters and variables of functions may have the names of later variables outside.
  bool const is_hidden = first_scope_ > 0 && visible >= 0 && scopes_[0].variables.contains(name.text) &&
                         scopes_[0].variables.at(name.text) == visible;
  if (!is_other && (visible < 0 || is_hidden)) return true;
  std::string const line = visible < 0 ? "" : fmt::format(" in line {}", program_.variables[visible].where.line);
  error(name.where, fmt::format("`{}` is already declared{}; choose another name.", name.text, line));
  return false;
}

int ExpressionTyper::declare(syntax::Name const& name, Variable variable) {
  check_name(name);
  variable.name = unique_name(name.text);
  variable.where = name.where;
  names_.insert(variable.name);
  int const number = static_cast<int>(program_.variables.size());
  program_.variables.push_back(std::move(variable));
  scopes_.back().variables[name.text] = number;
  return number;
}

void ExpressionTyper::declare_structure(Structure structure, base::SourcePosition const& where) {
  if (check_name({structure.name, where})) program_.structures.push_back(std::move(structure));
}

void ExpressionTyper::declare_matrix(syntax::Declaration const& declaration, Type const& type,
                                     std::vector<NodePtr> const& extents, std::string const& file) {
  constexpr std::size_t rank = 2;
  syntax::Name const& name = declaration.name;
  if (type.kind != Kind::unknown && (extents.size() != rank || !type.element->is_number()))
    error(name.where,
          fmt::format("A CSR matrix has two extents and elements of type int or real, as in `input csr real "
                      "{}[rows, columns]`.",
                      name.text));
  if (extents.size() != rank || !extents[0] || type.kind == Kind::unknown) return add_failed(name.text);
  auto const declare_field = [&](std::string const& field, Type const& array, Role role, NodePtr const& extent) {
    Variable variable{.type = array, .role = role, .source = file};
    if (extent) variable.extents = {extent};
    return declare({name.text + "." + field, name.where}, std::move(variable));
  };
  Type const integers = array_type(1, scalar_type(Kind::integer), false);
  int const size = declare_field("entries", scalar_type(Kind::integer), Role::size, nullptr);
  NodePtr const entries = variable(size, name.where);
  NodePtr const starts = make_operation(ir::Op::add, {extents[0], make_integer(1, name.where)}, name.where);
  Program::Csr matrix{.name = name.text, .rows = extents[0], .columns = extents[1], .entries = size};
  matrix.first = declare_field("first", integers, Role::input, starts);
  matrix.column = declare_field("column", integers, Role::input, entries);
  matrix.value = declare_field("value", array_type(1, *type.element, false), Role::input, entries);
  if (!check_name(name)) return;
  names_.insert(name.text);
  program_.matrices.push_back(std::move(matrix));
}

int ExpressionTyper::grid_number(std::string const& name) {
  auto const found = scopes_[0].variables.find(name);
  if (found != scopes_[0].variables.end()) return found->second;
  int const number = static_cast<int>(program_.variables.size());
  program_.variables.push_back({.name = name,
                                .type = scalar_type(name.starts_with("points_") ? Kind::integer : Kind::real),
                                .role = Role::grid_number});
  scopes_[0].variables[name] = number;
  names_.insert(name);
  return number;
}

Structure const* ExpressionTyper::find_structure(std::string const& name) const {
  if (name == point_structure().name) return &point_structure();
  for (Structure const& item : program_.structures)
    if (item.name == name) return &item;
  return nullptr;
}

Program::Csr const* ExpressionTyper::find_matrix(std::string const& name) const {
  for (Program::Csr const& item : program_.matrices)
    if (item.name == name) return &item;
  return nullptr;
}

Kind ExpressionTyper::scalar_kind(std::string const& word) const {
  if (word == "int") return Kind::integer;
  if (word == "real") return Kind::real;
  return word == "bool" ? Kind::boolean : Kind::unknown;
}

Type ExpressionTyper::declared_type(syntax::Declaration const& declaration) {
  Type type = scalar_type(scalar_kind(declaration.type.text));
  if (type.kind == Kind::unknown && find_structure(declaration.type.text)) type = structure_type(declaration.type.text);
  if (type.kind == Kind::unknown && failed_names_.contains(declaration.type.text)) return type;
  if (type.kind == Kind::unknown) {
    std::vector<std::string> known{"int", "real", "bool", "point"};
    for (Structure const& structure : program_.structures) known.push_back(structure.name);
    error(declaration.type.where,
          fmt::format("`{}` is not a type; expected {}.{}", declaration.type.text, base::list_in_words(known, "or"),
                      base::did_you_mean(declaration.type.text, known)));
    return type;
  }
  return declaration.is_array ? array_type(static_cast<int>(declaration.extents.size()), type, false) : type;
}

NodePtr ExpressionTyper::variable(int number, base::SourcePosition const& where) {
  use(number);
  Variable const& item = program_.variables[static_cast<std::size_t>(number)];
  return std::make_shared<Node const>(
      Node{.kind = NodeKind::variable, .type = item.type, .variable = number, .extents = item.extents, .where = where});
}

std::vector<NodePtr> ExpressionTyper::visible_extents(std::vector<NodePtr> extents, std::size_t first_variable) const {
  auto const is_hidden = [&](Node const& node) {
    if (node.kind == NodeKind::pattern || node.kind == NodeKind::let) return true;
    if (node.kind != NodeKind::variable) return false;
    return static_cast<std::size_t>(node.variable) >= first_variable ||
           program_.variables[static_cast<std::size_t>(node.variable)].role == Role::state;
  };
  for (NodePtr& extent : extents)
    if (extent && any_part(extent, is_hidden)) extent = nullptr;
  return extents;
}

void ExpressionTyper::set_extents(int number, std::vector<NodePtr> const& extents) {
  Variable& variable = program_.variables[static_cast<std::size_t>(number)];
  variable.extents.clear();
  std::vector<NodePtr> result = visible_extents(extents, program_.variables.size());
  result.resize(static_cast<std::size_t>(variable.type.rank));
  auto const self = std::make_shared<Node const>(
      Node{.kind = NodeKind::variable, .type = variable.type, .variable = number, .where = variable.where});
  for (std::size_t n = 0; n < result.size(); ++n)
    if (!result[n])
      result[n] = std::make_shared<Node const>(Node{.kind = NodeKind::size,
                                                    .type = scalar_type(Kind::integer),
                                                    .index = static_cast<int>(n),
                                                    .operands = {self},
                                                    .where = variable.where});
  variable.extents = std::move(result);
}

} // namespace chemora::patterns
