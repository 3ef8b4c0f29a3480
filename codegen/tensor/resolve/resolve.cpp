#include "codegen/tensor/resolve/resolve.hpp"

#include "codegen/tensor/check/checks.hpp"
#include "codegen/tensor/components.hpp"
#include "codegen/tensor/declare/declare.hpp"
#include "framework/base/text.hpp"

namespace chemora::tensor {

namespace {

class CalculationResolver {
public:
  CalculationResolver(edl::Calculation const& source, Context& context) : source_(source), context_(context) {}

  Calculation run() {
    Calculation result;
    result.name = source_.name;
    result.where = source_.where;
    place(result);
    result.before = source_.before;
    result.after = source_.after;
    result.region = region();
    result.is_flat_outside = is_flat_outside();
    for (edl::Reduction const& reduction : source_.reductions)
      result.reductions.push_back({reduction.scalar, operator_name(reduction.operation), reduction.terms});
    if (!source_.precision.empty()) result.precision = find_precision(source_.precision[0], context_.diagnostics);
    if (source_.condition) result.condition = resolve_condition(*source_.condition, ConditionOf::calculation, context_);
    if (source_.equations.empty())
      context_.diagnostics.error(source_.where, "The calculation `" + source_.name + "` has no equations.");
    for (edl::Equation const& source : source_.equations) {
      auto resolved = source.more_left.empty() ? one_equation(source) : equations_of_results(source);
      if (resolved.empty()) continue;
      for (Equation& hidden : context_.hidden) result.equations.push_back(std::move(hidden));
      context_.hidden.clear();
      for (Equation& equation : resolved) result.equations.push_back(std::move(equation));
    }
    return result;
  }

private:
  static std::string operator_name(std::string const& operation) {
    return operation == "min" ? "minimum" : operation == "max" ? "maximum" : operation;
  }

  /// `at` requires a known bin or group of MoL, because a misspelled one would never run. `in` accepts any group.
  void place(Calculation& result) {
    if (source_.bin.empty()) return;
    if (is_without_grid(source_.bin)) {
      context_.diagnostics.error(source_.where, "A calculation cannot be scheduled at `" + source_.bin +
                                                    "`, because there is no grid.");
    } else if (auto const place = find_place(source_.bin)) {
      result.bin = place->name;
      result.is_bin = place->is_bin;
    } else if (source_.preposition == "in") {
      result.bin = source_.bin;
    } else {
      context_.diagnostics.error(source_.where, "`" + source_.bin +
                                                    "` is not a schedule bin; write `in` for groups of other thorns." +
                                                    base::did_you_mean(source_.bin, place_names()));
    }
  }

  Region region() {
    for (Region region : {Region::interior, Region::boundary, Region::everywhere})
      if (source_.region == to_text(region)) return region;
    if (!source_.region.empty())
      context_.diagnostics.error(source_.where,
                                 "`" + source_.region +
                                     "` is not a region; allowed are interior, boundary "
                                     "and everywhere." +
                                     base::did_you_mean(source_.region, {"interior", "boundary", "everywhere"}));
    return Region::automatic;
  }

  bool is_flat_outside() {
    if (!source_.outside.empty() && source_.outside != "flat")
      context_.diagnostics.error(source_.where,
                                 "`" + source_.outside +
                                     "` cannot follow `outside`; allowed is `flat`, which sets the boundary "
                                     "zone to the values of the nearest interior points.");
    return source_.outside == "flat";
  }

  std::vector<Equation> one_equation(edl::Equation const& source) {
    auto resolved = equation(source);
    return resolved ? std::vector{std::move(*resolved)} : std::vector<Equation>{};
  }

  /// Resolves `u, v_i = f(x)`. Returns nothing after an error.
  std::vector<Equation> equations_of_results(edl::Equation const& source) {
    context_.letters.clear();
    collect_letters(source.right, context_.letters);
    std::vector<edl::Equation> parts{source};
    for (edl::Name const& name : source.more_left) {
      parts.push_back(source);
      parts.back().left = name;
    }
    std::vector<edl::Name> names;
    std::vector<UsedName> left;
    std::vector<std::vector<Index>> indices;
    for (edl::Equation const& part : parts) {
      collect_letters(part.left, context_.letters);
      auto used = left_side(part);
      if (!used) continue;
      names.push_back(part.left);
      indices.push_back(used->indices);
      left.push_back(std::move(*used));
    }
    if (left.size() < parts.size()) return {};
    auto right = resolve_results(names, indices, source.right, context_);
    if (!right) return {};
    for (Equation const& hidden : context_.hidden) {
      check_temporaries(hidden.right);
      assigned_.insert(hidden.left);
    }
    std::vector<Equation> result;
    for (std::size_t n = 0; n < left.size(); ++n) {
      record(parts[n], left[n]);
      result.push_back({false, false, left[n].name, left[n].indices, std::move((*right)[n]), source.where});
    }
    return result;
  }

