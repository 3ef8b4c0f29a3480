// The option --compile-only: a run that ends before it has begun.
#pragma once

#include "framework/include/cctk_Main.h"

namespace chemora::run {

/// What CCTK_CompilesOnly tells from then on.
void set_compile_only(bool compiles_only);

/// The course of such a run: the grid is set up, thorns compile in bin COMPILE, and all processes end. Throws
/// base::UserError when a driver has put its own course of a run in the place of ours.
[[noreturn]] void compile_ahead(tFleshConfig* config);

} // namespace chemora::run
