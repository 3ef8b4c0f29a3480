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
/// condition that contains patterns by `let`, so that it is computed once. A further definition, which nothing uses,
/// has the errors that the array has even without elements, such as those of its condition and of the numbers of its
/// rows:
///
///     if c then m[i, *] else a
///   ->
///     let evaluated = if c then size(m[i, *], 0) else 0; map(index < n: if c then m[i, index] else a[index])
///
/// Adds variables to the program.
NodePtr with_conditional_elements(Program& program, NodePtr const& value);

} // namespace chemora::patterns
