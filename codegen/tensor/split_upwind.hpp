// Upwind derivatives as two stencils that do not depend on the wind.
#pragma once

#include "codegen/tensor/tensor_system.hpp"

namespace chemora::tensor {

/// Before: `beta1 * Up_1[u]`, where Up is upwind along beta. After: `beta1 * odd_1[u] + abs(beta1) * even_1[u]`: the
/// odd part of the stencil is the same for both signs of beta1, the even part changes its sign. An upwind derivative
/// without such a factor becomes a choice between odd + even and odd - even. A turned one (`turn_upwind.hpp`) has the
/// other sign of its even part. Of components only.
Expression split_upwind(Expression expression, TensorSystem const& system);

} // namespace chemora::tensor
