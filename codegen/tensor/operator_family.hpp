// Families of stencils: `centred(ORDER)`, `upwind(ORDER, VECTOR)` and the like.
#pragma once

#include "codegen/tensor/symbols.hpp"

namespace chemora::tensor {

/// Sets side, order, wind and the form of mixed derivatives from a right side such as `centred(4)`; also from
/// FiniteDifferencingOperator(1, HALF_ORDER, i). Reports what is wrong.
void read_family(edl::OperatorDefinition const& definition, DerivativeOperator& derivative, TensorSystem const& system,
                 Symbols& symbols, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
