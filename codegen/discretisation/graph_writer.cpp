/// Translates the component equations of a calculation to a graph for discretise().
#include "codegen/discretisation/discretise.hpp"

#include "codegen/discretisation/stencil.hpp"
#include "codegen/ir/graph_builder.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace chemora::discretisation {

namespace {

using ir::Offset;
using ir::Op;
using ir::ValueId;
using tensor::Expression;
using tensor::Kind;
using tensor::ValueType;

Op operation(std::string const& name) {
  ir::OpInfo const* const row = ir::find_edl_operation(name);
  if (row == nullptr) throw base::InternalError("discretisation: no operation for `" + name + "`");
  return row->op;
}

/// Returns the type of the thorn's variables.
ir::Type type_of_variables(tensor::ComponentSystem const& system, StencilChoices const& choices) {
  if (system.precisions.size() == 1) return system.precisions.front();
  return *ir::find_type(choices.at(std::string(tensor::precision_parameter)));
}

/// Writes each expression at a displacement from the grid point, so that all shifts are shifts of loads.
class GraphWriter {
public:
  GraphWriter(tensor::ComponentSystem const& system, tensor::ComponentCalculation const& calculation,
              std::string const& name, StencilChoices const& choices, base::SourceText const& source)
      : system_(system), calculation_(calculation), type_of_variables_(type_of_variables(system, choices)),
        real_(calculation.precision.value_or(type_of_variables_)), builder_(name, 3, real_), choices_(choices),
        source_(source) {}

  ir::Graph run() {
    for (auto const& [parameter, value] : choices_) builder_.add_guard({parameter, value});
    if (calculation_.condition) add_guards(*calculation_.condition);
    auto const& equations = calculation_.equations;
    for (std::size_t n = 0; n < equations.size();) {
      std::size_t end = n + 1;
      while (end < equations.size() && equations[end].equation == equations[n].equation) ++end;
      if (!equations[n].is_temporary) assign(n, end);
      for (; n < end; ++n)
        if (equations[n].is_temporary) define(equations[n]);
    }
    return builder_.finish();
  }

private:
  ir::Region region() const {
    switch (calculation_.region) {
    case tensor::Region::boundary:
      return ir::Region::boundary;
    case tensor::Region::everywhere:
      return ir::Region::everywhere;
    default:
      return ir::Region::interior;
    }
  }

  /// Records a temporary. A definition is evaluated at each use, and any other temporary is evaluated here.
  void define(tensor::ComponentEquation const& equation) {
    temporaries_[equation.left] = &equation.right;
    if (equation.is_definition)
      definitions_.insert(equation.left);
    else
      evaluated_[{equation.left, {}}] = real_value(equation.right, {});
  }

  /// Assigns the components of one tensor equation together: `g_ij = g_ij/det(g)` divides them all by the old
  /// determinant.
  void assign(std::size_t first, std::size_t end) {
    std::vector<ValueId> values;
    for (std::size_t n = first; n < end; ++n) values.push_back(real_value(calculation_.equations[n].right, {}));
    for (std::size_t n = first; n < end; ++n) {
      std::string const& name = calculation_.equations[n].left;
      declare_elements(name);
      assigned_[name] = values[n - first];
      builder_.store(name, values[n - first], region());
    }
    if (is_right_side(calculation_.equations[first].left)) return; // no equation reads right-hand sides
    std::erase_if(evaluated_, [&](auto const& value) { return definitions_.contains(value.first.first); });
  }

  bool is_right_side(std::string const& name) const {
    auto const has = [&](tensor::ComponentGroup const& group) { return base::contains(group.variables, name); };
    auto const group = std::find_if(system_.groups.begin(), system_.groups.end(), has);
    return group != system_.groups.end() &&
           std::any_of(system_.groups.begin(), system_.groups.end(),
                       [&](tensor::ComponentGroup const& state) { return state.right_sides == group->name; });
  }

  /// Adds a guard for each part of a condition that fixes a parameter's value, as in `initial == "gaussian" and not
  /// damped`. The schedule evaluates the complete condition. Kernels cannot read parameters of other thorns.
  void add_guards(Expression const& condition) {
    auto const& operands = condition.operands;
    bool const is_parameter = condition.kind == Kind::parameter;
    if (is_parameter) builder_.add_guard({condition.name, "yes"});
    if (condition.kind != Kind::apply) return;
    if (condition.name == "and") {
      for (Expression const& part : operands) add_guards(part);
    } else if (condition.name == "not" && operands[0].kind == Kind::parameter) {
      builder_.add_guard({operands[0].name, "no"});
    } else if (condition.name == "==" && operands[0].kind == Kind::parameter && operands[1].kind == Kind::keyword) {
      auto const value = static_cast<std::size_t>(operands[1].number.numerator);
      tensor::Parameter const& parameter = declared(operands[0].name);
      if (!parameter.is_shared()) builder_.add_guard({parameter.name, parameter.keywords().at(value)});
    }
  }

