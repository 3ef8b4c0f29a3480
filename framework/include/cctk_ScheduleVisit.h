/* Extension of Cactus: functions and storage changes of the schedule, before the run reaches them. */
#ifndef CCTK_SCHEDULEVISIT_H
#define CCTK_SCHEDULEVISIT_H

#include "cctk_Schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Collective; allowed in the bins PARAMCHECK, BASEGRID and COMPILE. Calls `visit` for each schedule item that calls a
   function after BASEGRID. The conditions IF, WHILE and TRIGGERS are assumed to be true. A function without triggers
   inherits those of its group. The data are valid only during the visit. There are no calls if the driver replaces the
   phases of a run (cctk_Main.h). */
void CCTK_VisitScheduledFunctions(void (*visit)(const cFunctionData* function, void* data), void* data);

/* Allowed as soon as the schedule exists. Does the same for one bin or group, in its order. Returns the number of
   calls, which is 0 for a name that is not scheduled. */
int CCTK_VisitFunctionsIn(const char* where, void (*visit)(const cFunctionData* function, void* data), void* data);

/* Allowed as soon as the schedule exists. Returns the maximum number of time levels that any STORAGE statement requests
   for the group, or 0 if there is none. */
int CCTK_ScheduledTimeLevels(int group);

/* Allowed as soon as the set-up of a grid hierarchy has begun. Calls `change` for each change of a group's number of
   time levels by STORAGE statements: first those at the start of the run, then those of functions and groups in the
   order of the run. IF and WHILE are assumed to be true. Items with TRIGGERS are skipped; output decides about them. */
void CCTK_VisitScheduledStorage(void (*change)(int group, int n_time_levels, void* data), void* data);

#ifdef __cplusplus
}
#endif
#endif
