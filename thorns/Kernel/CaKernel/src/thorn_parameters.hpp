/// Values of other thorns' parameters, in the form that kernels use.
#pragma once

#include "cctk.h"
#include "kernels/runtime/kernel_registry.hpp"

#include <map>
#include <string>
#include <vector>

namespace ca_kernel {

/// The address of a parameter's value; null if the parameter does not exist. `owner` is an active thorn or the
/// implementation of one. `type` is a PARAMETER_ constant.
void const* find_parameter(std::string const& owner, std::string const& name, int& type);

/// Current values of the graph's parameters: numbers as they are, booleans as 0 or 1, keywords as their index, and
/// widths of the outer boundary zone from the grid. Throws base::UserError for a parameter that `thorn` does not have.
std::map<std::string, double> parameter_values(cGH const* cctkGH, std::string const& thorn,
                                               chemora::ir::Graph const& graph);

/// Index of the variant whose guards hold for the current values. Throws base::UserError unless there is exactly one.
std::size_t choose_variant(chemora::runtime::RegisteredKernel const& kernel);

/// The graph of that variant.
inline chemora::ir::Graph const& chosen_graph(chemora::runtime::RegisteredKernel const& kernel) {
  return kernel.variants[choose_variant(kernel)].graph();
}

} // namespace ca_kernel
