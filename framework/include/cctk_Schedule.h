/* What is scheduled: the properties of a function as drivers and thorns see them, and traversal. */
#ifndef CCTK_SCHEDULE_H
#define CCTK_SCHEDULE_H

#include "cGH.h"
#include "cctk_Constants.h"

#include <stdio.h>

#define CACTUS_HAS_READS_CLAUSES
#define CACTUS_HAS_RDWR

typedef enum { LangNone, LangC, LangFortran } cLanguage;

typedef enum { FunctionNoArgs, FunctionOneArg, FunctionStandard } cFunctionType;

/* What a function reads and writes of one variable; regions are CCTK_VALID_* bits. */
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

  int n_WritesClauses; /* as written: "implementation::name(region)" */
  const char** WritesClauses;
  int n_ReadsClauses;
  const char** ReadsClauses;
  int n_InvalidatesClauses;
  const char** InvalidatesClauses;

  int n_RDWR; /* the same, resolved to variables */
  RDWR_entry* RDWR;

  char* where; /* bin or group, name and thorn of the function */
  char* routine;
  char* thorn;
} cFunctionData;

#ifdef __cplusplus
extern "C" {
#endif

/* Calls a scheduled function in its language. Drivers do so inside their own caller. Returns 0. */
int CCTK_CallFunction(void* function, cFunctionData* fdata, void* data);

/* The function running now, NULL if none. */
const cFunctionData* CCTK_ScheduleQueryCurrentFunction(const cGH* GH);

/* Runs a bin or group. `CallFunction` (NULL: the default) calls each function; it returns 1 if it has also
   synchronised. 0, or 1 when `where` does not exist. */
int CCTK_ScheduleTraverse(const char* where, void* GH, int (*CallFunction)(void*, cFunctionData*, void*));

int CCTK_SchedulePrint(const char* where); /* NULL: all bins */
int CCTK_SchedulePrintTimes(const char* where);
int CCTK_SchedulePrintTimesToFile(const char* where, FILE* file);
cLanguage CCTK_TranslateLanguage(const char* name);

#ifdef __cplusplus
}
#endif
#endif
