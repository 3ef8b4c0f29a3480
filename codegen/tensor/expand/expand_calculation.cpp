/// Writes out the free and repeated indices of one calculation, for expand().
#include "codegen/tensor/expand/expand.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace chemora::tensor {

namespace {

/// The largest number of expression nodes in one expanded calculation.
constexpr int max_nodes = 2'000'000;

class Expander {
public:
  Expander(TensorSystem const& system, Calculation const& calculation, base::SourceText const& source,
           base::Diagnostics& diagnostics)
      : system_(system), calculation_(calculation), source_(source), upwind_(system, diagnostics) {}

  ComponentCalculation run() {
    ComponentCalculation result;
    result.name = calculation_.name;
    result.condition = calculation_.condition;
    result.where = calculation_.where;
    result.reductions = calculation_.reductions;
    collect_assigned();
    for (Equation const& equation : calculation_.equations) {
      add_definitions(equation.right, result);
      expand(equation, result);
    }
    result.has_derivatives = has_derivatives_;
    return result;
  }

private:
  /// Collects the components that any equation of the calculation assigns. Points are computed in any order, so a
  /// neighbouring point may have been assigned before this one.
  void collect_assigned() {
    for (Equation const& equation : calculation_.equations) {
      Variable const& variable = system_.variable(equation.left);
      if (variable.is_temporary || equation.is_evolution) continue;
      auto const names = assigned_components(variable, equation.indices);
      assigned_.insert(names.begin(), names.end());
    }
  }

  /// Adds the variables on which an expression depends, directly or through temporaries.
  void collect_reads(Expression const& expression, std::set<std::string>& reads) const {
    if (expression.kind == Kind::variable) reads.insert(expression.name);
    if (auto const inner = reads_.find(expression.name); expression.kind == Kind::temporary && inner != reads_.end())
      reads.insert(inner->second.begin(), inner->second.end());
    for (Expression const& operand : expression.operands) collect_reads(operand, reads);
  }

  /// Adds each definition on which an expression depends to the calculation, once.
  void add_definitions(Expression const& expression, ComponentCalculation& result) {
    if (expression.kind == Kind::temporary) add_definition(expression.name, result);
    if (expression.kind == Kind::derivative)
      // The sign of the wind selects the stencil.
      add_definition(system_.derivative_operator(expression.name).wind, result);
    for (Expression const& operand : expression.operands) add_definitions(operand, result);
  }

  void add_definition(std::string const& name, ComponentCalculation& result) {
    if (!defined_.insert(name).second) return;
    for (Equation const& definition : system_.definitions) {
      if (definition.left != name) continue;
      add_definitions(definition.right, result);
      expand(definition, result);
    }
  }

  void expand(Equation const& equation, ComponentCalculation& result) {
    std::size_t const number = ++n_equations_;
    Variable const& variable = system_.variable(equation.left);
    std::set<std::string> done;
    for_each_value(abstract_names(equation.indices), {}, [&](IndexValues const& values) {
      Component const left = component(variable, numbers(equation.indices, values));
      if (left.sign == 0 || !done.insert(left.name).second) return;
      // A symmetric pair stores the component with ascending indices. An equation may assign F_21 of an antisymmetric
      // F.
      Expression right = expand(equation.right, values);
      if (left.sign < 0) right = simplify_apply(make_apply("neg", {std::move(right)}));
      if (equation.is_evolution) right = upwind_.turn(std::move(right), equation.left, left.name);
      if (variable.is_temporary) upwind_.add_temporary(equation.left, left.name, right);
      right = split_upwind(std::move(right), system_);
      result.equations.push_back({left.name + (equation.is_evolution ? "rhs" : ""), variable.is_temporary,
                                  equation.is_definition, std::move(right), number});
      if (variable.is_temporary) collect_reads(result.equations.back().right, reads_[left.name]);
    });
    result.is_evolution = result.is_evolution || equation.is_evolution;
  }

