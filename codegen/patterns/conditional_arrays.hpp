/// Arrays that depend on conditions, for kernels.
#pragma once

#include "codegen/patterns/pattern.hpp"

namespace chemora::patterns {

/// Returns an expression with an equal value, in which an array that depends on a condition is a map whose elements
/// depend on it:
///
///     if c then a else map(i < n: 2 * b[i])
///
/// becomes
///
///     map(index < n: if c then a[index] else 2 * b[index])
///
/// The alternatives must be maps, rows or arrays with names; those of rank 2 have equal extents. The result defines a
/// condition that contains patterns by `let`, so that it is computed once. Adds variables to the program.
NodePtr with_conditional_elements(Program& program, NodePtr const& value);

} // namespace chemora::patterns
