// Upwind derivatives as two stencils that do not depend on the wind.
#pragma once

#include "codegen/tensor/tensor_system.hpp"

namespace chemora::tensor {

/// Before: `beta1 * Up_1[u]`, where Up looks against beta. After: `beta1 * odd_1[u] + abs(beta1) * even_1[u]`: the odd
/// part of the stencil is the same for both directions, the even part changes sign with the wind. An upwind derivative
/// without such a factor becomes a choice between odd + even and odd - even. Of components only.
Expression split_upwind(Expression expression, TensorSystem const& system);

} // namespace chemora::tensor
