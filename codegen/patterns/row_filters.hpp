/// Filters of rows and of groups, for kernels.
#pragma once

#include "codegen/patterns/pattern.hpp"

namespace chemora::patterns {

/// Replaces filters of rows and of groups by filters of their numbers, because kernels have arrays of numbers only.
///
///     let large = filter(row in m: sum(row) > 1)
///     output s = map(row in large: max(row))
///
/// becomes
///
///     let large = filter(number < rows: sum(m[number, *]) > 1)
///     output s = map(number_2 in large: max(m[number_2, *]))
///
/// A filter is replaced if it is defined by `let`, its array has a name and does not change, and it is used only for
/// its size, for elements, and as the set of a generator. A filter of it must be replaced, too.
void number_filtered_rows(Program& program);
/// Returns an expression with an equal value; adds variables to the program.
NodePtr with_numbered_rows(Program& program, NodePtr const& value);

} // namespace chemora::patterns
