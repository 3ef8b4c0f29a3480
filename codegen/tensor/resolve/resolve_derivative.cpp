/// Resolves partial, upwind, covariant and Lie derivatives.
#include "codegen/tensor/resolve/resolve.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

/// The name of the operator of partial derivatives.
char const* const partial = "D";

std::string connection_of(Metric const& metric) {
  return metric.connection.empty() ? "Connection" + metric.name : metric.connection;
}

/// Returns the Christoffel symbols G^i_jk of the metric.
Resolved connection(Metric const& metric, Index const& i, Index const& j, Index const& k,
                    base::SourcePosition const& where, Context& context) {
  std::string const name = connection_of(metric);
  context.symbols.mark_used(name);
  resolve_definition(name, where, context);
  return named(moved_form(name, {true, false, false}, where, context), {i, j, k}, context);
}

Index opposite(Index index) {
  index.is_upper = !index.is_upper;
  return index;
}

bool has_weight(Expression const& expression, Context const& context) {
  bool const is_tensor = expression.kind == Kind::variable || expression.kind == Kind::temporary;
  if (is_tensor && !context.system.variable(expression.name).shape.weight.is(0)) return true;
  return std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](Expression const& operand) { return has_weight(operand, context); });
}

/// Returns whether a tensor in the expression has a number as index. A covariant derivative of this tensor needs all of
/// its components.
bool has_component(Expression const& expression) {
  bool const is_tensor = expression.kind == Kind::variable || expression.kind == Kind::temporary;
  if (is_tensor && std::any_of(expression.indices.begin(), expression.indices.end(),
                               [](Index const& index) { return !index.is_abstract(); }))
    return true;
  return std::any_of(expression.operands.begin(), expression.operands.end(), has_component);
}

bool check_no_component(Resolved const& operand, edl::Expression const& source, Context& context) {
  if (!has_component(operand.expression)) return true;
  context.diagnostics.error(source.where,
                            "`" + edl::to_text(source) +
                                "` needs the whole tensor, not one component; replace the numbers by index letters.");
  return false;
}

/// Returns `CD_k T` of a tensor T of any rank.
Resolved first_derivative(Metric const& metric, Index const& along, Resolved const& tensor,
                          base::SourcePosition const& where, Context& context) {
  Resolved result = differentiated(partial, {along}, tensor, context);
  for (Index const& index : tensor.free) {
    Index const dummy = fresh_index(context, index.is_upper);
    Resolved const moved = with_index(tensor, index, dummy, context);
    if (index.is_upper)
      result = sum(std::move(result),
                   product(connection(metric, index, along, opposite(dummy), where, context), moved, context));
    else
      result = difference(std::move(result),
                          product(connection(metric, opposite(dummy), along, index, where, context), moved, context));
  }
  return result;
}

/// Returns `CD_ij f` of a scalar f.
Resolved second_derivative(Metric const& metric, std::vector<Index> const& indices, Resolved const& scalar,
                           base::SourcePosition const& where, Context& context) {
  Resolved result = differentiated(partial, indices, scalar, context);
  Index const dummy = fresh_index(context, false);
  Resolved const gradient = differentiated(partial, {dummy}, scalar, context);
  return difference(
      std::move(result),
      product(connection(metric, opposite(dummy), indices[0], indices[1], where, context), gradient, context));
}

/// Returns the name `beta` of the vector in `Lie_beta`.
std::string vector_of(edl::Expression const& source, Context& context) {
  std::string const name = base::join(source.name.suffixes, "_", [](edl::Suffix const& suffix) { return suffix.text; });
  bool const is_vector = context.symbols.contains(name) && context.symbols[name].shape.upper == std::vector<bool>{true};
  if (is_vector) {
    context.symbols.mark_used(name);
    return name;
  }
  std::vector<std::string> vectors;
  for (Variable const& variable : context.system.variables)
    if (variable.shape.upper == std::vector<bool>{true}) vectors.push_back(variable.name);
  context.diagnostics.error(source.where, "`" + edl::to_text(source.name) + "` is the Lie derivative along a vector `" +
                                              name + "^i`, which is not declared." + base::did_you_mean(name, vectors));
  return {};
}

