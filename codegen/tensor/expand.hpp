// Tensor equations to component equations.
#pragma once

#include "codegen/tensor/component_system.hpp"

namespace chemora::tensor {

/// Writes out every free and repeated index over 1, 2, 3, and decides what the file left open:
/// - a calculation with `D_t` runs in MoL_CalcRHS; one that assigns evolved variables, at INITIAL; any other, at
///   ANALYSIS;
/// - it covers the interior when it differentiates, the boundary in MoL_RHSBoundaries, otherwise every point;
/// - evolved groups have two time levels, others one.
/// Throws base::UserError where an equation cannot be expanded (too large, derivative of a variable assigned in the
/// same calculation, derivative where neighbours are missing); `source` gives the lines shown.
ComponentSystem expand(TensorSystem const& system, base::SourceText const& source);

} // namespace chemora::tensor
