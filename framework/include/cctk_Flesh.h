/* The configuration of a run as drivers see it, and traversal of a schedule bin. */
#ifndef CCTK_FLESH_H
#define CCTK_FLESH_H

#include "cGH.h"

typedef struct {
  char* parameter_file_name;
  cGH** GH; /* by convergence level */
  unsigned int nGHs;
  int recovered;
} tFleshConfig;

/* Returns a file's version text, for thorns that keep one in a variable `rcsid`. */
#define CCTK_FILEVERSION(file)                                                                                         \
  const char* CCTKi_version_##file(void);                                                                              \
  const char* CCTKi_version_##file(void) { return (rcsid); }

#ifdef __cplusplus
extern "C" {
#endif

/* Runs everything scheduled in a bin or group. 0, or 1 when it does not exist. */
int CCTK_Traverse(cGH* GH, const char* where);

/* For drivers' Initialise: makes GH known to the configuration and sets up its extensions; 0 on success. */
int CCTKi_AddGH(tFleshConfig* config, unsigned int convergence_level, cGH* GH);
/* Sets up (CCTKi_AddGH does), then initialises, every registered GH extension. 0 on success. */
int CCTKi_SetupGHExtensions(tFleshConfig* config, int convergence_level, cGH* GH);
int CCTKi_InitGHExtensions(cGH* GH);
/* Lets the GH extensions that want to traverse `where`: a driver does, with its own caller of functions. Returns how
   many there are; without one the caller traverses itself. */
int CCTKi_ScheduleTraverseGHExtensions(cGH* GH, const char* where);
/* Storage for the whole run, as asked for at the top level of schedule.ccl. */
int CCTKi_ScheduleGHInit(void* GH);
/* Ends the run (exit code 1) if thorns have called CCTK_ParamWarn. */
void CCTKi_FinaliseParamWarn(void);

#ifdef __cplusplus
}
#endif
#endif
