/// The operations of expressions for numbers of the interpreter of recursions.
#pragma once

#include "codegen/ir/operation.hpp"
#include "codegen/recursion/wide_number.hpp"

namespace chemora::recursion {

/// Returns the neutral element of `add`, `minimum` or `maximum`.
WideNumber neutral(ir::Op op);

/// Returns the sum, the minimum or the maximum. Of equal numbers, minima and maxima return the first.
WideNumber combined_values(ir::Op op, WideNumber const& a, WideNumber const& b);

/// Return the value of an operation with one or two operands. Throw base::InternalError for an operation that
/// recursions do not have.
WideNumber unary(ir::Op op, WideNumber const& a);
WideNumber binary(ir::Op op, WideNumber const& a, WideNumber const& b);

} // namespace chemora::recursion
