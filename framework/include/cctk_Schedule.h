/* The schedule: properties of scheduled functions, and traversal. */
#ifndef CCTK_SCHEDULE_H
#define CCTK_SCHEDULE_H

#include "cGH.h"
#include "cctk_Constants.h"

#include <stdio.h>

#define CACTUS_HAS_READS_CLAUSES
#define CACTUS_HAS_RDWR

typedef enum { LangNone, LangC, LangFortran } cLanguage;

typedef enum { FunctionNoArgs, FunctionOneArg, FunctionStandard } cFunctionType;

/* Regions of one variable that a function writes, reads and invalidates, as CCTK_VALID_* bits. */
typedef struct {
  int varindex;
  int timelevel;
  int where_wr, where_rd, where_inv;
} RDWR_entry;

typedef struct {
  cLanguage language;
  int (*FortranCaller)(cGH*, void*);
  cFunctionType type;

  int n_SyncGroups;
  int* SyncGroups;

  /* options */
  int meta, meta_early, meta_late;
  int global, global_early, global_late;
  int level, singlemap, local;
  int loop_meta, loop_global, loop_level, loop_singlemap, loop_local;

  int tags; /* key-value table, -1 if there is none */

  int n_TriggerGroups;
  int* TriggerGroups;

  int n_WritesClauses; /* as in schedule.ccl: "implementation::name(region)" */
  const char** WritesClauses;
  int n_ReadsClauses;
  const char** ReadsClauses;
  int n_InvalidatesClauses;
  const char** InvalidatesClauses;

  int n_RDWR; /* the same clauses, resolved to variables */
  RDWR_entry* RDWR;

  char* where; /* bin or group, name and thorn of the function */
  char* routine;
  char* thorn;
} cFunctionData;

#ifdef __cplusplus
extern "C" {
#endif

/* Calls a scheduled function according to its language. The function callers of drivers use it. Returns 0. */
int CCTK_CallFunction(void* function, cFunctionData* fdata, void* data);

/* Returns the function that runs now, or NULL. */
const cFunctionData* CCTK_ScheduleQueryCurrentFunction(const cGH* GH);

/* Runs a bin or group. `CallFunction` (NULL: the default) calls each function and returns 1 if it has also synchronised
   its groups. Returns 0, or 1 if there is no bin or group `where`. */
int CCTK_ScheduleTraverse(const char* where, void* GH, int (*CallFunction)(void*, cFunctionData*, void*));

int CCTK_SchedulePrint(const char* where); /* NULL: all bins */
int CCTK_SchedulePrintTimes(const char* where);
int CCTK_SchedulePrintTimesToFile(const char* where, FILE* file);
cLanguage CCTK_TranslateLanguage(const char* name);

#ifdef __cplusplus
}
#endif
#endif
