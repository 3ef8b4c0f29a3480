// Names in expressions.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

namespace chemora::tensor {

/// The expression a known name stands for: a leaf, or, for `r`, the root of the sum of squares. A tensor whose indices
/// are at other heights than declared has the name of its moved form, which is no symbol.
Expression expression_of(UsedName const& used, base::SourcePosition const& where, Context& context);

/// `implementation::variable`; empty after reporting that the implementation is not inherited.
std::optional<Resolved> resolve_foreign_name(edl::Name const& name, Context& context);

} // namespace chemora::tensor
