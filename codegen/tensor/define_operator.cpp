// Reads the right-hand side of a definition as a linear form in shifted operands over a power of h.
#include "codegen/tensor/define_operator.hpp"

#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace chemora::tensor {

namespace {

constexpr int highest_order = 32;

/// (sum weights[o] * u_(i+o)) / h^power, or, without weights, scalar / h^power; h itself has the power -1.
struct LinearForm {
  std::map<int, Number> weights;
  Number scalar;
  int power = 0;

  bool is_scalar() const { return weights.empty(); }
};

class DefinitionReader {
public:
  DefinitionReader(edl::OperatorDefinition const& definition, base::Diagnostics& diagnostics)
      : definition_(definition), diagnostics_(diagnostics) {}

  std::optional<LinearForm> read(edl::Expression const& expression) {
    switch (expression.kind) {
    case edl::ExpressionKind::number:
      return number(expression);
    case edl::ExpressionKind::name:
      return name(expression);
    case edl::ExpressionKind::negate: {
      auto form = read(expression.operands[0]);
      if (form) scale(*form, integer(-1));
      return form;
    }
    case edl::ExpressionKind::binary:
      return binary(expression);
    default:
      return fail(expression, "it is neither a shifted `" + operand() + "` nor a number nor h");
    }
  }

private:
  std::string operand() const { return definition_.operand->base + "_(i+1)"; }

  std::nullopt_t fail(edl::Expression const& expression, std::string const& why) {
    diagnostics_.error(expression.where, "`" + edl::to_text(expression) +
                                             "` cannot stand in the definition of the operator `" +
                                             edl::to_text(definition_.name) + "`: " + why + ".");
    return std::nullopt;
  }

  static void scale(LinearForm& form, Number const& factor) {
    for (auto& [offset, weight] : form.weights) weight = weight * factor;
    form.scalar = form.scalar * factor;
  }

  std::optional<LinearForm> number(edl::Expression const& expression) {
    auto const value = parse_number(expression.text);
    if (!value) return fail(expression, "it is outside the range of a double");
    return LinearForm{{}, *value, 0};
  }

  std::optional<LinearForm> name(edl::Expression const& expression) {
    edl::Name const& name = expression.name;
    if (edl::to_text(name) == "h") return LinearForm{{}, integer(1), -1};
    if (name.base != definition_.operand->base || name.suffixes.size() != 1)
      return fail(expression, "only `" + operand() + "`, numbers and the spacing h can");
    edl::Suffix const& suffix = name.suffixes[0];
    if (suffix.symbols.size() != 1) return fail(expression, "operators along more than one axis are not supported");
    if (suffix.symbols[0].name != definition_.operand->suffixes[0].symbols[0].name)
      return fail(expression, "its index is not the operator's");
    return LinearForm{{{suffix.symbols[0].offset, integer(1)}}, integer(0), 0};
  }

  /// Bounds both what a definition can mean and what a chain of powers can reach.
  std::optional<LinearForm> checked(edl::Expression const& expression, LinearForm form) {
    constexpr int highest_power = 8;
    if (std::abs(form.power) > highest_power) return fail(expression, "h has powers up to 8");
    bool is_finite = std::isfinite(form.scalar.value);
    for (auto const& [offset, weight] : form.weights) is_finite = is_finite && std::isfinite(weight.value);
    if (!is_finite) return fail(expression, "its value is too large for a double");
    return form;
  }

  std::optional<LinearForm> binary(edl::Expression const& expression) {
    auto const form = by_symbol(expression);
    return form ? checked(expression, *form) : std::nullopt;
  }

  std::optional<LinearForm> by_symbol(edl::Expression const& expression) {
    auto left = read(expression.operands[0]);
    auto right = read(expression.operands[1]);
    if (!left || !right) return std::nullopt;
    if (expression.text == "+" || expression.text == "-") return sum(expression, *left, *right);
    if (expression.text == "*") return product(expression, *left, *right);
    if (expression.text == "/") return quotient(expression, *left, *right);
    if (expression.text == "**") return power(expression, *left, *right);
    return fail(expression, "only + - * / and ** can");
  }

