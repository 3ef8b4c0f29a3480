// Values of other thorns' parameters as kernels want them.
#pragma once

#include "cctk.h"
#include "codegen/ir/graph.hpp"
#include "registry.hpp"

#include <map>
#include <string>
#include <vector>

namespace ca_kernel {

/// Where the value of a parameter lies; nullptr if it does not exist. `owner` is an active thorn or the implementation
/// of one. `type` is a PARAMETER_ constant.
void const* find_parameter(std::string const& owner, std::string const& name, int& type);

/// Values of the graph's parameters now: numbers as they are, booleans as 0 or 1, keywords as their index; widths of
/// the outer boundary zone from the grid. Throws base::UserError for a parameter that `thorn` does not have.
std::map<std::string, double> parameter_values(cGH const* cctkGH, std::string const& thorn,
                                               chemora::ir::Graph const& graph);

/// Whether all guards of a graph hold now.
bool guards_hold(std::string const& thorn, std::vector<chemora::ir::Guard> const& guards);

/// Number of the variant whose guards hold now: it tells compiled kernels apart. Throws base::UserError unless there is
/// one.
std::size_t choose_variant(Kernel const& kernel);

} // namespace ca_kernel
