// Storage that the schedule gives to groups; the flesh of another Cactus does not report it.
#pragma once

#include "cctk.h"

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
inline int CCTK_ScheduledTimeLevels(int) { return 1; }
#endif
