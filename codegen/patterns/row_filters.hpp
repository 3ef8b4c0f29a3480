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
/// This concerns definitions `let` of filters of an array with a name that does not change, if all their uses are
/// sizes, elements, and generators of patterns, where a `filter` must be such a definition too.
void number_filtered_rows(Program& program);
/// Returns an expression with an equal value; adds variables to the program.
NodePtr with_numbered_rows(Program& program, NodePtr const& value);

} // namespace chemora::patterns
