// What variables tend to far away: limits and speeds of radiative boundaries.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

namespace chemora::tensor {

/// Fills `far_values` of the system from the blocks `boundaries`. Reports variables that do not evolve or have two
/// lines, and values that depend on more than parameters: boundary conditions are chosen outside of kernels.
void resolve_far_values(edl::SyntaxTree const& tree, std::set<std::string> const& evolved, Context& context);

} // namespace chemora::tensor
