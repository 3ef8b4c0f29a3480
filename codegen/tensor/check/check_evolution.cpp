/// Checks that evolved variables have initial data and time derivatives that an integrator uses.
#include "codegen/tensor/check/checks.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace chemora::tensor {

namespace {

/// The schedule groups of MoL in which calculations assign right-hand sides.
std::vector<std::string> const groups_of_right_sides{"MoL_CalcRHS", "MoL_PostRHS", "MoL_RHSBoundaries"};

/// The parameters of a condition, each with all its values as numbers.
using Choices = std::map<std::string, std::vector<double>>;

/// Adds the parameters of the condition to `choices`. Returns false if the values of a parameter cannot be listed: the
/// parameter is real, or an integer with an unbounded range or too many values.
bool add_choices(Expression const& condition, TensorSystem const& system, Choices& choices) {
  if (condition.kind == Kind::parameter) {
    Parameter const& parameter = system.parameter(condition.name);
    std::vector<double> values;
    if (parameter.type == ValueType::boolean) values = {0, 1};
    auto const texts = parameter.admissible_values();
    for (std::size_t n = 0; n < texts.size(); ++n)
      values.push_back(parameter.type == ValueType::keyword ? static_cast<double>(n) : std::stod(texts[n]));
    choices[condition.name] = values;
    return !values.empty();
  }
  return std::all_of(condition.operands.begin(), condition.operands.end(),
                     [&](Expression const& operand) { return add_choices(operand, system, choices); });
}

double value_of(Expression const& expression, std::map<std::string, double> const& parameters) {
  if (expression.kind == Kind::parameter) return parameters.at(expression.name);
  if (expression.kind != Kind::apply) return expression.number.value;
  std::vector<double> values;
  for (Expression const& operand : expression.operands) values.push_back(value_of(operand, parameters));
  return *evaluate(expression.name, std::move(values));
}

/// Returns whether some values of the parameters satisfy both conditions. Returns nothing if this is not decided,
/// because the values of a parameter cannot be listed (add_choices) or because there are more than 4096 combinations of
/// values.
std::optional<bool> may_both_hold(Expression const& a, Expression const& b, TensorSystem const& system) {
  constexpr std::size_t max_combinations = 4096;
  Choices choices;
  if (!add_choices(a, system, choices) || !add_choices(b, system, choices)) return std::nullopt;
  std::vector<std::map<std::string, double>> combinations{{}};
  for (auto const& [name, values] : choices) {
    if (combinations.size() * values.size() > max_combinations) return std::nullopt;
    std::vector<std::map<std::string, double>> longer;
    for (auto const& combination : combinations)
      for (double const value : values) {
        longer.push_back(combination);
        longer.back()[name] = value;
      }
    combinations = std::move(longer);
  }
  return std::any_of(combinations.begin(), combinations.end(), [&](auto const& parameters) {
    return value_of(a, parameters) != 0 && value_of(b, parameters) != 0;
  });
}

/// Whether `part` is the condition or one of the parts that it connects by `and`.
bool contains_part(Expression const& condition, Expression const& part) {
  return condition == part || (condition.kind == Kind::apply && condition.name == "and" &&
                               std::any_of(condition.operands.begin(), condition.operands.end(),
                                           [&](Expression const& operand) { return contains_part(operand, part); }));
}

/// Whether `assumed` implies the condition. If the values of the parameters do not decide this, all parts of the
/// condition must be parts of `assumed`.
bool implies(Expression const& assumed, Expression const& condition, TensorSystem const& system) {
  Expression const opposite = make_apply("not", {condition}, ValueType::boolean);
  if (auto const may_differ = may_both_hold(assumed, opposite, system)) return !*may_differ;
  if (contains_part(assumed, condition)) return true;
  return condition.kind == Kind::apply && condition.name == "and" &&
         std::all_of(condition.operands.begin(), condition.operands.end(),
                     [&](Expression const& part) { return implies(assumed, part, system); });
}

/// The condition in the syntax of the language, with the words of keyword parameters.
std::string condition_text(Expression condition, TensorSystem const& system) {
  auto const replace_keywords = [&](auto const& self, Expression& expression) -> void {
    if (expression.kind == Kind::keyword) {
      auto const position = static_cast<std::size_t>(expression.number.numerator);
      expression.kind = Kind::parameter;
      expression.name = '"' + system.parameter(expression.name).keywords().at(position) + '"';
    }
    for (Expression& operand : expression.operands) self(self, operand);
  };
  replace_keywords(replace_keywords, condition);
  return as_written(condition);
}

class EvolutionChecker {
public:
  EvolutionChecker(TensorSystem const& system, ComponentSystem const& components, base::Diagnostics& diagnostics)
      : system_(system), components_(components), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t n = 0; n < system_.calculations.size(); ++n) {
      Calculation const& calculation = system_.calculations[n];
      for (Equation const& equation : calculation.equations)
        if (equation.is_evolution) {
          check_place(calculation, equation);
          check_once(n, equation);
        }
      if (is_initial(components_.calculations[n]))
        for (Equation const& equation : calculation.equations) with_initial_data_.insert(equation.left);
    }
    for (Variable const& variable : system_.variables)
      if (variable.is_evolved && !with_initial_data_.contains(variable.name)) report_no_initial_data(variable);
    for (std::size_t n = 0; n < system_.calculations.size(); ++n)
      if (components_.calculations[n].is_evolution) check_plain_equations(system_.calculations[n]);
    for (ComponentGroup const& group : components_.groups)
      if (group.condition)
        for (std::size_t n = 0; n < system_.calculations.size(); ++n) check_storage(group, n);
  }

