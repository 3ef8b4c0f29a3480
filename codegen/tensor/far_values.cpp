// Limits and speeds in the syntax tree to expressions of parameters.
#include "codegen/tensor/far_values.hpp"

#include "codegen/tensor/definitions.hpp"

namespace chemora::tensor {

namespace {

/// The first part that depends on the point, or nothing.
Expression const* part_of_point(Expression const& expression) {
  static std::set<Kind> const known{Kind::number, Kind::parameter, Kind::keyword, Kind::delta, Kind::apply};
  if (!known.contains(expression.kind)) return &expression;
  for (Expression const& operand : expression.operands)
    if (auto const* part = part_of_point(operand)) return part;
  return nullptr;
}

/// A value with the free indices `indices`; nothing after reporting what is wrong.
std::optional<Expression> value_of(edl::Expression const& source, std::vector<Index> const& indices,
                                   std::string const& what, Context& context) {
  context.letters.clear();
  auto resolved = resolve_expression(source, context);
  if (!resolved || !check_free_indices(indices, *resolved, source.where, context)) return std::nullopt;
  if (auto const* part = part_of_point(resolved->expression)) {
    context.diagnostics.error(source.where,
                              what + " is made of numbers and parameters only; found `" + to_text(*part) + "`.");
    return std::nullopt;
  }
  return std::move(resolved->expression);
}

/// A limit that the file does not specify is 0, as without the block.
void add(edl::FarValue const& source, Context& context) {
  auto const used = resolve_name(source.name, context, false);
  if (!used) return;
  std::string const of_variable = " of `" + edl::to_text(source.name) + "`";
  std::optional<Expression> limit = make_number(integer(0)), speed;
  if (source.limit) limit = value_of(*source.limit, used->indices, "The limit" + of_variable, context);
  if (source.speed) speed = value_of(*source.speed, {}, "The speed" + of_variable, context);
  if (!limit || (source.speed && !speed)) return;
  Equation const equation{false, false, used->name, used->indices, std::move(*limit), source.name.where};
  context.system.far_values.push_back({equation, std::move(speed), source.is_extrapolated});
}

} // namespace

void resolve_far_values(edl::SyntaxTree const& tree, std::set<std::string> const& evolved, Context& context) {
  for (edl::FarValue const& source : tree.far_values) add(source, context);
  std::set<std::string> seen;
  for (FarValue const& value : context.system.far_values) {
    std::string const& name = value.limit.left;
    if (!evolved.contains(name))
      context.diagnostics.error(value.limit.where, "`" + name + "` does not evolve and has no boundary condition.");
    if (!seen.insert(name).second)
      context.diagnostics.error(value.limit.where, "The boundary of `" + name + "` is described a second time.");
  }
}

} // namespace chemora::tensor
