/// Writes the files that connect the loops of a thorn with the framework.
#pragma once

#include "codegen/loop_functions/loop_function.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::loop_functions {

/// Returns generated files by name:
/// - `loops.txt`: the arguments of each function, for chemora-bind. Lines have fields separated by tabs:
///       function  NAME  FILE
///       array     NAME  TYPE  ACCESS(r, w, rw)  LINE  COLUMN  MEANING
///       scalar    NAME  TYPE  is-extent(0, 1)   LINE  COLUMN  MEANING
/// - `THORN_loops.cpp`: registers the texts of the files with CaKernel and defines the scheduled functions.
std::map<std::string, std::string> write_loop_functions(std::string const& thorn,
                                                        std::vector<LoopFunction> const& functions);

/// Returns the values of the integer, real and boolean parameters that param.ccl declares, as variables of scripts.
/// Parameters of other thorns are missing.
ScriptVariables default_variables(base::SourceText const& param_ccl);

/// Runs the script of the function with these values, and creates a schedule for each kernel. Throws base::UserError.
void check_script(LoopFunction const& function, ScriptVariables const& variables);

} // namespace chemora::loop_functions
