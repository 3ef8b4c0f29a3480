/// Reports subscripts and arguments that are provably outside of arrays and tables.
#pragma once

#include "codegen/recursion/lower_functions.hpp"

namespace chemora::recursion {

/// Checks the linear subscripts of the function that are not below a selection. Reports a subscript that is outside of
/// its array or table at some point of a case.
void check_accesses(Lowered const& lowered, LoweredFunctions const& functions, base::Diagnostics& diagnostics);

/// Returns the text with `length(s)` for the size `length_s`, as users write it.
std::string with_written_sizes(std::string const& text);

/// Returns advice to exclude the points at which a subscript is less than the lower bound, or greater than the upper
/// bound. `dimensions` are those of the function.
std::string advice_on_condition(ir::LinearExpression const& subscript, ir::LinearExpression const& bound, bool is_upper,
                                std::vector<Dimension> const& dimensions);

} // namespace chemora::recursion