  /// Returns the value as a real number; values of int parameters are converted.
  ValueId real_value(Expression const& expression, Offset const& offset) {
    ValueId const id = value(expression, offset);
    return builder_[id].type == ir::Type::int32 ? builder_.convert(id, real_) : id;
  }

  /// Returns a number, rounded to the type of the arithmetic.
  ValueId number(Expression const& expression) {
    double const exact = expression.number.value;
    check_range(exact, expression.where);
    return builder_.real(exact);
  }

  /// Reports a number that real32 cannot represent at all.
  void check_range(double exact, base::SourcePosition const& where) const {
    double const rounded = ir::rounded_to(real_, exact);
    if (std::isfinite(rounded) && (rounded != 0 || exact == 0)) return;
    base::Diagnostics diagnostics(&source_);
    // A number that was computed from several numbers of the file has no position.
    diagnostics.error(where.line > 0 ? where : calculation_.where,
                      fmt::format("The number {} of the calculation `{}` is outside the range of real32, whose "
                                  "magnitudes are 1.4e-45 to 3.4e38.",
                                  exact, calculation_.name));
    throw base::UserError(diagnostics.all());
  }

  /// Reports a power or function of numbers whose value, which a later pass computes, is outside the range of real32.
  void check_range(Expression const& constant) const {
    if (real_ != ir::Type::real32) return; // the expansion of tensors rejects constants outside the range of real64
    if (auto const value = tensor::constant_value(constant)) check_range(*value, constant.where);
  }

  /// Limits the number of terms. Each nested derivative multiplies the number of points of the innermost operand.
  void count(Expression const& expression) {
    constexpr int max_terms = 500'000;
    if (++n_terms_ <= max_terms) return;
    base::Diagnostics diagnostics(&source_);
    diagnostics.error(expression.where, "The nested derivatives of the calculation `" + calculation_.name +
                                            "` need more than " + std::to_string(max_terms) +
                                            " terms; compute the inner derivatives in an earlier calculation.");
    throw base::UserError(diagnostics.all());
  }

  ValueId value(Expression const& expression, Offset const& offset) {
    count(expression);
    switch (expression.kind) {
    case Kind::number:
      if (expression.type == ValueType::boolean) return builder_.boolean(!expression.number.is(0));
      return number(expression);
    case Kind::keyword:
      return builder_.integer(static_cast<int>(expression.number.numerator));
    case Kind::parameter:
      return parameter(expression);
    case Kind::coordinate:
      return shifted(builder_.leaf(Op::coordinate, expression.axis), offset);
    case Kind::spacing:
      return builder_.leaf(Op::spacing, expression.axis);
    case Kind::time:
      return builder_.leaf(Op::time);
    case Kind::time_step:
      return builder_.leaf(Op::time_step);
    case Kind::scalar:
      return real_parameter(std::string(ir::scalar_prefix) + expression.name);
    case Kind::variable:
      declare_elements(expression.name);
      return variable(expression.name, offset);
    case Kind::temporary:
      return temporary(expression, offset);
    case Kind::normal:
      return normal(expression.indices[0].value - 1, offset);
    case Kind::derivative:
      return derivative(expression, offset);
    case Kind::shifted:
      return real_value(expression.operands[0], displaced(offset, expression.axis, displacement(expression)));
    case Kind::apply:
      return apply(expression, offset);
    case Kind::delta:
    case Kind::epsilon:
      break;
    }
    throw base::InternalError("discretisation: an unexpanded tensor `" + to_text(expression) + "`");
  }