  Expression expand(Expression const& expression, IndexValues const& values) {
    if (expression.summed.empty()) return expand_term(expression, values);
    std::vector<Expression> terms;
    for_each_value(expression.summed, values,
                   [&](IndexValues const& with_sums) { terms.push_back(expand_term(expression, with_sums)); });
    return sum_of(std::move(terms));
  }

  /// Returns the sum of the terms, with equal terms combined. Contractions of symmetric tensors have equal terms: `(a11
  /// b11 + a22 b22 + ...) + 2 (a12 b12 + ...)`.
  static Expression sum_of(std::vector<Expression> terms) {
    std::vector<std::pair<Expression, int>> counted;
    for (Expression& term : terms) {
      if (is_zero(term)) continue;
      auto const equal =
          std::find_if(counted.begin(), counted.end(), [&](auto const& entry) { return entry.first == term; });
      if (equal != counted.end())
        ++equal->second;
      else
        counted.emplace_back(std::move(term), 1);
    }
    std::map<int, Expression> sums;
    for (auto& [term, count] : counted) {
      auto const [sum, is_first] = sums.emplace(count, make_number(integer(0)));
      sum->second = add(std::move(sum->second), std::move(term));
    }
    Expression total = make_number(integer(0));
    for (auto& [count, sum] : sums)
      total = add(std::move(total), multiply(make_number(integer(count)), std::move(sum)));
    return total;
  }

  Expression expand_term(Expression const& expression, IndexValues const& values) {
    if (++nodes_ > max_nodes)
      fail(calculation_.where, "The calculation `" + calculation_.name + "` expands to more than " +
                                   std::to_string(max_nodes) + " terms; name parts of it as temporaries.");
    switch (expression.kind) {
    case Kind::variable:
    case Kind::temporary:
      return expand_variable(expression, values);
    case Kind::delta:
      return make_number(integer(delta(numbers(expression.indices, values))));
    case Kind::epsilon:
      return make_number(integer(epsilon(numbers(expression.indices, values))));
    case Kind::normal:
      return expand_normal(expression, values);
    case Kind::derivative:
      return expand_derivative(expression, values);
    case Kind::shifted:
      return expand_shifted(expression, values);
    case Kind::apply:
      return expand_apply(expression, values);
    default:
      return expression;
    }
  }

  static Expression expand_normal(Expression const& expression, IndexValues const& values) {
    Expression component = expression;
    component.indices = {{"", numbers(expression.indices, values)[0], false}};
    return component;
  }

  Expression expand_variable(Expression const& expression, IndexValues const& values) {
    Variable const& variable = system_.variable(expression.name);
    Component const independent = component(variable, numbers(expression.indices, values));
    if (independent.sign == 0) return make_number(integer(0));
    Expression result = expression;
    result.name = independent.name;
    result.indices.clear();
    result.summed.clear();
    if (is_differentiated_) check_differentiated(expression, independent.name);
    return independent.sign < 0 ? simplify_apply(make_apply("neg", {std::move(result)})) : result;
  }

  void check_differentiated(Expression const& expression, std::string const& name) const {
    std::set<std::string> reads{name};
    if (auto const inner = reads_.find(name); inner != reads_.end()) reads = inner->second;
    for (std::string const& read : reads)
      if (assigned_.contains(read))
        fail(expression.where, "`" + read + "` is differentiated" + (read == name ? "" : " through `" + name + "`") +
                                   " in the calculation `" + calculation_.name +
                                   "`, which also assigns it; assign it in an earlier calculation, or declare it as "
                                   "a temporary. If it evolves, start its equation with `D_t`.");
  }

  /// Expands an operand of which neighbouring values are used.
  Expression expand_neighbours(Expression const& operand, IndexValues const& values) {
    bool const was_differentiated = is_differentiated_;
    is_differentiated_ = true;
    Expression result = expand(operand, values);
    is_differentiated_ = was_differentiated;
    return result;
  }

