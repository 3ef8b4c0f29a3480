/// Writes upwind derivatives as an odd and an even stencil without branches, for expand().
#include "codegen/tensor/expand/expand.hpp"

#include <optional>

namespace chemora::tensor {

namespace {

class Splitter {
public:
  explicit Splitter(TensorSystem const& system) : system_(system) {}

  Expression split(Expression expression) const {
    bool const is_product = expression.kind == Kind::apply && expression.name == "*";
    for (std::size_t n = 0; is_product && n < 2; ++n) {
      Expression& derivative = expression.operands[n];
      if (!is_upwind(derivative)) continue;
      std::optional<Expression> const magnitude = with_magnitude(expression.operands[1 - n], wind_of(derivative));
      if (!magnitude) continue;
      derivative.operands[0] = split(std::move(derivative.operands[0]));
      Expression odd = multiply(expression.operands[1 - n], part(derivative, Side::upwind_odd));
      Expression even = multiply(*magnitude, part(derivative, Side::upwind_even));
      return simplify_apply(make_apply(is_turned(derivative) ? "-" : "+", {std::move(odd), std::move(even)}));
    }
    for (Expression& operand : expression.operands) operand = split(std::move(operand));
    return is_upwind(expression) ? choice(expression) : expression;
  }

private:
  bool is_upwind(Expression const& expression) const {
    return expression.kind == Kind::derivative && system_.derivative_operator(expression.name).side == Side::upwind;
  }

  bool is_turned(Expression const& derivative) const {
    return !system_.derivative_operator(derivative.name).turned_from.empty();
  }

  /// Returns the component of the wind along the axis of the derivative.
  Expression wind_of(Expression const& derivative) const {
    Variable const& vector = system_.variable(system_.derivative_operator(derivative.name).wind);
    Expression wind;
    wind.kind = vector.is_temporary ? Kind::temporary : Kind::variable;
    wind.name = component(vector, {derivative.indices[0].value}).name;
    wind.where = derivative.where;
    return wind;
  }

  /// Returns the product with one factor wind replaced by abs(wind), or nothing if no factor is the wind.
  static std::optional<Expression> with_magnitude(Expression const& factor, Expression const& wind) {
    if (factor.kind == wind.kind && factor.name == wind.name) return make_apply("abs", {factor});
    bool const has_factors = factor.kind == Kind::apply && (factor.name == "*" || factor.name == "neg");
    for (std::size_t n = 0; has_factors && n < factor.operands.size(); ++n)
      if (auto const magnitude = with_magnitude(factor.operands[n], wind)) {
        Expression result = factor;
        result.operands[n] = *magnitude;
        return result;
      }
    return std::nullopt;
  }

  /// Returns the odd or even part of the derivative. A turned operator uses the parts of the original operator.
  Expression part(Expression derivative, Side side) const {
    if (is_turned(derivative)) derivative.name = system_.derivative_operator(derivative.name).turned_from;
    derivative.name = upwind_part(derivative.name, side);
    return derivative;
  }

  /// Selects one of the two sides at run time by the sign of the wind.
  Expression choice(Expression const& derivative) const {
    Expression const is_negative = make_apply("<", {wind_of(derivative), make_number(integer(0))}, ValueType::boolean);
    Expression const odd = part(derivative, Side::upwind_odd), even = part(derivative, Side::upwind_even);
    Expression const above = make_apply("+", {odd, even}), below = make_apply("-", {odd, even});
    return make_apply("if",
                      {is_negative, is_turned(derivative) ? above : below, is_turned(derivative) ? below : above});
  }

  TensorSystem const& system_;
};

} // namespace

Expression split_upwind(Expression expression, TensorSystem const& system) {
  return Splitter(system).split(std::move(expression));
}

} // namespace chemora::tensor