  std::optional<Equation> equation(edl::Equation const& source) {
    context_.letters.clear();
    collect_letters(source.left, context_.letters);
    collect_letters(source.right, context_.letters);
    auto left = left_side(source);
    auto right = resolve_expression(source.right, context_);
    if (!left || !right) return std::nullopt;
    if (right->expression.type == ValueType::boolean || right->expression.type == ValueType::keyword) {
      context_.diagnostics.error(source.right.where, "`" + edl::to_text(source.left) +
                                                         "` must be a number, but the right side has the type " +
                                                         to_text(right->expression.type) + ".");
      return std::nullopt;
    }
    if (!check_free_indices(left->indices, *right, source.where, context_)) return std::nullopt;
    for (Equation const& hidden : context_.hidden) {
      check_temporaries(hidden.right);
      assigned_.insert(hidden.left);
    }
    check_temporaries(right->expression);
    record(source, *left);
    return Equation{source.is_evolution, false, left->name, left->indices, std::move(right->expression), source.where};
  }

  std::optional<UsedName> left_side(edl::Equation const& source) {
    if (!source.left.qualifier.empty()) {
      context_.diagnostics.error(source.left.where, "`" + edl::to_text(source.left) +
                                                        "` belongs to another thorn and cannot be assigned here.");
      return std::nullopt;
    }
    auto used = resolve_name(source.left, context_, false);
    if (!used) return std::nullopt;
    std::string const error = assignment_error(source, *used);
    if (error.empty()) return used;
    context_.diagnostics.error(source.left.where, error);
    return std::nullopt;
  }

  /// The reason why a left side cannot be assigned; empty if it can.
  std::string assignment_error(edl::Equation const& source, UsedName const& used) const {
    std::string const name = "`" + used.name + "`";
    SymbolKind const kind = context_.symbols[used.name].kind;
    if (kind != SymbolKind::variable && kind != SymbolKind::temporary)
      return name + " cannot be assigned; the left side of an equation must be a variable or a temporary.";
    if (kind == SymbolKind::temporary && source.is_evolution)
      return name + " is a temporary and has no time derivative; declare it as a variable.";
    if (source.is_evolution && context_.system.variable(used.name).is_foreign)
      return name + " belongs to another thorn, and only that thorn can evolve it; assign a value without `D_t`.";
    std::set<std::string> letters;
    for (Index const& index : used.indices)
      if (index.is_abstract() && !letters.insert(index.name).second)
        return "The index `" + index.name + "` occurs twice on the left side; use a different letter for each index.";
    if (assigned_components(context_.system.variable(used.name), used.indices).empty())
      return "`" + edl::to_text(source.left) + "` cannot be assigned: it is 0, because `" +
             declared_form(used.name, context_.symbols[used.name]) + "` is antisymmetric.";
    return {};
  }

  void check_temporaries(Expression const& expression) {
    bool const is_local =
        context_.symbols.contains(expression.name) && context_.symbols[expression.name].kind == SymbolKind::temporary;
    if (expression.kind == Kind::temporary && is_local && !assigned_.contains(expression.name))
      context_.diagnostics.error(expression.where, "The temporary `" + expression.name +
                                                       "` is used in the calculation `" + source_.name +
                                                       "` before an equation assigns it.");
    for (Expression const& operand : expression.operands) check_temporaries(operand);
  }

  /// Records the assigned components and reports one that is assigned twice.
  void record(edl::Equation const& source, UsedName const& left) {
    assigned_.insert(left.name);
    Variable const& variable = context_.system.variable(left.name);
    for (std::string const& component : assigned_components(variable, left.indices)) {
      std::string const name = (source.is_evolution ? "D_t " : "") + component;
      if (!components_.insert(name).second) {
        context_.diagnostics.error(source.where, "`" + scalar_of(name) +
                                                     "` is assigned a second time in the calculation `" + source_.name +
                                                     "`.");
        return;
      }
    }
  }