  std::optional<LinearForm> sum(edl::Expression const& expression, LinearForm left, LinearForm right) {
    if (left.power != right.power || left.is_scalar() != right.is_scalar())
      return fail(expression, "its two sides have different dimensions");
    if (expression.text == "-") scale(right, integer(-1));
    for (auto const& [offset, weight] : right.weights) left.weights[offset] = left.weights[offset] + weight;
    left.scalar = left.scalar + right.scalar;
    return left;
  }

  std::optional<LinearForm> product(edl::Expression const& expression, LinearForm left, LinearForm right) {
    if (!left.is_scalar() && !right.is_scalar()) return fail(expression, "it is not linear in the operand");
    if (left.is_scalar()) std::swap(left, right);
    scale(left, right.scalar);
    left.power += right.power;
    return left;
  }

  std::optional<LinearForm> quotient(edl::Expression const& expression, LinearForm left, LinearForm const& right) {
    if (!right.is_scalar()) return fail(expression, "it is not linear in the operand");
    if (right.scalar.value == 0) return fail(expression, "it divides by 0");
    scale(left, integer(1) / right.scalar);
    left.power -= right.power;
    return left;
  }

  std::optional<LinearForm> power(edl::Expression const& expression, LinearForm const& base,
                                  LinearForm const& exponent) {
    bool const is_small = exponent.is_scalar() && exponent.scalar.is_integer() && exponent.scalar.numerator >= 1 &&
                          exponent.scalar.numerator <= 8 && exponent.power == 0;
    if (!base.is_scalar() || !is_small) return fail(expression, "only numbers and h have powers, from 1 to 8");
    LinearForm result = base;
    for (int n = 1; n < exponent.scalar.numerator; ++n) {
      result.scalar = result.scalar * base.scalar;
      result.power += base.power;
    }
    return result;
  }