  /// Returns -1 in the outer boundary zone at the lower face of the axis, +1 in the zone at the upper face, and 0
  /// elsewhere.
  ValueId side(int axis, Offset const& offset) {
    ValueId const index = shifted(builder_.leaf(Op::index, axis), offset);
    ValueId const n_lower = builder_.parameter(ir::boundary_width_name(axis, 0), ir::Type::int32);
    ValueId const n_upper = builder_.parameter(ir::boundary_width_name(axis, 1), ir::Type::int32);
    ValueId const first_upper = builder_.apply(Op::subtract, {builder_.leaf(Op::size, axis), n_upper});
    ValueId const is_lower = builder_.apply(Op::less, {index, n_lower});
    ValueId const is_upper = builder_.apply(Op::less_equal, {first_upper, index});
    ValueId const upper = builder_.apply(Op::select, {is_upper, builder_.real(1), builder_.real(0)});
    return builder_.apply(Op::select, {is_lower, builder_.real(-1), upper});
  }

  /// Returns n_a = s_a / sqrt(max(1, s_x^2 + s_y^2 + s_z^2)) with the sides s, a unit vector also at edges and corners.
  ValueId normal(int axis, Offset const& offset) {
    std::array<ValueId, 3> sides, squares;
    for (std::size_t a = 0; a < 3; ++a) {
      sides[a] = side(static_cast<int>(a), offset);
      squares[a] = builder_.apply(Op::multiply, {sides[a], sides[a]});
    }
    ValueId const xy = builder_.apply(Op::add, {squares[0], squares[1]});
    ValueId const sum = builder_.apply(Op::add, {xy, squares[2]});
    ValueId const length = builder_.apply(Op::sqrt, {builder_.apply(Op::maximum, {sum, builder_.real(1)})});
    return builder_.apply(Op::divide, {sides[static_cast<std::size_t>(axis)], length});
  }

  ValueId parameter(Expression const& expression) {
    switch (expression.type) {
    case ValueType::integer:
      return builder_.parameter(expression.name, ir::Type::int32);
    case ValueType::boolean:
      return builder_.parameter(expression.name, ir::Type::boolean);
    case ValueType::keyword:
      return builder_.keyword_parameter(expression.name, declared(expression.name).keywords());
    default:
      return real_parameter(expression.name);
    }
  }

  /// Parameters are of type real64. The run-time converts them once, outside the loops over points.
  ValueId real_parameter(std::string const& name) {
    ValueId const id = builder_.parameter(name, ir::Type::real64);
    return real_ == ir::Type::real64 ? id : builder_.convert(id, real_);
  }

  tensor::Parameter const& declared(std::string const& name) const {
    for (tensor::Parameter const& parameter : system_.parameters)
      if (parameter.name == name) return parameter;
    throw base::InternalError("discretisation: no parameter `" + name + "`");
  }

  ValueId shifted(ValueId id, Offset const& offset) { return offset == Offset{} ? id : builder_.shift(id, offset); }

  /// Declares the element type of a variable. Variables of other implementations have type real64.
  void declare_elements(std::string const& name) {
    bool const is_foreign = name.find("::") != std::string::npos;
    builder_.set_element_type(name, is_foreign ? ir::Type::real64 : type_of_variables_);
  }

  /// Returns a variable, with its new value at the point after the calculation assigned it.
  ValueId variable(std::string const& name, Offset const& offset) {
    auto const assigned = assigned_.find(name);
    if (assigned != assigned_.end() && offset == Offset{}) return assigned->second;
    return shifted(builder_.load(name), offset);
  }

  /// Returns the value of a temporary, which is evaluated once for each displacement.
  ValueId temporary(Expression const& expression, Offset const& offset) {
    auto const key = std::pair{expression.name, offset};
    if (auto const cached = evaluated_.find(key); cached != evaluated_.end()) return cached->second;
    auto const definition = temporaries_.find(expression.name);
    if (definition == temporaries_.end()) {
      base::Diagnostics diagnostics(&source_);
      diagnostics.error(expression.where, "The component `" + expression.name +
                                              "` of a temporary is used in the calculation `" + calculation_.name +
                                              "` before an equation assigns it.");
      throw base::UserError(diagnostics.all());
    }
    ValueId const id = real_value(*definition->second, offset);
    evaluated_[key] = id;
    return id;
  }

  /// Returns whether a condition on the precision holds, or nothing for other conditions. The writer evaluates such a
  /// condition, because the value for real64 may contain numbers outside the range of real32.
  std::optional<bool> condition_on_precision(Expression const& condition) const {
    bool const is_comparison = condition.kind == Kind::apply && (condition.name == "==" || condition.name == "!=");
    if (!is_comparison || system_.precisions.size() == 1) return std::nullopt;
    Expression const &left = condition.operands[0], &right = condition.operands[1];
    if (left.kind != Kind::parameter || left.name != tensor::precision_parameter || right.kind != Kind::keyword)
      return std::nullopt;
    bool const is_equal = system_.precisions.at(static_cast<std::size_t>(right.number.numerator)) == type_of_variables_;
    return is_equal == (condition.name == "==");
  }

