/// Reports subscripts and arguments that are provably outside of arrays and tables.
#pragma once

#include "codegen/recursion/lower_functions.hpp"

namespace chemora::recursion {

/// Checks the linear subscripts of the function that are not below a selection. Reports a subscript that is outside of
/// its array or table at some point of a case.
void check_accesses(Lowered const& lowered, LoweredFunctions const& functions, base::Diagnostics& diagnostics);

} // namespace chemora::recursion
