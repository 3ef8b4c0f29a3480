/// Compiles the folder `loops` of a thorn (docs/loops.md).
#pragma once

#include "codegen/app/options.hpp"

namespace chemora::app {

/// Checks the Fortran files in `options.loops_folder`/loops, and with `options.thorn_folder` writes the generated files
/// there. Scripts are checked with the default values of param.ccl, unless the thorn uses parameters of other thorns,
/// whose values are not known here. Throws base::UserError with all errors of all files.
void compile_loops(Options const& options);

/// Checks one Fortran file without a thorn. Its script runs if it needs no parameter of a thorn.
void check_loops(std::string const& file);

} // namespace chemora::app
