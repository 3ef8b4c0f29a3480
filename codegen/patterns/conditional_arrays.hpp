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
///     map(place < n: if c then a[place] else 2 * b[place])
///
/// The alternatives must be maps, rows, and arrays with names. A condition with patterns has a name, so that it is
/// computed once. Adds variables to the program.
NodePtr with_conditional_elements(Program& program, NodePtr const& value);

} // namespace chemora::patterns
