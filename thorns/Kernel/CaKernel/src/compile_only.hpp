// Runs that only compile (chemora --compile-only); the flesh of another Cactus has none.
#pragma once

#include "cctk.h"

#if __has_include("cctk_CompileOnly.h")
#include "cctk_CompileOnly.h"
#else
inline int CCTK_CompilesOnly() { return 0; }
inline void CCTK_VisitScheduledFunctions(void (*)(cFunctionData const*, void*), void*) {}
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return -1; }
#endif
