/// Translates the functions of a file to tables and results.
#pragma once

#include "codegen/recursion/typed_expressions.hpp"

namespace chemora::recursion {

/// All functions of a file after translation, by name.
using LoweredFunctions = std::map<std::string, Lowered>;

/// Translates all functions. Reports errors of names, types, ranges and subscripts, and recursions without an end.
LoweredFunctions lower_functions(Declarations& declarations, base::Diagnostics& diagnostics);

/// Returns the system of the functions that `function` needs, with its result. A function with dimensions has the
/// result of its last element. `Result::calling` contains `initial_n` for a recursive integer `n`.
System system_of(std::string const& function, LoweredFunctions const& functions);

/// Returns the system of functions with axes and their callees, without a result.
System grid_system_of(std::vector<std::string> const& names, LoweredFunctions const& functions);

} // namespace chemora::recursion
