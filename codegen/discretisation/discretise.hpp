/// Translates component equations to graphs, in which derivatives are stencils.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/tensor/components.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::discretisation {

/// The graphs of a calculation. A calculation has one graph for each combination of values of the parameters that
/// select its stencils.
struct Kernel {
  std::string name; ///< <thorn>_<calculation>, which is also the name of the scheduled function
  tensor::ComponentCalculation calculation;
  std::vector<ir::Graph> variants;
};

/// A component system and the graphs of its calculations.
struct DiscreteSystem {
  tensor::ComponentSystem components;
  std::vector<Kernel> kernels; ///< kernels in the order of the calculations
};

std::string to_text(DiscreteSystem const& system);

/// Makes one kernel for each calculation. The components of a tensor equation are assigned together, and the equations
/// are evaluated in their order. A centred derivative `D_1 f` of order p becomes
///
///     (n_m (f(+m) - f(-m)) + ... + n_1 (f(+1) - f(-1))) * (1 / (d h)),   m = p/2
///
/// Here, n and d are the integers of Stencil. The outermost pair comes first, because it has the smallest weight.
/// Second derivatives along one axis use pairs f(+k) + f(-k) and add the central point last. A mixed second derivative
/// applies one stencil to the result of another stencil, or uses the two diagonals. The derivative of an expression
/// uses values of the expression at neighbouring points. A parameter that selects an order or the form of mixed
/// derivatives causes one variant for each of its values, with a guard. Throws base::UserError for a temporary that is
/// used before it is assigned. Messages quote lines of `source`.
DiscreteSystem discretise(tensor::ComponentSystem const& system, base::SourceText const& source);

/// Values of the parameters that select stencils, by name: the orders of derivatives and the forms of mixed
/// derivatives. If the thorn allows several precisions, the choices also have the value of precision_parameter.
using StencilChoices = std::map<std::string, std::string>;

/// Returns the graph of one calculation with these stencils. The guards of the graph are the choices and the equalities
/// in the calculation's condition.
ir::Graph write_graph(tensor::ComponentSystem const& system, tensor::ComponentCalculation const& calculation,
                      std::string const& name, StencilChoices const& choices, base::SourceText const& source);

} // namespace chemora::discretisation
