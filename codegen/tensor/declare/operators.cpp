/// Reads definitions of derivative operators: families of stencils, with Jacobians, and formulas in neighbours.
#include "codegen/tensor/declare/declare.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>

namespace chemora::tensor {

namespace {

/// The value (sum weights[o] * u_(i+o)) / h^power, or scalar / h^power if there are no weights. The spacing h itself
/// has the power -1.
struct LinearForm {
  std::map<int, Number> weights;
  Number scalar;
  int power = 0;
  bool is_of_faces = false; ///< the offsets are half-integers, rounded down

  bool is_scalar() const { return weights.empty(); }
};

/// Reads formulas: `(u_(i+1) - u_(i-1))/(2 h)` has the weights 1/2 and -1/2 and the power 1. The reader reports a
/// formula that is not linear in the shifted operand, and returns nothing. Powers of h above 8 and values outside the
/// range of doubles are errors too.
class FormulaReader {
public:
  FormulaReader(edl::OperatorDefinition const& definition, base::Diagnostics& diagnostics)
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
                                             "` cannot be used in the definition of the operator `" +
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
      return fail(expression, "only `" + operand() + "`, numbers and the spacing h are allowed");
    edl::Suffix const& suffix = name.suffixes[0];
    if (suffix.symbols.size() != 1) return fail(expression, "operators along more than one axis are not supported");
    if (suffix.symbols[0].name != definition_.operand->suffixes[0].symbols[0].name)
      return fail(expression, "its index differs from that of the operator");
    return LinearForm{{{suffix.symbols[0].offset, integer(1)}}, integer(0), 0, suffix.symbols[0].is_at_face};
  }

  /// Checks the limits of powers of h and of values, so that chains of powers cannot overflow.
  std::optional<LinearForm> checked(edl::Expression const& expression, LinearForm form) {
    constexpr int max_power = 8;
    if (std::abs(form.power) > max_power) return fail(expression, "powers of h are limited to 8");
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
    return fail(expression, "only + - * / and ** are allowed");
  }

  std::optional<LinearForm> sum(edl::Expression const& expression, LinearForm left, LinearForm right) {
    if (left.power != right.power || left.is_scalar() != right.is_scalar())
      return fail(expression, "its two sides have different dimensions");
    if (left.is_of_faces != right.is_of_faces)
      return fail(expression, "it mixes values of cells, such as `" + operand() + "`, and values at faces, such as `" +
                                  definition_.operand->base + "_(i+1/2)`");
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

bool has_jacobian(edl::Expression const& right) {
  return right.kind == edl::ExpressionKind::binary && right.text == "*" &&
         right.operands[0].kind == edl::ExpressionKind::name && right.operands[1].kind == edl::ExpressionKind::call;
}

/// Reads `D_i = J^a_i centred(ORDER)`, and one-sided families in the same form.
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
                      "A Jacobian must have an upper index, of the grid's coordinates, and the operator's lower index, "
                      "as in `D_i = J^a_i centred(4)` for a declared `J^a_i`; found `" +
                          edl::to_text(name) + "`.");
  if (derivative.side == Side::dissipation)
    diagnostics.error(definition.right.where,
                      "`dissipation` acts along the grid's axes and cannot have a Jacobian; remove the Jacobian.");
  if (fits) derivative.jacobian = used.name;
}

/// Reads `D_i = ...`, which names a family of stencils with or without a Jacobian.
void read_without_operand(edl::OperatorDefinition const& definition, DerivativeOperator& derivative,
                          TensorSystem const& system, Symbols& symbols, base::Diagnostics& diagnostics) {
  if (has_jacobian(definition.right))
    read_with_jacobian(definition, derivative, system, symbols, diagnostics);
  else if (definition.right.kind == edl::ExpressionKind::call)
    read_family(definition, derivative, system, symbols, diagnostics);
  else
    diagnostics.error(definition.right.where,
                      "The operator `" + edl::to_text(definition.name) +
                          "` without operand must be defined by a family such as `centred(ORDER)`; found `" +
                          edl::to_text(definition.right) + "`.");
}

/// Reads `D u_i = ...`, a formula in neighbouring points.
void read_formula(edl::OperatorDefinition const& definition, DerivativeOperator& derivative,
                  base::Diagnostics& diagnostics) {
  bool const has_one_index = definition.operand->suffixes.size() == 1 &&
                             definition.operand->suffixes[0].symbols.size() == 1 &&
                             definition.operand->suffixes[0].bracket == edl::Bracket::none;
  if (!has_one_index || !definition.name.suffixes.empty()) {
    diagnostics.error(definition.name.where,
                      "An operator must be defined along one axis, as in `" + definition.name.base +
                          " u_i = (u_(i+1) - u_(i))/h`; operators along more axes are not supported.");
    return;
  }
  auto const form = FormulaReader(definition, diagnostics).read(definition.right);
  if (!form) return;
  if (form->is_scalar())
    diagnostics.error(definition.right.where, "The operator `" + derivative.name + "` does not use its operand.");
  derivative.side = Side::given;
  derivative.spacing_power = form->power;
  derivative.is_of_faces = form->is_of_faces;
  for (auto const& [offset, weight] : form->weights)
    if (weight.value != 0) derivative.weights[offset] = weight;
  if (!form->is_scalar() && derivative.weights.empty())
    diagnostics.error(definition.right.where, "The weights of the operator `" + derivative.name + "` are all 0.");
}

} // namespace

DerivativeOperator define_operator(edl::OperatorDefinition const& definition, TensorSystem const& system,
                                   Symbols& symbols, base::Diagnostics& diagnostics) {
  DerivativeOperator derivative;
  derivative.name = definition.name.base;
  if (definition.operand)
    read_formula(definition, derivative, diagnostics);
  else
    read_without_operand(definition, derivative, system, symbols, diagnostics);
  return derivative;
}

} // namespace chemora::tensor
