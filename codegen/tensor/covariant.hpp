// Derivatives that know about tensors.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

namespace chemora::tensor {

/// `CD_k T^i_j = D_k T^i_j + G^i_kl T^l_j - G^l_kj T^i_l` for the metric whose derivative is called CD, and of a scalar
/// `CD_ij f = D_ij f - G^k_ij D_k f`. Empty after reporting what is wrong.
std::optional<Resolved> covariant_derivative(Metric const& metric, std::vector<Index> const& indices, Resolved operand,
                                             edl::Expression const& source, Context& context);

/// `Lie_v T^i_j = v^k D_k T^i_j - T^k_j D_k v^i + T^i_k D_j v^k + w T^i_j D_k v^k`, where w is the tensor's weight. The
/// first term takes an operator that looks upwind along v, if there is one. Empty after reporting what is wrong.
std::optional<Resolved> lie_derivative(Resolved operand, edl::Expression const& source, Context& context);

} // namespace chemora::tensor
