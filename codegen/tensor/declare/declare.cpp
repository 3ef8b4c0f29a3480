#include "codegen/tensor/declare/declare.hpp"

#include "codegen/tensor/components.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <algorithm>
#include <cmath>

namespace chemora::tensor {

namespace {

/// Finite-difference order of the derivative operator D in a file that does not define D.
constexpr int order_of_undefined_derivative = 4;

Parameter boundary_parameter() {
  Parameter parameter;
  parameter.name = "boundary";
  parameter.type = ValueType::keyword;
  parameter.description = "Condition at the outer boundary for all evolved variables";
  parameter.default_keyword = boundary_conditions.front().keyword;
  for (BoundaryCondition const& condition : boundary_conditions)
    parameter.ranges.push_back({{}, {}, false, false, std::string(condition.keyword), std::string(condition.meaning)});
  return parameter;
}

Parameter parameter_of_precision(std::vector<ir::Type> const& precisions) {
  Parameter parameter;
  parameter.name = precision_parameter;
  parameter.type = ValueType::keyword;
  parameter.description = "Type of all variables of this thorn and of the arithmetic of its kernels";
  parameter.default_keyword = to_text(precisions.front());
  for (ir::Type const type : precisions) {
    std::string const bits = type == ir::Type::real32 ? "single precision, 32 bits" : "double precision, 64 bits";
    parameter.ranges.push_back({{}, {}, false, false, std::string(to_text(type)), bits});
  }
  return parameter;
}

class Declarer {
public:
  Declarer(edl::SyntaxTree const& tree, TensorSystem& system, Symbols& symbols, base::Diagnostics& diagnostics)
      : tree_(tree), system_(system), symbols_(symbols), diagnostics_(diagnostics) {}

  void run() {
    system_.thorn = tree_.thorn;
    system_.implementation = tree_.implementation.empty() ? tree_.thorn : tree_.implementation;
    for (edl::Flag const& flag : tree_.inherited) system_.inherited.push_back(flag.name);
    check_features();
    read_precisions();
    for (edl::ParameterDeclaration const& declaration : tree_.parameters) parameter(declaration);
    if (has_evolution() && !symbols_.contains("boundary")) {
      symbols_.declare("boundary", {SymbolKind::parameter, {}, {}}, diagnostics_);
      system_.parameters.push_back(boundary_parameter());
    }
    if (has_choice_of_precision() && !symbols_.contains(std::string(precision_parameter))) {
      symbols_.declare(std::string(precision_parameter), {SymbolKind::parameter, {}, {}}, diagnostics_);
      system_.parameters.push_back(parameter_of_precision(system_.precisions));
    }
    for (edl::VariableBlock const& block : tree_.blocks) variables(block);
    for (edl::InheritedTensor const& tensor : tree_.inherited_tensors) inherited(tensor);
    for (edl::VariableDeclaration const& declaration : tree_.scalars) scalar(declaration);
    for (edl::VariableDeclaration const& temporary : tree_.temporaries) variable(temporary, true);
    check_case();
    for (edl::OperatorDefinition const& definition : tree_.operators) derivative(definition);
    if (!operators_.contains("D")) system_.operators.push_back(undefined_derivative());
  }

private:
  bool has_evolution() const {
    auto const evolves = [](edl::Equation const& equation) { return equation.is_evolution; };
    return std::any_of(tree_.calculations.begin(), tree_.calculations.end(), [&](edl::Calculation const& calculation) {
      return std::any_of(calculation.equations.begin(), calculation.equations.end(), evolves);
    });
  }

  /// Accepts the names of Kranc's optional features and ignores them, because Chemora itself decides which features it
  /// uses.
  void check_features() {
    std::vector<std::string> const features{"loopcontrol", "vectors", "opencl", "cse", "cakernel", "jacobian"};
    for (auto const* flags : {&tree_.used, &tree_.disabled})
      for (edl::Flag const& flag : *flags) {
        bool const is_known = base::contains(features, flag.name);
        if (!is_known)
          diagnostics_.error(flag.where,
                             "`" + flag.name + "` is not a feature." + base::did_you_mean(flag.name, features));
        else if (flag.name == "jacobian" && flags == &tree_.used)
          diagnostics_.error(flag.where,
                             "`use jacobian` does not name the Jacobian; define the derivative with it instead, as in "
                             "`D_i = J^a_i centred(4)`.");
      }
  }

