/* Not of Cactus: what the schedule will call. */
#ifndef CCTK_SCHEDULEVISIT_H
#define CCTK_SCHEDULEVISIT_H

#include "cctk_Schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In bins PARAMCHECK, BASEGRID and COMPILE: calls `visit` once for each place in the schedule where the run, after
   BASEGRID, would call a function; never if the driver has its own course of a run. What IF, WHILE and TRIGGERS will
   say nobody knows yet: they are taken as true. A function's triggers are its own or, if it has none, those of the
   group around it. The data last as long as the visit. */
void CCTK_VisitScheduledFunctions(void (*visit)(const cFunctionData* function, void* data), void* data);

/* At any time once the schedule is there: the same for one bin or group, in its order. Returns the number of calls; 0
   for a name that nobody schedules. */
int CCTK_VisitFunctionsIn(const char* where, void (*visit)(const cFunctionData* function, void* data), void* data);

/* Once the schedule is there: the most time levels that a STORAGE statement gives to the group, for the whole run or
   while a function or group runs. 0 if there is none. */
int CCTK_ScheduledTimeLevels(int group);

/* Once a grid hierarchy is being made: calls `change` for each change of a group's number of time levels that STORAGE
   statements bring about, first those from the start of the run, then those of functions and groups in the order of the
   run. IF and WHILE are taken as true; items with TRIGGERS are left out, since output decides whether they run. */
void CCTK_VisitScheduledStorage(void (*change)(int group, int n_time_levels, void* data), void* data);

#ifdef __cplusplus
}
#endif
#endif
