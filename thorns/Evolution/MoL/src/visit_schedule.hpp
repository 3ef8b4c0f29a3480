// A look at what the schedule will call; the flesh of another Cactus offers none.
#pragma once

#include "cctk.h"

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return -1; }
#endif
