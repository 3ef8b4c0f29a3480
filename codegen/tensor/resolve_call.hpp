// Functions of the language and of the file.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

namespace chemora::tensor {

/// `sin(x)`, `max(a, b, c)`, `if(c, a, b)`, `trace(k_ij)`, `advect(f)`; empty after reporting what is wrong.
std::optional<Resolved> resolve_call(edl::Expression const& source, Context& context);

} // namespace chemora::tensor