/// Returns the operator that is upwind along the vector, or the operator of partial derivatives if the file defines no
/// such operator.
std::string operator_along(std::string const& vector, Context const& context) {
  for (DerivativeOperator const& derivative : context.system.operators)
    if (derivative.side == Side::upwind && derivative.wind == vector) return derivative.name;
  return partial;
}

/// Returns the covariant derivative, as described at resolve_derivative().
std::optional<Resolved> covariant_derivative(Metric const& metric, std::vector<Index> const& indices, Resolved operand,
                                             edl::Expression const& source, Context& context) {
  std::string const text = edl::to_text(source.name);
  auto const fail = [&](std::string const& message) {
    context.diagnostics.error(source.where, message);
    return std::nullopt;
  };
  for (Index const& index : indices)
    if (index.is_upper)
      return fail("The index of a derivative must be a lower one; write `" + metric.name + "^ij " + metric.derivative +
                  "_j` to raise it.");
  if (indices.empty() || indices.size() > 2)
    return fail("The covariant derivative `" + metric.derivative + "` takes one or two indices; `" + text + "` has " +
                std::to_string(indices.size()) + ".");
  if (!check_no_component(operand, source, context)) return std::nullopt;
  if (indices.size() == 2 && !operand.free.empty())
    return fail("`" + text + "` with two indices applies to scalars only; for a tensor write `" + metric.derivative +
                "_i " + metric.derivative + "_j`.");
  if (!metric.has_unit_determinant && has_weight(operand.expression, context))
    return fail(
        "The covariant derivative of a tensor density needs a metric with determinant 1; divide by a power of `det(" +
        metric.name + ")` first.");
  std::vector<Index> own;
  for (std::size_t n = 0; n < indices.size(); ++n) own.push_back(fresh_index(context, false));
  Resolved const tensor = held(std::move(operand), context);
  Resolved result = indices.size() == 1 ? first_derivative(metric, own[0], tensor, source.where, context)
                                        : second_derivative(metric, own, tensor, source.where, context);
  return with_indices(std::move(result), own, indices, source.where, context);
}

/// Returns the Lie derivative, as described at resolve_derivative().
std::optional<Resolved> lie_derivative(Resolved operand, edl::Expression const& source, Context& context) {
  std::string const vector = vector_of(source, context);
  if (vector.empty() || !check_no_component(operand, source, context)) return std::nullopt;
  bool const is_name = operand.expression.operands.empty();
  if (!is_name && has_weight(operand.expression, context)) {
    context.diagnostics.error(source.where, "The Lie derivative of an expression with tensor densities is not "
                                            "supported; apply it to each tensor separately.");
    return std::nullopt;
  }
  bool const is_tensor = operand.expression.kind == Kind::variable || operand.expression.kind == Kind::temporary;
  Number const weight =
      is_name && is_tensor ? context.system.variable(operand.expression.name).shape.weight : integer(0);
  Resolved const tensor = held(std::move(operand), context);
  auto const component_along = [&](Index const& index) { return named(vector, {index}, context); };
  Index const along = fresh_index(context, false);
  Resolved result = product(component_along(opposite(along)),
                            differentiated(operator_along(vector, context), {along}, tensor, context), context);
  for (Index const& index : tensor.free) {
    Index const dummy = fresh_index(context, index.is_upper);
    Resolved moved = with_index(tensor, index, dummy, context);
    if (index.is_upper)
      result =
          difference(std::move(result),
                     product(std::move(moved),
                             differentiated(partial, {opposite(dummy)}, component_along(index), context), context));
    else
      result = sum(std::move(result),
                   product(std::move(moved),
                           differentiated(partial, {index}, component_along(opposite(dummy)), context), context));
  }
  if (weight.is(0)) return result;
  Index const dummy = fresh_index(context, false);
  Resolved const divergence = differentiated(partial, {dummy}, component_along(opposite(dummy)), context);
  Resolved const factor{make_number(weight), {}, {}};
  return sum(std::move(result), product(product(factor, divergence, context), tensor, context));
}

