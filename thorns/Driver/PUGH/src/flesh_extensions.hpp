// What our flesh offers and Cactus' does not.
#pragma once

#include "cctk.h"

#if __has_include("cctk_CompileOnly.h")
#include "cctk_CompileOnly.h"
#else
inline int CCTK_CompilesOnly() { return 0; }
#endif

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
inline void CCTK_VisitScheduledStorage(void (*)(int, int, void*), void*) {}
#endif