  bool has_choice_of_precision() const { return system_.precisions.size() > 1; }

  void read_precisions() {
    if (!tree_.precisions.empty()) system_.precisions.clear();
    for (edl::Flag const& flag : tree_.precisions) {
      auto const type = find_precision(flag, diagnostics_);
      if (!type) continue;
      if (base::contains(system_.precisions, *type))
        diagnostics_.error(flag.where, "The precision `" + flag.name + "` is given twice; remove one of them.");
      else
        system_.precisions.push_back(*type);
    }
    if (system_.precisions.empty()) system_.precisions = {ir::Type::real64}; // after an error
  }

  void parameter(edl::ParameterDeclaration const& declaration) {
    Parameter parameter = declare_parameter(declaration, diagnostics_);
    Symbol const symbol{SymbolKind::parameter, {}, declaration.name.where};
    if (parameter.name == "boundary")
      diagnostics_.error(
          declaration.name.where,
          "`boundary` is the generated parameter that selects the boundary condition; choose another name.");
    if (base::lower_case(parameter.name) == precision_parameter && has_choice_of_precision())
      diagnostics_.error(declaration.name.where,
                         "`precision` is the generated parameter that selects real32 or real64; choose another name" +
                             std::string(parameter.name == precision_parameter ? "." : " (case is ignored)."));
    if (symbols_.declare(parameter.name, symbol, diagnostics_)) system_.parameters.push_back(std::move(parameter));
  }

  /// Reads the weight of a tensor density, a number or a fraction such as `-2/3`.
  Number weight(edl::VariableDeclaration const& declaration) {
    std::string const& text = declaration.weight;
    auto const fail = [&](std::string const& message) {
      diagnostics_.error(declaration.weight_where, message);
      return integer(0);
    };
    std::size_t const slash = text.find('/'), start = text[0] == '-' ? 1 : 0;
    std::string const above = text.substr(start, slash == std::string::npos ? slash : slash - start);
    std::string const below = slash == std::string::npos ? "1" : text.substr(slash + 1);
    auto const numerator = parse_number(above), denominator = parse_number(below);
    if (!numerator || !denominator)
      return fail("The number " + (numerator ? below : above) + " is outside the range of a double.");
    if (denominator->value == 0) return fail("`" + text + "` has no finite value: it divides by 0.");
    Number const number = *numerator / *denominator;
    if (!std::isfinite(number.value)) return fail("`" + text + "` has no finite value.");
    return start == 1 ? -number : number;
  }

  std::string variable(edl::VariableDeclaration const& declaration, bool is_temporary) {
    if (!declaration.name.qualifier.empty()) {
      diagnostics_.error(declaration.name.where,
                         "`" + edl::to_text(declaration.name) +
                             "` belongs to another implementation; remove the declaration and write `inherit " +
                             declaration.name.qualifier + "`.");
      return {};
    }
    DeclaredName declared = read_declared_name(declaration.name, diagnostics_);
    if (!declaration.weight.empty()) declared.shape.weight = weight(declaration);
    SymbolKind const kind = is_temporary ? SymbolKind::temporary : SymbolKind::variable;
    Symbol const symbol{kind, declared.shape, declaration.name.where};
    if (!symbols_.declare(declared.name, symbol, diagnostics_)) return {};
    Variable variable;
    variable.name = declared.name;
    variable.shape = declared.shape;
    variable.description = declaration.description;
    variable.is_temporary = is_temporary;
    variable.is_pseudo = declaration.is_pseudo;
    system_.variables.push_back(std::move(variable));
    return declared.name;
  }

