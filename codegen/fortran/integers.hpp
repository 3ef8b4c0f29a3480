/// Integer operations of Fortran that kernels do not have, as expressions of operations that they have.
#pragma once

#include "codegen/ir/expression.hpp"
#include "framework/base/source_text.hpp"

namespace chemora::fortran {

/// Returns the number of operations and leaves, at most `limit`.
std::size_t size_of(ir::ExpressionPtr const& expression, std::size_t limit);

/// Throws base::UserError if `n_uses` copies of the expression are too large.
void check_size(ir::ExpressionPtr const& expression, std::size_t n_uses, base::SourcePosition const& where);

/// Returns the quotient of two int32 values rounded towards zero, as int32.
ir::ExpressionPtr quotient(ir::ExpressionPtr const& left, ir::ExpressionPtr const& right,
                           base::SourcePosition const& where);

} // namespace chemora::fortran