/// Reports a time derivative in an expression. Returns false for any other operator.
bool is_time_derivative(edl::Expression const& source, Context& context) {
  edl::Name const& name = source.name;
  if (name.suffixes.size() != 1 || name.base != "D") return false;
  if (name.suffixes[0].text == "t")
    context.diagnostics.error(
        source.where,
        "`D_t` can be used only on the left side of an equation; on the right, write the expression that it equals.");
  else if (name.suffixes[0].text.starts_with("tt"))
    context.diagnostics.error(source.where,
                              "Second time derivatives cannot be integrated; introduce a variable for the "
                              "first time derivative and write `D_t` of both on left sides.");
  else
    return false;
  return true;
}

bool check_operator(edl::Expression const& source, std::vector<Index> const& indices, Context& context) {
  auto const& operators = context.system.operators;
  auto const derivative = std::find_if(operators.begin(), operators.end(), [&](DerivativeOperator const& candidate) {
    return candidate.name == source.name.base;
  });
  if (derivative == operators.end()) return false; // the error in the operator's definition was reported earlier
  if (!derivative->wind.empty()) context.symbols.mark_used(derivative->wind);
  if (derivative->is_sum_over_axes) return true; // the parser rejects indices of such an operator
  std::size_t const max_indices = derivative->side == Side::centred ? 2 : 1;
  for (Index const& index : indices)
    if (index.is_upper) {
      context.diagnostics.error(source.where,
                                "The index of a derivative must be a lower one; raise it with `delta^ij`.");
      return false;
    }
  if (indices.empty() || indices.size() > max_indices) {
    context.diagnostics.error(source.where, "The operator `" + source.name.base + "` takes " +
                                                (max_indices == 2 ? "one or two indices" : "one index") + "; `" +
                                                edl::to_text(source.name) + "` has " + std::to_string(indices.size()) +
                                                ".");
    return false;
  }
  return true;
}

/// Returns the derivative by an operator that is defined with a Jacobian.
std::optional<Resolved> with_jacobian(edl::Expression const& source, std::vector<Index> const& indices,
                                      Resolved operand, Context& context) {
  std::vector<Index> own;
  for (std::size_t n = 0; n < indices.size(); ++n) own.push_back(fresh_index(context, false));
  Resolved result = differentiated(source.name.base, own, std::move(operand), context);
  return with_indices(std::move(result), own, indices, source.where, context);
}

} // namespace

std::optional<Resolved> resolve_derivative(edl::Expression const& source, Context& context) {
  edl::Name const& name = source.name;
  if (is_time_derivative(source, context)) return std::nullopt;
  auto operand = resolve_expression(source.operands[0], context);
  if (!operand || !require_number(*operand, source.operands[0], context)) return std::nullopt;
  if (name.base == "Lie") return lie_derivative(std::move(*operand), source, context);
  std::vector<Index> indices;
  for (edl::Suffix const& suffix : name.suffixes)
    if (!read_indices(suffix, indices, context.diagnostics)) return std::nullopt;
  fix_direction(indices, context);
  for (Metric const& metric : context.system.metrics)
    if (metric.derivative == name.base)
      return covariant_derivative(metric, indices, std::move(*operand), source, context);
  context.symbols.mark_used("operator " + name.base);
  if (!check_operator(source, indices, context)) return std::nullopt;
  if (!context.system.derivative_operator(name.base).jacobian.empty())
    return with_jacobian(source, indices, std::move(*operand), context);
  Resolved result;
  result.expression.kind = Kind::derivative;
  result.expression.name = name.base;
  result.expression.indices = indices;
  if (!add_indices(result, indices, source.where, context.letters, context.diagnostics)) return std::nullopt;
  return add_operand(std::move(result), std::move(*operand), source.where, context.letters, context.diagnostics);
}

} // namespace chemora::tensor