  edl::OperatorDefinition const& definition_;
  base::Diagnostics& diagnostics_;
};

void check_order(int order, std::string const& source, base::SourcePosition const& where,
                 base::Diagnostics& diagnostics) {
  if (order < 2 || order > highest_order || order % 2 != 0)
    diagnostics.error(
        where, fmt::format("{} gives the order {}; an order is even, from 2 to {}.", source, order, highest_order));
}

/// The first and last operand of FiniteDifferencingOperator(1, HALF_ORDER, i), which both are fixed.
void check_outer_operands(edl::OperatorDefinition const& definition, base::Diagnostics& diagnostics) {
  auto const& operands = definition.right.operands;
  auto const first = operands[0].kind == edl::ExpressionKind::number ? parse_number(operands[0].text) : std::nullopt;
  if (!first || !first->is(1))
    diagnostics.error(operands[0].where, "The first operand of FiniteDifferencingOperator is 1, the first derivative "
                                         "(a second index gives the second); found `" +
                                             edl::to_text(operands[0]) + "`.");
  std::string index;
  for (edl::Suffix const& suffix : definition.name.suffixes) index += suffix.text;
  if (operands[2].kind != edl::ExpressionKind::name || edl::to_text(operands[2].name) != index || index.size() != 1)
    diagnostics.error(operands[2].where, "The last operand of FiniteDifferencingOperator is the operator's one index" +
                                             (index.size() == 1 ? ", `" + index + "`" : "") + "; found `" +
                                             edl::to_text(operands[2]) + "`.");
}

/// The functions that stand for a family of stencils.
std::map<std::string, Side> const& families() {
  static std::map<std::string, Side> const table{{"centred", Side::centred},
                                                 {"centered", Side::centred},
                                                 {"forward", Side::forward},
                                                 {"backward", Side::backward},
                                                 {"upwind", Side::upwind},
                                                 {"dissipation", Side::dissipation},
                                                 {"FiniteDifferencingOperator", Side::centred}};
  return table;
}

/// The vector of `upwind(ORDER, beta)`.
void read_wind(edl::Expression const& right, DerivativeOperator& derivative, Symbols& symbols,
               base::Diagnostics& diagnostics) {
  edl::Expression const& vector = right.operands[1];
  std::string const name = vector.kind == edl::ExpressionKind::name ? edl::to_text(vector.name) : "";
  if (!symbols.contains(name) || symbols[name].shape.upper != std::vector<bool>{true}) {
    diagnostics.error(vector.where, "`" + edl::to_text(vector) +
                                        "` is not a vector; an upwind operator looks against one, named without "
                                        "index, as in `upwind(4, beta)` for a declared `beta^i`.");
    return;
  }
  symbols.mark_used(name);
  derivative.wind = name;
}

/// How `centred(ORDER, HOW)` takes mixed second derivatives.
bool is_diagonal(edl::Expression const& how, base::Diagnostics& diagnostics) {
  std::string const name = how.kind == edl::ExpressionKind::name ? edl::to_text(how.name) : "";
  if (name != "diagonal" && name != "product")
    diagnostics.error(how.where, "Mixed second derivatives are taken as `product` or `diagonal`; found `" +
                                     edl::to_text(how) + "`." + base::did_you_mean(name, {"product", "diagonal"}));
  return name == "diagonal";
}

/// `centred(ORDER)`, `upwind(ORDER, VECTOR)` and the like; also FiniteDifferencingOperator(1, HALF_ORDER, i).
void read_family(edl::OperatorDefinition const& definition, DerivativeOperator& derivative, TensorSystem const& system,
                 Symbols& symbols, base::Diagnostics& diagnostics) {
  edl::Expression const& right = definition.right;
  bool const is_kranc = right.text == "FiniteDifferencingOperator";
  auto const family = families().find(right.text);
  std::size_t const n_operands = is_kranc ? 3 : right.text == "upwind" ? 2 : 1;
  bool const says_mixed =
      !is_kranc && right.operands.size() == 2 && family != families().end() && family->second == Side::centred;
  if (family == families().end() || (right.operands.size() != n_operands && !says_mixed)) {
    std::vector<std::string> names;
    for (char const* name : {"centred", "forward", "backward", "upwind", "dissipation"}) names.emplace_back(name);
    diagnostics.error(right.where, "`" + edl::to_text(right) +
                                       "` is not a derivative operator; write `centred(ORDER)`, `forward(ORDER)`, "
                                       "`backward(ORDER)`, `upwind(ORDER, VECTOR)`, `dissipation(ORDER)` or a formula "
                                       "such as `(u_(i+1) - u_(i-1))/(2 h)`." +
                                       (family == families().end() ? base::did_you_mean(right.text, names) : ""));
    return;
  }
  derivative.side = family->second;
  derivative.is_sum_over_axes = definition.name.suffixes.empty();
  if (derivative.is_sum_over_axes && derivative.side != Side::dissipation)
    diagnostics.error(definition.name.where, "`" + derivative.name + "` needs an index, as in `" + derivative.name +
                                                 "_i`; only a dissipation, which is summed over the axes, has none.");
  if (derivative.side == Side::upwind) read_wind(right, derivative, symbols, diagnostics);
  if (says_mixed) derivative.is_diagonal = is_diagonal(right.operands[1], diagnostics);
  edl::Expression const& order = right.operands[is_kranc ? 1 : 0];
  if (is_kranc) check_outer_operands(definition, diagnostics);
  derivative.order_factor = is_kranc ? 2 : 1;
  if (order.kind == edl::ExpressionKind::number) {
    auto const value = parse_number(order.text);
    bool const is_small = value && value->is_integer() && value->numerator < 1000;
    if (!is_small) {
      diagnostics.error(order.where, fmt::format("An order is an even number from 2 to {}; found `{}`.", highest_order,
                                                 edl::to_text(order)));
      return;
    }
    derivative.order = static_cast<int>(value->numerator) * derivative.order_factor;
    check_order(derivative.order, "`" + edl::to_text(right) + "`", order.where, diagnostics);
    return;
  }
  UsedName used;
  if (order.kind != edl::ExpressionKind::name) {
    diagnostics.error(order.where,
                      "An order is an even number or an int parameter; found `" + edl::to_text(order) + "`.");
    return;
  }
  if (!symbols.read(order.name, used, diagnostics)) return;
  bool const is_parameter = symbols[used.name].kind == SymbolKind::parameter;
  if (!is_parameter || system.parameter(used.name).type != ValueType::integer) {
    diagnostics.error(order.where,
                      "`" + used.name + "` cannot be an order; an order is an even number or an int parameter.");
    return;
  }
  derivative.order_parameter = used.name;
  auto const values = system.parameter(used.name).admissible_values();
  if (values.empty())
    diagnostics.error(order.where, "`" + used.name +
                                       "` is an order, so its range must be a finite list such as "
                                       "`range: 2, 4, 6, 8`.");
  for (int value : values)
    check_order(value * derivative.order_factor, "`" + used.name + "`", order.where, diagnostics);
}

bool has_jacobian(edl::Expression const& right) {
  return right.kind == edl::ExpressionKind::binary && right.text == "*" &&
         right.operands[0].kind == edl::ExpressionKind::name && right.operands[1].kind == edl::ExpressionKind::call;
}

/// `D_i = J^a_i centred(ORDER)`.
void read_with_jacobian(edl::OperatorDefinition const& definition, DerivativeOperator& derivative,
                        TensorSystem const& system, Symbols& symbols, base::Diagnostics& diagnostics) {
  edl::Name const& name = definition.right.operands[0].name;
  edl::OperatorDefinition along = definition;
  along.right = definition.right.operands[1];
  read_family(along, derivative, system, symbols, diagnostics);
  UsedName used;
  if (!symbols.read(name, used, diagnostics)) return;
  std::string index;
  for (edl::Suffix const& suffix : definition.name.suffixes) index += suffix.text;
  bool const fits = symbols[used.name].shape.upper == std::vector<bool>{true, false} && used.indices.size() == 2 &&
                    used.indices[0].is_abstract() && used.indices[1].name == index;
  if (!fits)
    diagnostics.error(name.where,
                      "A Jacobian has an upper index, of the grid's coordinates, and the operator's lower one, "
                      "as in `D_i = J^a_i centred(4)` for a declared `J^a_i`; found `" +
                          edl::to_text(name) + "`.");
  if (derivative.side != Side::centred)
    diagnostics.error(definition.right.where, "Only centred derivatives go through a Jacobian.");
  derivative.jacobian = used.name;
}

} // namespace