  Expression expand_shifted(Expression const& expression, IndexValues const& values) {
    Expression operand = expand_neighbours(expression.operands[0], values);
    if (is_number(operand) || operand.kind == Kind::parameter) return operand;
    Expression result = expression;
    result.axis = numbers(expression.indices, values)[0] - 1;
    result.indices.clear();
    result.summed.clear();
    result.operands = {std::move(operand)};
    return result;
  }

  Expression expand_derivative(Expression const& expression, IndexValues const& values) {
    Expression operand = expand_neighbours(expression.operands[0], values);
    bool const is_constant = is_number(operand) || operand.kind == Kind::parameter;
    if (is_constant) return make_number(integer(0));
    has_derivatives_ = true;
    if (calculation_.region == Region::everywhere || calculation_.region == Region::boundary)
      fail(expression.where, "The calculation `" + calculation_.name + "` runs " +
                                 (calculation_.region == Region::boundary ? "on the boundary" : "everywhere") +
                                 ", but derivatives can be computed only in the interior, where all neighbours exist.");
    if (system_.derivative_operator(expression.name).is_sum_over_axes) return sum_over_axes(expression, operand);
    Expression result = expression;
    result.summed.clear();
    result.operands = {std::move(operand)};
    result.indices.clear();
    std::vector<int> axes = numbers(expression.indices, values);
    std::sort(axes.begin(), axes.end()); // second derivatives commute
    for (int axis : axes) result.indices.push_back({"", axis, false});
    return result;
  }

  static Expression sum_over_axes(Expression const& expression, Expression const& operand) {
    Expression sum = make_number(integer(0));
    for (int axis = 1; axis <= 3; ++axis) {
      Expression term = expression;
      term.operands = {operand};
      term.indices = {{"", axis, false}};
      sum = add(std::move(sum), std::move(term));
    }
    return sum;
  }

  Expression expand_apply(Expression const& expression, IndexValues const& values) {
    Expression result = make_apply(expression.name, {}, expression.type);
    result.where = expression.where;
    for (Expression const& operand : expression.operands) {
      result.operands.push_back(expand(operand, values));
      // Most terms of contractions with delta and Eps vanish. The operand that is multiplied by zero is not expanded.
      if (expression.name == "*" && is_zero(result.operands.back())) return make_number(integer(0));
    }
    bool const divides_by_zero = expression.name == "/" && constant_value(result.operands[1]) == 0.0;
    result = simplify_apply(std::move(result));
    if (divides_by_zero || !std::isfinite(constant_value(result).value_or(0)))
      fail(expression.where,
           "`" + as_written(expression) + "` has no finite value" +
               (divides_by_zero       ? ": it divides by 0."
                : is_root(expression) ? ". A power of a negative number needs a whole exponent; `cbrt(x)` is the cube "
                                        "root of any number."
                                      : "."));
    return result;
  }

  static bool is_root(Expression const& expression) {
    return expression.name == "**" && constant_value(expression.operands[0]).value_or(0) < 0;
  }

  [[noreturn]] void fail(base::SourcePosition const& where, std::string const& message) const {
    base::Diagnostics diagnostics(&source_);
    diagnostics.error(where, message);
    throw base::UserError(diagnostics.all());
  }

  TensorSystem const& system_;
  Calculation const& calculation_;
  base::SourceText const& source_;
  UpwindTurner upwind_;
  std::set<std::string> assigned_;
  std::set<std::string> defined_;                      ///< definitions that were added
  std::map<std::string, std::set<std::string>> reads_; ///< variables on which components of temporaries depend
  bool is_differentiated_ = false;
  bool has_derivatives_ = false;
  int nodes_ = 0;
  std::size_t n_equations_ = 0;
};

} // namespace

ComponentCalculation expand_calculation(TensorSystem const& system, Calculation const& calculation,
                                        base::SourceText const& source, base::Diagnostics& diagnostics) {
  return Expander(system, calculation, source, diagnostics).run();
}

} // namespace chemora::tensor
