// The parts of the interface.ccl parser: groups of variables and aliased functions.
#pragma once

#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/reader.hpp"

namespace chemora::ccl {

/// True at a variable type (with or without CCTK_) that is not the return type of a function.
bool at_variable_group(Reader& reader);
VariableGroup parse_variable_group(Reader& reader, Access access);

/// At `CCTK_INT FUNCTION`, `void FUNCTION` or `SUBROUTINE`.
bool at_function_prototype(Reader& reader);
FunctionPrototype parse_function_prototype(Reader& reader);

} // namespace chemora::ccl
