// The equations of one calculation, index by index.
#pragma once

#include "codegen/tensor/component_system.hpp"

namespace chemora::tensor {

/// The definitions that are used come first, each once; place and region are still those of `calculation`.
/// Throws base::UserError where an equation cannot be expanded; `source` gives the lines shown. Other findings are
/// added to `diagnostics`.
ComponentCalculation expand_calculation(TensorSystem const& system, Calculation const& calculation,
                                        base::SourceText const& source, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
