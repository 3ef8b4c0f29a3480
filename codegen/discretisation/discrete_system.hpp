// A component system whose calculations have become graphs.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/tensor/component_system.hpp"

#include <string>
#include <vector>

namespace chemora::discretisation {

/// A calculation's graphs: one, or one per combination of values of the parameters that choose its stencils.
struct Kernel {
  std::string name; ///< <thorn>_<calculation>, also the scheduled function
  tensor::ComponentCalculation calculation;
  std::vector<ir::Graph> variants;
};

struct DiscreteSystem {
  tensor::ComponentSystem components;
  std::vector<Kernel> kernels; ///< in the order of the calculations
};

std::string to_text(DiscreteSystem const& system);

} // namespace chemora::discretisation