  /// Declares a tensor whose components are variables of another thorn, in the order of component_names().
  void inherited(edl::InheritedTensor const& source) {
    auto& implementations = system_.inherited;
    if (!base::contains(implementations, source.implementation)) implementations.push_back(source.implementation);
    DeclaredName const declared = read_declared_name(source.name, diagnostics_);
    Symbol const symbol{SymbolKind::variable, declared.shape, source.name.where};
    if (!symbols_.declare(declared.name, symbol, diagnostics_)) return;
    Variable variable;
    variable.name = declared.name;
    variable.shape = declared.shape;
    variable.is_foreign = true;
    std::size_t const count = component_names(variable).size();
    std::vector<std::string> names = source.components;
    if (names.empty()) names = {declared.name};
    if (names.size() != count)
      diagnostics_.error(source.name.where, "`" + edl::to_text(source.name) + "` has " +
                                                base::counted(count, "component") + ", but " +
                                                std::to_string(names.size()) + " variables of `" +
                                                source.implementation + "` are listed; list one for each component.");
    names.resize(count);
    for (std::string const& name : names) variable.components.push_back(source.implementation + "::" + name);
    if (!source.group.empty()) variable.foreign_group = source.implementation + "::" + source.group;
    system_.variables.push_back(std::move(variable));
  }

  void variables(edl::VariableBlock const& block) {
    if (!block.name.empty()) {
      auto const has_name = [&](Group const& group) { return group.name == block.name; };
      if (std::any_of(system_.groups.begin(), system_.groups.end(), has_name))
        diagnostics_.error(block.where, "The group `" + block.name + "` is declared a second time.");
      if (block.variables.empty()) diagnostics_.error(block.where, "The group `" + block.name + "` has no variables.");
    }
    Group group{block.name, block.description, block.time_levels, {}};
    for (edl::VariableDeclaration const& declaration : block.variables) {
      std::string const name = variable(declaration, false);
      if (name.empty()) continue;
      group.variables.push_back(name);
      if (!block.name.empty()) continue;
      std::string const& description = declaration.description;
      system_.groups.push_back({name, description, 0, {name}});
    }
    if (!block.name.empty()) system_.groups.push_back(std::move(group));
  }

  void scalar(edl::VariableDeclaration const& declaration) {
    std::string const name = edl::to_text(declaration.name);
    if (symbols_.declare(name, {SymbolKind::scalar, {}, declaration.name.where}, diagnostics_))
      system_.scalars.push_back({name, declaration.description});
  }

  /// Reports names that differ only in case, because Cactus ignores case.
  void check_case() {
    std::map<std::string, std::string> seen;
    auto const check = [&](std::string const& name) {
      auto const [earlier, is_new] = seen.emplace(base::lower_case(name), name);
      if (!is_new && earlier->second != name && symbols_.contains(name))
        diagnostics_.error(symbols_[name].where,
                           "`" + name + "` and `" + earlier->second +
                               "` differ only in case, which the framework ignores; rename one of them.");
    };
    for (Variable const& variable : system_.variables)
      if (!variable.is_temporary && !variable.is_foreign) check(variable.name);
    for (Scalar const& scalar : system_.scalars) check(scalar.name);
    for (Parameter const& parameter : system_.parameters)
      // Other collisions are reported by check_generated_names().
      if (!symbols_[parameter.name].is_built_in()) check(parameter.name);
  }

  void derivative(edl::OperatorDefinition const& definition) {
    std::string const& name = definition.name.base;
    if (!operators_.insert(name).second) {
      diagnostics_.error(definition.name.where, "The derivative operator `" + name + "` is defined a second time.");
      return;
    }
    symbols_.add_operator(name);
    DerivativeOperator const derivative = define_operator(definition, system_, symbols_, diagnostics_);
    system_.operators.push_back(derivative);
    if (derivative.jacobian.empty())
      add_upwind_parts(derivative);
    else
      add_operator_along_grid(derivative);
  }