private:
  void check_place(Calculation const& calculation, Equation const& equation) {
    std::string const& bin = calculation.bin;
    if (bin.empty() || base::contains(groups_of_right_sides, bin)) return;
    std::string const subject = "`D_t " + equation.left + "` is computed in `" + bin + "`";
    if (find_place(bin))
      diagnostics_.error(equation.where,
                         subject + ", where no integrator uses it. Schedule time derivatives in MoL_CalcRHS (the "
                                   "default), MoL_PostRHS or MoL_RHSBoundaries.");
    else
      diagnostics_.warning(equation.where, subject +
                                               ", a group that is unknown to edlc. The integrator uses it only if a "
                                               "thorn schedules this group in MoL_CalcRHS." +
                                               base::did_you_mean(bin, place_names()));
  }

  /// Compares the equation with the equations of earlier calculations that assign the same component.
  void check_once(std::size_t number, Equation const& equation) {
    std::set<std::size_t> reported;
    for (std::string const& name : assigned_components(system_.variable(equation.left), equation.indices)) {
      for (auto const& [other, where] : given_[name])
        if (other != number && reported.insert(other).second) compare(number, equation, other, where, name);
      given_[name].emplace_back(number, equation.where);
    }
  }

  void compare(std::size_t number, Equation const& equation, std::size_t other, base::SourcePosition const& where,
               std::string const& name) {
    ComponentCalculation const& a = components_.calculations[other];
    ComponentCalculation const& b = components_.calculations[number];
    bool const is_same_region =
        a.region == b.region || a.region == Region::everywhere || b.region == Region::everywhere;
    if (a.bin != b.bin || !is_same_region) return;
    if (a.condition && b.condition && !may_both_hold(*a.condition, *b.condition, system_).value_or(false)) return;
    std::string const place =
        where.file == equation.where.file ? "line " + std::to_string(where.line) : base::to_text(where);
    std::string const subject =
        "`D_t " + name + "` also has an equation in the calculation `" + a.name + "` (" + place + "). ";
    if (!a.condition && !b.condition)
      diagnostics_.error(equation.where,
                         subject + "The later one would overwrite the result of the earlier one. Write one "
                                   "equation with all terms, or conditions `if ...` that exclude each other.");
    else
      diagnostics_.warning(equation.where,
                           subject + "Where the conditions of both calculations hold, the later one overwrites the "
                                     "result of the earlier one.");
  }

  /// Reports a calculation that uses a variable of the group and may run while the group has no storage.
  void check_storage(ComponentGroup const& group, std::size_t number) {
    ComponentCalculation const& calculation = components_.calculations[number];
    if (calculation.condition && implies(*calculation.condition, *group.condition, system_)) return;
    for (ComponentEquation const& equation : calculation.equations) {
      std::string const name =
          base::contains(group.variables, equation.left) ? equation.left : first_of(group, equation.right);
      if (name.empty()) continue;
      std::string const condition = condition_text(*group.condition, system_);
      diagnostics_.error(system_.calculations[number].where,
                         "The calculation `" + calculation.name + "` uses `" + written(name) +
                             "`, which exists only if `" + condition +
                             "`. Add this condition to the heading of the calculation: `if " + condition + "`.");
      return;
    }
  }

  /// Returns a variable as the equations write it: `D_t u` for the right-hand side `urhs`.
  std::string written(std::string const& name) const {
    constexpr std::string_view suffix = "rhs";
    auto const has_right_side = [&](ComponentGroup const& group) {
      return group.is_evolved && base::contains(group.variables, name.substr(0, name.size() - suffix.size()));
    };
    bool const is_right_side =
        name.ends_with(suffix) && std::any_of(components_.groups.begin(), components_.groups.end(), has_right_side);
    return is_right_side ? "D_t " + name.substr(0, name.size() - suffix.size()) : name;
  }

  /// The first variable of the group in the expression; empty if there is none.
  static std::string first_of(ComponentGroup const& group, Expression const& expression) {
    if (expression.kind == Kind::variable && base::contains(group.variables, expression.name)) return expression.name;
    for (Expression const& operand : expression.operands)
      if (std::string const name = first_of(group, operand); !name.empty()) return name;
    return "";
  }

  /// Schedule groups of other thorns count as initial, because they may run at the start.
  static bool is_initial(ComponentCalculation const& calculation) {
    static std::set<std::string> const later{"EVOL", "PRESTEP", "POSTSTEP", "CHECKPOINT", "ANALYSIS", "TERMINATE"};
    if (calculation.is_evolution || calculation.bin.starts_with("MoL_")) return false;
    return !calculation.is_bin || !later.contains(calculation.bin);
  }

  base::SourcePosition first_equation_for(std::string const& variable) const {
    for (Calculation const& calculation : system_.calculations)
      for (Equation const& equation : calculation.equations)
        if (equation.is_evolution && equation.left == variable) return equation.where;
    return {};
  }

  void report_no_initial_data(Variable const& variable) {
    diagnostics_.warning(first_equation_for(variable.name),
                         "`" + variable.name +
                             "` evolves, but no calculation assigns its initial data. Its values at the start are "
                             "undefined unless another thorn sets them. Add a calculation `scheduled at initial`.");
  }

  void check_plain_equations(Calculation const& calculation) {
    for (Equation const& equation : calculation.equations) {
      auto const has_terms = [&](Reduction const& reduction) { return reduction.terms == equation.left; };
      if (std::any_of(calculation.reductions.begin(), calculation.reductions.end(), has_terms)) continue;
      Variable const& variable = system_.variable(equation.left);
      bool const is_suspect = !equation.is_evolution && !variable.is_temporary && !variable.is_foreign &&
                              !variable.is_evolved && with_initial_data_.contains(variable.name);
      if (is_suspect)
        diagnostics_.warning(equation.where, "`" + variable.name + "` is assigned a value here, but the calculation `" +
                                                 calculation.name + "` computes time derivatives and `" +
                                                 variable.name + "` has initial data. If it evolves, write `D_t " +
                                                 variable.name + " = ...`.");
    }
  }

  TensorSystem const& system_;
  ComponentSystem const& components_;
  base::Diagnostics& diagnostics_;
  /// The assignments of each component so far.
  std::map<std::string, std::vector<std::pair<std::size_t, base::SourcePosition>>> given_;
  std::set<std::string> with_initial_data_;
};

} // namespace

void check_evolution(TensorSystem const& system, ComponentSystem const& components, base::Diagnostics& diagnostics) {
  EvolutionChecker(system, components, diagnostics).run();
}

} // namespace chemora::tensor
