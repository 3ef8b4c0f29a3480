// Expansion of indices, and what follows from a calculation's contents.
#include "codegen/tensor/expand.hpp"

#include "codegen/tensor/algebra.hpp"
#include "codegen/tensor/index_values.hpp"
#include "codegen/tensor/resolve.hpp"
#include "codegen/tensor/split_upwind.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace chemora::tensor {

namespace {

/// Nodes one calculation may expand to.
constexpr int most_nodes = 2'000'000;

class Expander {
public:
  Expander(TensorSystem const& system, Calculation const& calculation, base::SourceText const& source)
      : system_(system), calculation_(calculation), source_(source) {}

  ComponentCalculation run() {
    ComponentCalculation result;
    result.name = calculation_.name;
    result.condition = calculation_.condition;
    result.where = calculation_.where;
    collect_assigned();
    for (Equation const& equation : calculation_.equations) {
      add_definitions(equation.right, result);
      expand(equation, result);
    }
    result.has_derivatives = has_derivatives_;
    return result;
  }

private:
  /// Also what later equations assign: points are calculated side by side, so neighbours may have it already.
  void collect_assigned() {
    for (Equation const& equation : calculation_.equations) {
      Variable const& variable = system_.variable(equation.left);
      if (variable.is_temporary || equation.is_evolution) continue;
      auto const names = assigned_components(variable, equation.indices);
      assigned_.insert(names.begin(), names.end());
    }
  }

  /// Variables an expression needs, through temporaries too.
  void collect_reads(Expression const& expression, std::set<std::string>& reads) const {
    if (expression.kind == Kind::variable) reads.insert(expression.name);
    if (auto const known = reads_.find(expression.name); expression.kind == Kind::temporary && known != reads_.end())
      reads.insert(known->second.begin(), known->second.end());
    for (Expression const& operand : expression.operands) collect_reads(operand, reads);
  }

  /// Definitions that an expression needs come before its equation, each once.
  void add_definitions(Expression const& expression, ComponentCalculation& result) {
    if (expression.kind == Kind::temporary && defined_.insert(expression.name).second)
      for (Equation const& definition : system_.definitions) {
        if (definition.left != expression.name) continue;
        add_definitions(definition.right, result);
        expand(definition, result);
      }
    for (Expression const& operand : expression.operands) add_definitions(operand, result);
  }

