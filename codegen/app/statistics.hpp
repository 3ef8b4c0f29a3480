// Operations of each kernel at a grid point, before and after the passes: `edlc --emit=statistics`.
#pragma once

#include "codegen/discretisation/discretise.hpp"

#include <string>

namespace chemora::app {

/// One line for each kernel, order and form of mixed derivatives, with the default values of the parameters. A fused
/// multiply-add counts as two operations; divisions and roots as one.
///
///     BSSN_RHS with fd_order = 2 and mixed_derivatives = product: 375972 operations as trees, 3764 as written, 3659
///     after the passes; reads 24 arrays, writes 25
///
/// "As trees" counts every use of a common subexpression, as a symbolic expansion would.
/// `written` has the same kernels before the passes.
std::string statistics(discretisation::DiscreteSystem const& written, discretisation::DiscreteSystem const& compiled);

} // namespace chemora::app
