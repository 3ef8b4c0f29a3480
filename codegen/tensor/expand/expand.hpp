// From tensor equations to equations of components.
#pragma once

#include "codegen/tensor/components.hpp"

namespace chemora::tensor {

/// Writes out every free and repeated index over 1, 2, 3, and applies the defaults:
/// - a calculation with `D_t` runs in MoL_CalcRHS; one that assigns evolved variables, at INITIAL; any other, at
///   ANALYSIS;
/// - it covers the interior when it differentiates, the boundary in MoL_RHSBoundaries, otherwise every point;
/// - evolved groups have two time levels, others one.
/// Throws base::UserError where an equation cannot be expanded: it is too large, differentiates a variable that the
/// same calculation assigns, or differentiates where neighbours are missing. Messages quote lines of `source`.
ComponentSystem expand(TensorSystem const& system, base::SourceText const& source);

/// Expands one calculation. Its definitions come first, each once. The schedule place and region are still those of
/// `calculation`. Throws base::UserError where an equation cannot be expanded; other findings are added to
/// `diagnostics`.
ComponentCalculation expand_calculation(TensorSystem const& system, Calculation const& calculation,
                                        base::SourceText const& source, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
