// Finite-difference operators from their definitions.
#pragma once

#include "codegen/tensor/symbols.hpp"

namespace chemora::tensor {

/// `D_i = centred(4)`, `D_i = centred(fd_order)`, `Du u_i = (u_(i+1) - u_(i))/h`. Reports what is wrong; the operator
/// then has neither order nor weights.
DerivativeOperator define_operator(edl::OperatorDefinition const& definition, TensorSystem const& system,
                                   Symbols& symbols, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