  void expand(Equation const& equation, ComponentCalculation& result) {
    std::size_t const number = ++n_equations_;
    Variable const& variable = system_.variable(equation.left);
    std::set<std::string> done;
    for_each_value(abstract_names(equation.indices), {}, [&](IndexValues const& values) {
      Component const left = component(variable, numbers(equation.indices, values));
      if (left.sign == 0 || !done.insert(left.name).second) return;
      // Of a symmetric pair the first in order is kept; an antisymmetric one may be given as F_21.
      Expression right = expand(equation.right, values);
      if (left.sign < 0) right = simplify_apply(make_apply("neg", {std::move(right)}));
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
                   [&](IndexValues const& all) { terms.push_back(expand_term(expression, all)); });
    return sum_of(std::move(terms));
  }

  /// Contractions of symmetric tensors have terms twice: `(a11 b11 + a22 b22 + ...) + 2 (a12 b12 + ...)`.
  static Expression sum_of(std::vector<Expression> terms) {
    std::vector<std::pair<Expression, int>> counted;
    for (Expression& term : terms) {
      if (is_zero(term)) continue;
      auto const same =
          std::find_if(counted.begin(), counted.end(), [&](auto const& one) { return one.first == term; });
      if (same != counted.end())
        ++same->second;
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
    if (++nodes_ > most_nodes)
      fail(calculation_.where, "The calculation `" + calculation_.name + "` expands to more than " +
                                   std::to_string(most_nodes) + " terms; name parts of it as temporaries.");
    switch (expression.kind) {
    case Kind::variable:
    case Kind::temporary:
      return expand_variable(expression, values);
    case Kind::delta:
      return make_number(integer(delta(numbers(expression.indices, values))));
    case Kind::epsilon:
      return make_number(integer(epsilon(numbers(expression.indices, values))));
    case Kind::derivative:
      return expand_derivative(expression, values);
    case Kind::apply:
      return expand_apply(expression, values);
    default:
      return expression;
    }
  }

  Expression expand_variable(Expression const& expression, IndexValues const& values) {
    Variable const& variable = system_.variable(expression.name);
    Component const one = component(variable, numbers(expression.indices, values));
    if (one.sign == 0) return make_number(integer(0));
    Expression result = expression;
    result.name = one.name;
    result.indices.clear();
    result.summed.clear();
    if (is_differentiated_) check_differentiated(expression, one.name);
    return one.sign < 0 ? simplify_apply(make_apply("neg", {std::move(result)})) : result;
  }

  void check_differentiated(Expression const& expression, std::string const& name) const {
    std::set<std::string> reads{name};
    if (auto const known = reads_.find(name); known != reads_.end()) reads = known->second;
    for (std::string const& read : reads)
      if (assigned_.contains(read))
        fail(expression.where, "`" + read + "` is differentiated" + (read == name ? "" : " through `" + name + "`") +
                                   " in the calculation `" + calculation_.name +
                                   "`, which also assigns it; assign it in an earlier calculation, or declare it as "
                                   "a temporary.");
  }

  Expression expand_derivative(Expression const& expression, IndexValues const& values) {
    bool const was_differentiated = is_differentiated_;
    is_differentiated_ = true;
    Expression operand = expand(expression.operands[0], values);
    is_differentiated_ = was_differentiated;
    bool const is_constant = is_number(operand) || operand.kind == Kind::parameter;
    if (is_constant) return make_number(integer(0));
    has_derivatives_ = true;
    if (calculation_.region == Region::everywhere || calculation_.region == Region::boundary)
      fail(expression.where,
           "The calculation `" + calculation_.name + "` runs " +
               (calculation_.region == Region::boundary ? "on the boundary" : "everywhere") +
               ", where points lack the neighbours that a derivative needs; only the interior has them.");
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
      // Most terms of contractions with delta and Eps vanish: do not expand the other factor of a zero.
      if (expression.name == "*" && is_zero(result.operands.back())) return make_number(integer(0));
    }
    bool const divides_by_zero = expression.name == "/" && is_zero(result.operands[1]);
    result = simplify_apply(std::move(result));
    if (divides_by_zero || (is_number(result) && !std::isfinite(result.number.value)))
      fail(expression.where,
           "`" + to_text(expression) + "` has no finite value" + (divides_by_zero ? ": it divides by 0." : "."));
    return result;
  }

  [[noreturn]] void fail(base::SourcePosition const& where, std::string const& message) const {
    base::Diagnostics diagnostics(&source_);
    diagnostics.error(where, message);
    throw base::UserError(diagnostics.all());
  }

  TensorSystem const& system_;
  Calculation const& calculation_;
  base::SourceText const& source_;
  std::set<std::string> assigned_;
  std::set<std::string> defined_;                      ///< definitions that are there already
  std::map<std::string, std::set<std::string>> reads_; ///< by components of temporaries
  bool is_differentiated_ = false;
  bool has_derivatives_ = false;
  int nodes_ = 0;
  std::size_t n_equations_ = 0;
};

/// tensortypealias as CartGrid3D and the symmetry thorns read it: U, D, DU, ...; `_sym` for a symmetric pair.
std::string tensor_type(Variable const& variable) {
  Shape const& shape = variable.shape;
  if (shape.rank() == 0) return "Scalar";
  std::string type;
  for (bool is_upper : shape.upper) type += is_upper ? 'U' : 'D';
  if (shape.rank() > 2) return {};
  if (shape.pairs.empty()) return type;
  return shape.pairs[0].is_antisymmetric ? "" : type + "_sym";
}

ComponentGroup expand_group(Group const& group, TensorSystem const& system) {
  ComponentGroup result;
  result.name = group.name;
  result.description = group.description;
  std::set<std::string> types;
  std::set<bool> parities;
  for (std::string const& name : group.variables) {
    Variable const& variable = system.variable(name);
    types.insert(tensor_type(variable));
    parities.insert(variable.is_pseudo);
    result.is_evolved = result.is_evolved || variable.is_evolved;
    for (std::string const& one : component_names(variable)) result.variables.push_back(one);
  }
  bool const is_one_tensor =
      types.size() == 1 && parities.size() == 1 && (group.variables.size() == 1 || *types.begin() == "Scalar");
  if (is_one_tensor) {
    result.tensor_type = *types.begin();
    result.is_pseudo = *parities.begin();
  }
  constexpr int levels_of_evolved = 2;
  result.time_levels = group.time_levels > 0 ? group.time_levels : result.is_evolved ? levels_of_evolved : 1;
  if (result.is_evolved) result.right_sides = group.name + "rhs";
  return result;
}

/// The group of right-hand sides: only of the evolved tensors of the group.
ComponentGroup right_side_group(Group const& group, ComponentGroup const& state, TensorSystem const& system) {
  ComponentGroup result;
  result.name = state.right_sides;
  result.description = "Right-hand side of " + state.name;
  result.tensor_type = state.tensor_type;
  result.is_pseudo = state.is_pseudo;
  for (std::string const& name : group.variables) {
    if (!system.variable(name).is_evolved) continue;
    for (std::string const& one : component_names(system.variable(name))) result.variables.push_back(one + "rhs");
  }
  return result;
}

void place(Calculation const& calculation, ComponentCalculation& result, std::set<std::string> const& evolved) {
  bool const is_for_boundary = calculation.bin == "MoL_RHSBoundaries";
  result.before = calculation.before;
  result.after = calculation.after;
  result.region = calculation.region;
  if (result.region == Region::automatic)
    result.region = result.has_derivatives ? Region::interior : is_for_boundary ? Region::boundary : Region::everywhere;
  result.is_bin = calculation.is_bin;
  result.bin = calculation.bin;
  if (!result.bin.empty()) return;
  bool const is_initial = std::any_of(result.equations.begin(), result.equations.end(),
                                      [&](ComponentEquation const& one) { return evolved.contains(one.left); });
  result.is_bin = !result.is_evolution;
  result.bin = result.is_evolution ? "MoL_CalcRHS" : is_initial ? "INITIAL" : "ANALYSIS";
}

void expand_far_value(FarValue const& value, TensorSystem const& system, base::SourceText const& source,
                      ComponentSystem& result) {
  Calculation calculation;
  calculation.equations = {value.limit};
  for (ComponentEquation& one : Expander(system, calculation, source).run().equations)
    result.far_values.push_back({one.left, std::move(one.right), value.speed});
}

/// What was calculated in the interior is exchanged, by groups, which files of Kranc cannot name.
void check_can_synchronise(ComponentSystem const& system, std::vector<base::Diagnostic>& findings,
                           base::SourceText const& source) {
  if (source.name.ends_with(".kranc")) return;
  base::Diagnostics diagnostics(&source);
  for (ComponentCalculation const& calculation : system.calculations)
    for (ComponentEquation const& equation : calculation.equations) {
      bool const is_foreign = equation.left.find("::") != std::string::npos;
      if (!is_foreign || calculation.region != Region::interior || system.foreign_groups.contains(equation.left))
        continue;
      std::string const name = equation.left.substr(equation.left.find("::") + 2);
      diagnostics.error(calculation.where, "`" + equation.left +
                                               "` gets values in the interior, after which its ghost "
                                               "zones are exchanged together with its group: name it in the block "
                                               "`inherited`, as in `" +
                                               name + " group NAME`.");
      break;
    }
  findings.insert(findings.end(), diagnostics.all().begin(), diagnostics.all().end());
}

} // namespace

ComponentSystem expand(TensorSystem const& system, base::SourceText const& source) {
  ComponentSystem result;
  result.thorn = system.thorn;
  result.implementation = system.implementation;
  result.inherited = system.inherited;
  result.parameters = system.parameters;
  result.operators = system.operators;
  std::set<std::string> evolved;
  std::vector<ComponentGroup> right_sides;
  for (Group const& group : system.groups) {
    result.groups.push_back(expand_group(group, system));
    if (result.groups.back().is_evolved) right_sides.push_back(right_side_group(group, result.groups.back(), system));
  }
  result.groups.insert(result.groups.end(), right_sides.begin(), right_sides.end());
  for (Variable const& variable : system.variables)
    if (variable.is_evolved)
      for (std::string const& name : component_names(variable)) evolved.insert(name);
  std::vector<base::Diagnostic> findings;
  for (Calculation const& calculation : system.calculations) {
    try {
      result.calculations.push_back(Expander(system, calculation, source).run());
      place(calculation, result.calculations.back(), evolved);
    } catch (base::UserError const& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  result.requirements = system.requirements;
  for (FarValue const& value : system.far_values) expand_far_value(value, system, source, result);
  for (Variable const& variable : system.variables)
    if (!variable.foreign_group.empty())
      for (std::string const& name : component_names(variable)) result.foreign_groups[name] = variable.foreign_group;
  check_can_synchronise(result, findings, source);
  if (!findings.empty()) throw base::UserError(findings);
  return result;
}

} // namespace chemora::tensor
