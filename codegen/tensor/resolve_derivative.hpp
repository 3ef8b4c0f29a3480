// Derivatives by operators of the file, by metrics and along vectors.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

namespace chemora::tensor {

/// `D_i f`, `Up_i f`, `CD_i v^j`, `Lie_beta g_ij`; empty after reporting what is wrong.
std::optional<Resolved> resolve_derivative(edl::Expression const& source, Context& context);

} // namespace chemora::tensor