  void add_operator_along_grid(DerivativeOperator derivative) {
    if (derivative.side == Side::upwind) derivative.wind = wind_along_the_grid(derivative.name);
    derivative.name = along_the_grid(derivative.name);
    derivative.jacobian.clear();
    system_.operators.push_back(derivative);
    add_upwind_parts(derivative);
  }

  void add_upwind_parts(DerivativeOperator const& derivative) {
    if (derivative.side != Side::upwind) return;
    DerivativeOperator turned = derivative;
    turned.name = turned_upwind(derivative.name);
    turned.turned_from = derivative.name;
    system_.operators.push_back(turned);
    for (Side part : {Side::upwind_odd, Side::upwind_even}) {
      system_.operators.push_back(derivative);
      system_.operators.back().side = part;
      system_.operators.back().name = upwind_part(derivative.name, part);
    }
  }

  static DerivativeOperator undefined_derivative() {
    DerivativeOperator derivative;
    derivative.name = "D";
    derivative.order = order_of_undefined_derivative;
    return derivative;
  }

  edl::SyntaxTree const& tree_;
  TensorSystem& system_;
  Symbols& symbols_;
  base::Diagnostics& diagnostics_;
  std::set<std::string> operators_;
};

} // namespace

std::optional<ir::Type> find_precision(edl::Flag const& word, base::Diagnostics& diagnostics) {
  auto const type = ir::find_type(word.name);
  if (type && ir::is_real(*type)) return type;
  diagnostics.error(word.where, "`" + word.name + "` is not a precision; allowed are real32 and real64." +
                                    base::did_you_mean(word.name, {"real32", "real64"}));
  return std::nullopt;
}

void declare(edl::SyntaxTree const& tree, TensorSystem& system, Symbols& symbols, base::Diagnostics& diagnostics) {
  Declarer(tree, system, symbols, diagnostics).run();
}

void report_unused(edl::SyntaxTree const& tree, Symbols const& symbols, base::Diagnostics& diagnostics) {
  auto const is_unused = [&](std::string const& name) { return symbols.contains(name) && !symbols.is_used(name); };
  auto const check = [&](std::string const& kind, std::string const& name, edl::Name const& declared) {
    if (is_unused(name))
      diagnostics.error(declared.where,
                        "The " + kind + " `" + edl::to_text(declared) + "` is declared but never used.");
  };
  base::Diagnostics ignored;
  for (auto const& parameter : tree.parameters)
    if (is_unused(edl::to_text(parameter.name)))
      diagnostics.warning(parameter.name.where, "The parameter `" + edl::to_text(parameter.name) +
                                                    "` is declared but never used. Its value has no effect.");
  for (auto const& block : tree.blocks)
    for (auto const& variable : block.variables)
      check("variable", read_declared_name(variable.name, ignored).name, variable.name);
  for (auto const& tensor : tree.inherited_tensors)
    check("inherited tensor", read_declared_name(tensor.name, ignored).name, tensor.name);
  for (auto const& definition : tree.definitions)
    check(definition.is_function ? "function" : "definition", read_declared_name(definition.left, ignored).name,
          definition.left);
  for (auto const& function : tree.functions)
    if (!symbols.is_used(function.name))
      diagnostics.error(function.where, "The function `" + function.name + "` is defined but never used.");
  for (auto const& block : tree.faces)
    for (auto const& definition : block.definitions) {
      auto const is_used = [&](edl::Name const& left) {
        return symbols.is_used(read_declared_name(left, ignored).name);
      };
      if (std::none_of(definition.left.begin(), definition.left.end(), is_used))
        check("definition", read_declared_name(definition.left[0], ignored).name, definition.left[0]);
    }
  for (auto const& temporary : tree.temporaries)
    check("temporary", read_declared_name(temporary.name, ignored).name, temporary.name);
  for (auto const& definition : tree.operators)
    if (!symbols.is_used("operator " + definition.name.base))
      diagnostics.warning(definition.name.where,
                          "The derivative operator `" + definition.name.base + "` is defined but never used.");
}

} // namespace chemora::tensor
