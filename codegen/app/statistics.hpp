// How much each kernel does at a point of the grid, before and after the passes: `edlc --emit=statistics`.
#pragma once

#include "codegen/discretisation/discrete_system.hpp"

#include <string>

namespace chemora::app {

/// A line per kernel and order of derivatives, with the parameters' default values. A fused multiply-add counts as two
/// operations; divisions and roots as one.
///
///     BSSN_RHS with fd_order = 8: 1036333 operations as trees, 6161 as written, 6109 after the passes; reads 24
///     arrays, writes 24
///
/// As trees: if nothing were computed once for several uses, as a symbolic expansion writes it.
/// `written` has the same kernels before the passes.
std::string statistics(discretisation::DiscreteSystem const& written, discretisation::DiscreteSystem const& compiled);

} // namespace chemora::app
