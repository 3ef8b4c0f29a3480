// Which variants a calculation has, and the system as text.
#include "codegen/discretisation/discretise.hpp"

#include "codegen/discretisation/graph_writer.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <set>

namespace chemora::discretisation {

namespace {

using tensor::Expression;
using tensor::Kind;

void find_operators(Expression const& expression, std::set<std::string>& operators) {
  if (expression.kind == Kind::derivative) operators.insert(expression.name);
  for (Expression const& operand : expression.operands) find_operators(operand, operators);
}

/// Kernels compiled for one calculation.
constexpr std::size_t most_variants = 64;

/// Each of `choices` with every value that says the operator's order, those of the parameters that it asks.
std::vector<Orders> with_order_of(tensor::DerivativeOperator const& derivative, tensor::ComponentSystem const& system,
                                  std::vector<Orders> choices) {
  std::vector<Orders> complete;
  for (std::string const& name : derivative.order_parameters) {
    auto const parameter = std::find_if(system.parameters.begin(), system.parameters.end(),
                                        [&](tensor::Parameter const& one) { return one.name == name; });
    std::vector<Orders> open;
    for (Orders const& orders : choices) {
      auto const values = orders.contains(name) ? std::vector{orders.at(name)} : parameter->admissible_values();
      for (std::string const& value : values) {
        auto& list = tensor::said_order(value) ? complete : open;
        list.push_back(orders);
        list.back()[name] = value;
      }
    }
    choices = std::move(open);
  }
  return complete;
}

/// Every combination of orders the calculation's operators may have; one empty one when none is a parameter.
std::vector<Orders> order_choices(tensor::ComponentSystem const& system,
                                  tensor::ComponentCalculation const& calculation, base::SourceText const& source) {
  std::set<std::string> operators;
  for (auto const& equation : calculation.equations) find_operators(equation.right, operators);
  std::vector<Orders> choices{{}};
  for (auto const& derivative : system.operators) {
    if (!operators.contains(derivative.name) || derivative.order_parameters.empty()) continue;
    choices = with_order_of(derivative, system, std::move(choices));
    if (choices.size() <= most_variants) continue;
    base::Diagnostics diagnostics(&source);
    diagnostics.error(calculation.where, "The orders that the parameters of the calculation `" + calculation.name +
                                             "` admit have more than " + std::to_string(most_variants) +
                                             " combinations, each a kernel of its own; let operators share a "
                                             "parameter, or admit fewer orders.");
    diagnostics.throw_if_errors();
  }
  return choices;
}

} // namespace

DiscreteSystem discretise(tensor::ComponentSystem const& system, base::SourceText const& source) {
  DiscreteSystem result;
  result.components = system;
  for (tensor::ComponentCalculation const& calculation : system.calculations) {
    Kernel kernel{system.thorn + "_" + calculation.name, calculation, {}};
    for (Orders const& orders : order_choices(system, calculation, source))
      kernel.variants.push_back(write_graph(system, calculation, kernel.name, orders, source));
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
