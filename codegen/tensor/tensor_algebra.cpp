// What these make is right by construction: an index that does not fit is an internal error.
#include "codegen/tensor/tensor_algebra.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

/// Cannot be spelled in an equation file, and so collides with no name of one.
constexpr char mark_of_hidden = '\'';

std::optional<Resolved> checked(std::optional<Resolved> result) {
  if (!result) throw base::InternalError("tensor: indices made by the compiler do not fit");
  return result;
}

void close(Resolved& result, std::vector<Index> const& indices, Context& context) {
  if (!add_indices(result, indices, result.expression.where, context.letters, context.diagnostics))
    throw base::InternalError("tensor: indices made by the compiler do not fit");
}

Resolved plain_derivative(std::string const& derivative, std::vector<Index> const& indices, Resolved operand,
                          Context& context) {
  Resolved result;
  result.expression.kind = Kind::derivative;
  result.expression.name = derivative;
  result.expression.indices = indices;
  result.expression.where = operand.expression.where;
  close(result, indices, context);
  operand.summed.clear();
  auto const where = operand.expression.where;
  return *checked(add_operand(std::move(result), std::move(operand), where, context.letters, context.diagnostics));
}

/// J^a_i d_a J^b_j, the second derivatives of the grid's coordinates: once at each point.
std::string slope_of(std::string const& jacobian, std::string const& along, Context& context) {
  std::string const name = jacobian + "'slope";
  auto const& variables = context.system.variables;
  if (std::any_of(variables.begin(), variables.end(), [&](Variable const& one) { return one.name == name; }))
    return name;
  Index const a = fresh_index(context, true), b = fresh_index(context, true), i = fresh_index(context, false),
              j = fresh_index(context, false);
  Resolved const slope = plain_derivative(along, {{a.name, 0, false}}, named(jacobian, {b, j}, context), context);
  Resolved right = product(named(jacobian, {a, i}, context), slope, context);
  add_definition(name, {{true, false, false}, {{1, false}}}, {b, i, j}, std::move(right.expression), context);
  return name;
}

/// W^a = J^a_i v^i: which way the wind v blows along the grid's axes.
void define_wind(DerivativeOperator const& derivative, Context& context) {
  std::string const name = wind_along_the_grid(derivative.name);
  auto const& variables = context.system.variables;
  if (std::any_of(variables.begin(), variables.end(), [&](Variable const& one) { return one.name == name; })) return;
  Index const a = fresh_index(context, true), i = fresh_index(context, false), up_i{i.name, 0, true};
  Resolved right =
      product(named(derivative.jacobian, {a, i}, context), named(derivative.wind, {up_i}, context), context);
  add_definition(name, {{true}, {}}, {a}, std::move(right.expression), context);
}

} // namespace

Index fresh_index(Context& context, bool is_upper) {
  return {std::string(1, mark_of_hidden) + std::to_string(++context.n_fresh), 0, is_upper};
}

Resolved named(std::string const& name, std::vector<Index> const& indices, Context& context) {
  Resolved result;
  result.expression.kind = context.system.variable(name).is_temporary ? Kind::temporary : Kind::variable;
  result.expression.name = name;
  result.expression.indices = indices;
  close(result, indices, context);
  return result;
}

Resolved product(Resolved a, Resolved b, Context& context) {
  Resolved whole;
  whole.expression = make_apply("*", {});
  whole.expression.where = a.expression.where;
  a.summed.clear();
  b.summed.clear();
  auto const where = a.expression.where;
  auto first = checked(add_operand(std::move(whole), std::move(a), where, context.letters, context.diagnostics));
  return *checked(add_operand(std::move(*first), std::move(b), where, context.letters, context.diagnostics));
}

Resolved sum(Resolved a, Resolved b) {
  a.expression = make_apply("+", {std::move(a.expression), std::move(b.expression)});
  return a;
}

Resolved difference(Resolved a, Resolved b) {
  a.expression = make_apply("-", {std::move(a.expression), std::move(b.expression)});
  return a;
}

