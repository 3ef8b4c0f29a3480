// How much each kernel does at a point of the grid, before and after the passes: `edlc --emit=statistics`.
#pragma once

#include "codegen/discretisation/discrete_system.hpp"

#include <string>

namespace chemora::app {

/// A line per kernel, order of derivatives and kind of mixed derivatives, with the parameters' default values. A fused
/// multiply-add counts as two operations; divisions and roots as one.
///
///     BSSN_RHS with fd_order = 2 and mixed_derivatives = product: 375972 operations as trees, 3764 as written, 3659
///     after the passes; reads 24 arrays, writes 25
///
/// As trees: if nothing were computed once for several uses, as a symbolic expansion writes it.
/// `written` has the same kernels before the passes.
std::string statistics(discretisation::DiscreteSystem const& written, discretisation::DiscreteSystem const& compiled);

} // namespace chemora::app