  /// The scalar whose terms the variable holds, otherwise the variable itself.
  std::string scalar_of(std::string const& variable) const {
    for (edl::Reduction const& reduction : source_.reductions)
      if (reduction.terms == variable) return reduction.scalar;
    return variable;
  }

  edl::Calculation const& source_;
  Context& context_;
  std::set<std::string> assigned_;
  std::set<std::string> components_;
};

/// Reports evolved tensors without right-hand sides of some components; the integrator needs all of them.
void check_evolution_is_complete(std::vector<Calculation> const& calculations, TensorSystem const& system,
                                 base::Diagnostics& diagnostics) {
  std::map<std::string, std::set<std::string>> evolved;
  std::vector<Equation const*> first_equations;
  for (Calculation const& calculation : calculations)
    for (Equation const& equation : calculation.equations) {
      if (!equation.is_evolution) continue;
      if (!evolved.contains(equation.left)) first_equations.push_back(&equation);
      auto const names = assigned_components(system.variable(equation.left), equation.indices);
      evolved[equation.left].insert(names.begin(), names.end());
    }
  for (Equation const* equation : first_equations) {
    std::string missing;
    for (std::string const& name : component_names(system.variable(equation->left)))
      if (!evolved[equation->left].contains(name)) missing += (missing.empty() ? "`D_t " : ", `D_t ") + name + "`";
    if (!missing.empty())
      diagnostics.error(equation->where, "`" + equation->left + "` evolves, but no calculation assigns " + missing +
                                             "; write an equation for every component of an evolved tensor "
                                             "(`= 0` for a constant one).");
  }
}

} // namespace

TensorSystem resolve(edl::SyntaxTree const& written, base::SourceText const& source) {
  base::Diagnostics diagnostics(&source);
  edl::SyntaxTree const tree = separate_reductions(with_inherited_names(written), diagnostics);
  diagnostics.throw_if_errors(); // every use of a wrong reduction would cause further errors
  TensorSystem system;
  Symbols symbols;
  declare(tree, system, symbols, diagnostics);
  Context context{system, symbols, diagnostics};
  declare_functions(tree, context);
  declare_definitions(tree, context);
  declare_metrics(tree, context);
  resolve_all_definitions(tree, context);
  std::vector<Calculation> calculations;
  std::set<std::string> names, evolved;
  for (edl::Calculation const& calculation : tree.calculations) {
    if (!names.insert(calculation.name).second)
      diagnostics.error(calculation.where, "The calculation `" + calculation.name + "` is defined a second time.");
    calculations.push_back(CalculationResolver(calculation, context).run());
    for (Equation const& equation : calculations.back().equations)
      if (equation.is_evolution) evolved.insert(equation.left);
  }
  resolve_far_values(tree, evolved, context);
  resolve_group_conditions(tree, context);
  for (edl::Requirement const& requirement : tree.requirements)
    if (auto condition = resolve_condition(requirement.condition, ConditionOf::requirement, context))
      system.requirements.push_back({std::move(*condition), requirement.message});
  if (tree.calculations.empty()) diagnostics.error(tree.where, "The thorn `" + tree.thorn + "` has no calculation.");
  check_evolution_is_complete(calculations, system, diagnostics);
  // A misspelled name leaves the correctly spelled variable unused, which would cause a second error. The check for
  // unused names is therefore skipped after an error.
  if (!diagnostics.has_errors() && !is_of_kranc(tree)) report_unused(tree, symbols, diagnostics);
  for (Variable& variable : system.variables) variable.is_evolved = evolved.contains(variable.name);
  if (!diagnostics.has_errors()) check_generated_names(tree, system, symbols, diagnostics);
  if (!diagnostics.has_errors()) check_centring(system, calculations, diagnostics);
  if (!diagnostics.has_errors()) check_symmetry(system, calculations, diagnostics);
  diagnostics.throw_if_errors();
  system.warnings = diagnostics.all();
  system.calculations = std::move(calculations);
  for (std::string const& name : context.foreign) {
    Variable foreign;
    foreign.name = name;
    foreign.is_foreign = true;
    system.variables.push_back(foreign);
  }
  return system;
}

} // namespace chemora::tensor