Resolved differentiated(std::string const& derivative, std::vector<Index> const& indices, Resolved operand,
                        Context& context) {
  context.symbols.mark_used("operator " + derivative);
  DerivativeOperator const& known = context.system.derivative_operator(derivative);
  std::string const jacobian = known.jacobian;
  if (jacobian.empty()) return plain_derivative(derivative, indices, std::move(operand), context);
  context.symbols.mark_used(jacobian);
  if (known.side == Side::upwind) define_wind(known, context);
  std::string const along = along_the_grid(derivative);
  Resolved const value = held(std::move(operand), context);
  Index const a = fresh_index(context, false), up_a{a.name, 0, true};
  if (indices.size() == 1)
    return product(named(jacobian, {up_a, indices[0]}, context), plain_derivative(along, {a}, value, context), context);
  Index const b = fresh_index(context, false), up_b{b.name, 0, true}, c = fresh_index(context, false);
  Resolved const second = plain_derivative(along, {a, b}, value, context);
  Resolved const once = product(named(jacobian, {up_b, indices[1]}, context), second, context);
  Resolved const slope =
      named(slope_of(jacobian, along, context), {{c.name, 0, true}, indices[0], indices[1]}, context);
  return sum(product(named(jacobian, {up_a, indices[0]}, context), once, context),
             product(slope, plain_derivative(along, {c}, value, context), context));
}

Resolved with_index(Resolved operand, Index const& from, Index const& to, Context& context) {
  std::vector<Index> free;
  for (Index const& index : operand.free) free.push_back(index.name == from.name ? to : index);
  substitute(operand.expression, from.name, to);
  Resolved result;
  result.expression = std::move(operand.expression);
  close(result, free, context);
  return result;
}

std::optional<Resolved> with_indices(Resolved result, std::vector<Index> const& own, std::vector<Index> const& wanted,
                                     base::SourcePosition const& where, Context& context) {
  std::vector<Index> free;
  for (Index const& index : result.free) {
    auto const at = std::find(own.begin(), own.end(), index);
    free.push_back(at == own.end() ? index : wanted[static_cast<std::size_t>(at - own.begin())]);
  }
  for (std::size_t n = 0; n < own.size(); ++n) substitute(result.expression, own[n].name, wanted[n]);
  Resolved closed;
  closed.expression = std::move(result.expression);
  if (!add_indices(closed, free, where, context.letters, context.diagnostics)) return std::nullopt;
  return closed;
}

Resolved held(Resolved operand, Context& context) {
  if (operand.expression.operands.empty() && operand.expression.summed.empty()) return operand;
  Variable variable;
  variable.name = std::string(1, mark_of_hidden) + std::to_string(++context.n_fresh) + mark_of_hidden;
  variable.is_temporary = true;
  for (Index const& index : operand.free) variable.shape.upper.push_back(index.is_upper);
  auto const where = operand.expression.where;
  context.hidden.push_back({false, false, variable.name, operand.free, std::move(operand.expression), where});
  context.system.variables.push_back(variable);
  Resolved result = named(variable.name, operand.free, context);
  result.expression.where = where;
  return result;
}

void rename_sums(Expression& expression, Context& context) {
  for (std::string& name : expression.summed) {
    Index const fresh = fresh_index(context, false);
    for (Index& index : expression.indices)
      if (index.name == name) index.name = fresh.name;
    for (Expression& operand : expression.operands) substitute(operand, name, fresh);
    name = fresh.name;
  }
  for (Expression& operand : expression.operands) rename_sums(operand, context);
}

void add_definition(std::string const& name, Shape shape, std::vector<Index> indices, Expression right,
                    Context& context) {
  auto const& variables = context.system.variables;
  auto const known = [&](Variable const& variable) { return variable.name == name; };
  if (std::none_of(variables.begin(), variables.end(), known)) {
    Variable variable;
    variable.name = name;
    variable.shape = std::move(shape);
    variable.is_temporary = true;
    context.system.variables.push_back(variable);
  }
  auto const where = right.where;
  context.system.definitions.push_back({false, true, name, std::move(indices), std::move(right), where});
}

} // namespace chemora::tensor
