/// The mesh and the flow that the parameters describe, and the elements of this process.
#pragma once

#include "flow/exact_flow.hpp"
#include "mesh/mesh.hpp"

#include "cctk.h"

#include <cstddef>
#include <vector>

namespace spectral_euler {

Mesh mesh_of_parameters();
FlowOptions flow_of_parameters();
int degree_of_parameters();

/// The elements of this process.
struct LocalElements {
  long first = 0; ///< global number
  int count = 0;
  std::size_t nodes_per_element = 0;

  std::size_t n_nodes() const { return nodes_per_element * static_cast<std::size_t>(count); }
};

/// Ends the run if the driver has divided another axis than that of the elements.
LocalElements local_elements(cGH const* cctkGH);

} // namespace spectral_euler
