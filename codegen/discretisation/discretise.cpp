#include "codegen/discretisation/discretise.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <set>

namespace chemora::discretisation {

namespace {

using tensor::Expression;
using tensor::Kind;

/// Names of all operators of a calculation, and of the operators that occur in mixed second derivatives.
struct UsedOperators {
  std::set<std::string> names, mixed;
};

void find_operators(Expression const& expression, UsedOperators& used) {
  if (expression.kind == Kind::derivative) {
    used.names.insert(expression.name);
    auto const& indices = expression.indices;
    if (indices.size() == 2 && indices[0].value != indices[1].value) used.mixed.insert(expression.name);
  }
  for (Expression const& operand : expression.operands) find_operators(operand, used);
}

/// Largest number of kernels that are compiled for one calculation.
constexpr std::size_t max_variants = 64;

/// Combines each of `variants` with every allowed value of the parameter. A variant that already has a value of the
/// parameter remains unchanged.
std::vector<StencilChoices> with_values_of(std::string const& name, tensor::ComponentSystem const& system,
                                           std::vector<StencilChoices> const& variants) {
  auto const parameter = std::find_if(system.parameters.begin(), system.parameters.end(),
                                      [&](tensor::Parameter const& candidate) { return candidate.name == name; });
  std::vector<StencilChoices> result;
  for (StencilChoices const& choices : variants) {
    auto const values = choices.contains(name) ? std::vector{choices.at(name)} : parameter->admissible_values();
    for (std::string const& value : values) {
      result.push_back(choices);
      result.back()[name] = value;
    }
  }
  return result;
}

/// Combines each of `variants` with every value that specifies the operator's order. A value that specifies no order
/// selects the operator's next parameter.
std::vector<StencilChoices> with_order_of(tensor::DerivativeOperator const& derivative,
                                          tensor::ComponentSystem const& system, std::vector<StencilChoices> variants) {
  if (derivative.order_parameters.empty()) return variants;
  std::vector<StencilChoices> complete;
  for (std::string const& name : derivative.order_parameters) {
    std::vector<StencilChoices> incomplete;
    for (StencilChoices& choices : with_values_of(name, system, variants))
      (tensor::order_in(choices.at(name)) ? complete : incomplete).push_back(std::move(choices));
    variants = std::move(incomplete);
  }
  return complete;
}

/// Returns all combinations of orders and forms of mixed derivatives of the calculation's operators. Without parameters
/// that select them, the result is one empty combination. Forms of mixed derivatives matter only if the calculation
/// contains mixed derivatives.
std::vector<StencilChoices> stencil_choices(tensor::ComponentSystem const& system,
                                            tensor::ComponentCalculation const& calculation,
                                            base::SourceText const& source) {
  UsedOperators used;
  for (auto const& equation : calculation.equations) find_operators(equation.right, used);
  std::vector<StencilChoices> variants{{}};
  if (system.precisions.size() > 1)
    variants = with_values_of(std::string(tensor::precision_parameter), system, variants);
  for (auto const& derivative : system.operators) {
    if (!used.names.contains(derivative.name)) continue;
    variants = with_order_of(derivative, system, std::move(variants));
    if (!derivative.mixed_parameter.empty() && used.mixed.contains(derivative.name))
      variants = with_values_of(derivative.mixed_parameter, system, variants);
    if (variants.size() <= max_variants) continue;
    base::Diagnostics diagnostics(&source);
    diagnostics.error(calculation.where,
                      "The parameters of the calculation `" + calculation.name + "` allow more than " +
                          std::to_string(max_variants) +
                          " combinations of orders and forms of derivatives, and each needs a separate kernel; use "
                          "one parameter for several operators, or allow fewer values.");
    diagnostics.throw_if_errors();
  }
  return variants;
}

} // namespace

DiscreteSystem discretise(tensor::ComponentSystem const& system, base::SourceText const& source) {
  DiscreteSystem result;
  result.components = system;
  for (tensor::ComponentCalculation const& calculation : system.calculations) {
    Kernel kernel{system.thorn + "_" + calculation.name, calculation, {}};
    for (StencilChoices const& choices : stencil_choices(system, calculation, source))
      kernel.variants.push_back(write_graph(system, calculation, kernel.name, choices, source));
    result.kernels.push_back(std::move(kernel));
  }
  return result;
}

std::string to_text(DiscreteSystem const& system) {
  std::string text;
  for (Kernel const& kernel : system.kernels)
    for (ir::Graph const& graph : kernel.variants) text += (text.empty() ? "" : "\n") + ir::to_text(graph);
  return text;
}

} // namespace chemora::discretisation
