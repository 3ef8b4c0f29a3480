/// Adds the declarations that Kranc files omit: undeclared names are scalars of the inherited implementation.
#include "codegen/tensor/declare/declare.hpp"

namespace chemora::tensor {

namespace {

void collect_names(edl::Expression const& expression, std::map<std::string, edl::Name>& names) {
  bool const is_name = expression.kind == edl::ExpressionKind::name && expression.name.qualifier.empty();
  if (is_name) names.emplace(edl::to_text(expression.name), expression.name);
  for (edl::Expression const& operand : expression.operands) collect_names(operand, names);
}

/// Returns all names that the file declares.
Symbols declared_names(edl::SyntaxTree const& tree) {
  base::Diagnostics ignored;
  Symbols symbols;
  auto const declare = [&](edl::Name const& name, bool is_tensor) {
    DeclaredName const declared = is_tensor ? read_declared_name(name, ignored) : DeclaredName{edl::to_text(name), {}};
    symbols.declare(declared.name, {SymbolKind::variable, declared.shape, name.where}, ignored);
  };
  for (auto const& parameter : tree.parameters) declare(parameter.name, false);
  for (auto const& block : tree.blocks)
    for (auto const& variable : block.variables) declare(variable.name, true);
  for (auto const& temporary : tree.temporaries) declare(temporary.name, true);
  for (auto const& tensor : tree.inherited_tensors) declare(tensor.name, true);
  for (auto const& definition : tree.definitions) declare(definition.left, true);
  return symbols;
}

} // namespace

bool is_of_kranc(edl::SyntaxTree const& tree) { return tree.where.file.ends_with(".kranc"); }

edl::SyntaxTree with_inherited_names(edl::SyntaxTree tree) {
  if (!is_of_kranc(tree) || tree.inherited.size() != 1) return tree;
  std::map<std::string, edl::Name> names;
  for (edl::Calculation const& calculation : tree.calculations)
    for (edl::Equation const& equation : calculation.equations) {
      names.emplace(edl::to_text(equation.left), equation.left);
      collect_names(equation.right, names);
    }
  Symbols symbols = declared_names(tree);
  base::Diagnostics ignored;
  for (auto const& [text, name] : names) {
    UsedName used;
    if (!symbols.read(name, used, ignored)) tree.inherited_tensors.push_back({tree.inherited[0].name, name, {}});
  }
  return tree;
}

} // namespace chemora::tensor