DerivativeOperator define_operator(edl::OperatorDefinition const& definition, TensorSystem const& system,
                                   Symbols& symbols, base::Diagnostics& diagnostics) {
  DerivativeOperator derivative;
  derivative.name = definition.name.base;
  if (!definition.operand) {
    if (has_jacobian(definition.right))
      read_with_jacobian(definition, derivative, system, symbols, diagnostics);
    else if (definition.right.kind == edl::ExpressionKind::call)
      read_family(definition, derivative, system, symbols, diagnostics);
    else
      diagnostics.error(definition.right.where, "The operator `" + edl::to_text(definition.name) +
                                                    "` without operand is "
                                                    "defined by `centred(ORDER)`; found `" +
                                                    edl::to_text(definition.right) + "`.");
    return derivative;
  }
  bool const has_one_index = definition.operand->suffixes.size() == 1 &&
                             definition.operand->suffixes[0].symbols.size() == 1 &&
                             definition.operand->suffixes[0].bracket == edl::Bracket::none;
  if (!has_one_index || !definition.name.suffixes.empty()) {
    diagnostics.error(definition.name.where,
                      "An operator is defined along one axis, as in `" + definition.name.base +
                          " u_i = (u_(i+1) - u_(i))/h`; operators along more axes are not supported.");
    return derivative;
  }
  auto const form = DefinitionReader(definition, diagnostics).read(definition.right);
  if (!form) return derivative;
  if (form->is_scalar())
    diagnostics.error(definition.right.where, "The operator `" + derivative.name + "` does not use its operand.");
  derivative.side = Side::given;
  derivative.spacing_power = form->power;
  for (auto const& [offset, weight] : form->weights)
    if (weight.value != 0) derivative.weights[offset] = weight;
  if (!form->is_scalar() && derivative.weights.empty())
    diagnostics.error(definition.right.where, "The weights of the operator `" + derivative.name + "` are all 0.");
  return derivative;
}

} // namespace chemora::tensor