  ValueId apply(Expression const& expression, Offset const& offset) {
    if (expression.name == "if")
      if (auto const holds = condition_on_precision(expression.operands[0]))
        return real_value(expression.operands[*holds ? 1 : 2], offset);
    std::vector<ValueId> operands;
    for (Expression const& operand : expression.operands) {
      bool const is_number = operand.type == ValueType::real || operand.type == ValueType::integer;
      operands.push_back(is_number ? real_value(operand, offset) : value(operand, offset));
    }
    check_range(expression);
    if (expression.name == ">") return builder_.apply(Op::less, {operands[1], operands[0]});
    if (expression.name == ">=") return builder_.apply(Op::less_equal, {operands[1], operands[0]});
    return builder_.apply(operation(expression.name), std::move(operands));
  }

  ValueId derivative(Expression const& expression, Offset const& offset) {
    auto const& operators = system_.operators;
    auto const used = std::find_if(operators.begin(), operators.end(),
                                   [&](auto const& candidate) { return candidate.name == expression.name; });
    Expression const& operand = expression.operands[0];
    AtOffset const at = [&](Offset const& where) { return real_value(operand, where); };
    int const axis = expression.indices[0].value - 1;
    check_range(stencil_of(*used, static_cast<int>(expression.indices.size())), expression.where);
    if (expression.indices.size() == 1) {
      ValueId const difference = derivative_along(builder_, stencil_of(*used, 1), axis, offset, at);
      return used->is_of_faces ? zero_without_faces(difference, axis) : difference;
    }
    int const other = expression.indices[1].value - 1;
    if (axis == other) return derivative_along(builder_, stencil_of(*used, 2), axis, offset, at);
    if (used->is_diagonal_for(choices_))
      return diagonal_derivative(builder_, stencil_of(*used, 2), axis, other, offset, at);
    return mixed_derivative(builder_, stencil_of(*used, 1), axis, other, offset, at);
  }

  /// Reports a stencil with weights that the type of the arithmetic cannot represent.
  void check_range(Stencil const& stencil, base::SourcePosition const& where) const {
    for (double const numerator : stencil.numerators) check_range(numerator, where);
    check_range(stencil.denominator, where);
  }

  /// Returns 0 if the grid has a single point along the axis, because such a grid has no faces along this axis.
  ValueId zero_without_faces(ValueId difference, int axis) {
    ValueId const has_faces = builder_.apply(Op::less, {builder_.integer(1), builder_.leaf(Op::size, axis)});
    return builder_.apply(Op::select, {has_faces, difference, builder_.real(0)});
  }

  Stencil stencil_of(tensor::DerivativeOperator const& derivative, int count) const {
    using tensor::Side;
    if (derivative.side == Side::given) return stencil_from_weights(derivative.weights, derivative.spacing_power);
    int const order = derivative.order_for(choices_);
    switch (derivative.side) {
    case Side::forward:
      return one_sided_stencil(order, 1);
    case Side::backward:
      return one_sided_stencil(order, -1);
    case Side::upwind_odd:
      return upwind_stencil(order).odd;
    case Side::upwind_even:
      return upwind_stencil(order).even;
    case Side::dissipation:
      return dissipation_stencil(order);
    default:
      return centred_stencil(count, order);
    }
  }

  tensor::ComponentSystem const& system_;
  tensor::ComponentCalculation const& calculation_;
  ir::Type type_of_variables_, real_; ///< types of the thorn's variables and of the arithmetic
  ir::GraphBuilder builder_;
  StencilChoices const& choices_;
  base::SourceText const& source_;
  int n_terms_ = 0;
  std::set<std::string> definitions_;
  std::map<std::string, Expression const*> temporaries_;
  std::map<std::pair<std::string, Offset>, ValueId> evaluated_;
  std::map<std::string, ValueId> assigned_;
};

} // namespace

ir::Graph write_graph(tensor::ComponentSystem const& system, tensor::ComponentCalculation const& calculation,
                      std::string const& name, StencilChoices const& choices, base::SourceText const& source) {
  return GraphWriter(system, calculation, name, choices, source).run();
}

} // namespace chemora::discretisation
