// One calculation with fixed stencils to one graph.
#pragma once

#include "codegen/discretisation/discrete_system.hpp"

#include <map>

namespace chemora::discretisation {

/// Values of the parameters that choose stencils: the orders of derivatives and the kinds of mixed ones.
using StencilChoices = std::map<std::string, std::string>;

/// The guards are the choices and those equalities that the calculation's condition consists of.
ir::Graph write_graph(tensor::ComponentSystem const& system, tensor::ComponentCalculation const& calculation,
                      std::string const& name, StencilChoices const& choices, base::SourceText const& source);

} // namespace chemora::discretisation
