// Runs that only compile (chemora --compile-only); the flesh of another Cactus has none.
#pragma once

#include "cctk.h"

#if __has_include("cctk_CompileOnly.h")
#include "cctk_CompileOnly.h"
#else
inline int CCTK_CompilesOnly() { return 0; }
#endif
