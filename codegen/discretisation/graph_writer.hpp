// One calculation with fixed orders of derivatives to one graph.
#pragma once

#include "codegen/discretisation/discrete_system.hpp"

#include <map>

namespace chemora::discretisation {

/// Values of the parameters that say orders.
using Orders = std::map<std::string, std::string>;

/// The guards are the orders and those equalities that the calculation's condition consists of.
ir::Graph write_graph(tensor::ComponentSystem const& system, tensor::ComponentCalculation const& calculation,
                      std::string const& name, Orders const& orders, base::SourceText const& source);

} // namespace chemora::discretisation
