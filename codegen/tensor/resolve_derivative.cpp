// The operator's name decides.
#include "codegen/tensor/resolve_derivative.hpp"

#include "codegen/tensor/covariant.hpp"
#include "codegen/tensor/required_types.hpp"
#include "codegen/tensor/tensor_algebra.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

/// True after reporting a time derivative.
bool is_in_time(edl::Expression const& source, Context& context) {
  edl::Name const& name = source.name;
  if (name.suffixes.size() != 1 || name.base != "D") return false;
  if (name.suffixes[0].text == "t")
    context.diagnostics.error(
        source.where, "`D_t` stands only at the start of an equation; on the right, use the variable it equals.");
  else if (name.suffixes[0].text.starts_with("tt"))
    context.diagnostics.error(source.where, "Only first time derivatives are integrated, and only on the left side: "
                                            "introduce a variable for `D_t` of the other.");
  else
    return false;
  return true;
}

bool check_operator(edl::Expression const& source, std::vector<Index> const& indices, Context& context) {
  auto const& operators = context.system.operators;
  auto const known = std::find_if(operators.begin(), operators.end(), [&](DerivativeOperator const& derivative) {
    return derivative.name == source.name.base;
  });
  if (known == operators.end()) return false; // its definition has been reported
  if (!known->wind.empty()) context.symbols.mark_used(known->wind);
  if (known->is_sum_over_axes) return true; // the grammar reads no index
  std::size_t const most = known->side == Side::centred ? 2 : 1;
  for (Index const& index : indices)
    if (index.is_upper) {
      context.diagnostics.error(source.where, "The index of a derivative is a lower one; raise it with `delta^ij`.");
      return false;
    }
  if (indices.empty() || indices.size() > most) {
    context.diagnostics.error(source.where, "The operator `" + source.name.base + "` takes " +
                                                (most == 2 ? "one or two indices" : "one index") + "; `" +
                                                edl::to_text(source.name) + "` has " + std::to_string(indices.size()) +
                                                ".");
    return false;
  }
  return true;
}

std::optional<Resolved> through_jacobian(edl::Expression const& source, std::vector<Index> const& indices,
                                         Resolved operand, Context& context) {
  std::vector<Index> own;
  for (std::size_t n = 0; n < indices.size(); ++n) own.push_back(fresh_index(context, false));
  Resolved result = differentiated(source.name.base, own, std::move(operand), context);
  return with_indices(std::move(result), own, indices, source.where, context);
}

} // namespace

std::optional<Resolved> resolve_derivative(edl::Expression const& source, Context& context) {
  edl::Name const& name = source.name;
  if (is_in_time(source, context)) return std::nullopt;
  auto operand = resolve_expression(source.operands[0], context);
  if (!operand || !require_number(*operand, source.operands[0], context)) return std::nullopt;
  if (name.base == "Lie") return lie_derivative(std::move(*operand), source, context);
  std::vector<Index> indices;
  for (edl::Suffix const& suffix : name.suffixes)
    if (!read_indices(suffix, indices, context.diagnostics)) return std::nullopt;
  for (Metric const& metric : context.system.metrics)
    if (metric.derivative == name.base)
      return covariant_derivative(metric, indices, std::move(*operand), source, context);
  context.symbols.mark_used("operator " + name.base);
  if (!check_operator(source, indices, context)) return std::nullopt;
  if (!context.system.derivative_operator(name.base).jacobian.empty())
    return through_jacobian(source, indices, std::move(*operand), context);
  Resolved result;
  result.expression.kind = Kind::derivative;
  result.expression.name = name.base;
  result.expression.indices = indices;
  if (!add_indices(result, indices, source.where, context.letters, context.diagnostics)) return std::nullopt;
  return add_operand(std::move(result), std::move(*operand), source.where, context.letters, context.diagnostics);
}

} // namespace chemora::tensor
