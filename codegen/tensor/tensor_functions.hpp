// Functions of the language that take tensors: det, trace, tracefree, sym.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

#include <string>
#include <vector>

namespace chemora::tensor {

bool is_tensor_function(std::string const& name);
std::vector<std::string> const& tensor_function_names();

/// `det(g)` of a metric g.
std::optional<Resolved> determinant(edl::Expression const& call, Context& context);

/// Of an expression E with two free indices at one height and the only metric g:
/// `trace(E) = g^ij E_ij`, `tracefree(E) = E_ij - 1/3 g_ij trace(E)`, `sym(E) = 1/2 (E_ij + E_ji)`, which needs no
/// metric. The expression is calculated once. Empty after reporting what is wrong.
std::optional<Resolved> apply_tensor_function(edl::Expression const& call, std::vector<Resolved> arguments,
                                              Context& context);

} // namespace chemora::tensor
