/* The configuration of a run for drivers, and the traversal of a schedule bin. */
#ifndef CCTK_FLESH_H
#define CCTK_FLESH_H

#include "cGH.h"

typedef struct {
  char* parameter_file_name;
  cGH** GH; /* indexed by convergence level */
  unsigned int nGHs;
  int recovered;
} tFleshConfig;

/* Defines a function that returns the version of a file, which the thorn stores in a variable `rcsid`. */
#define CCTK_FILEVERSION(file)                                                                                         \
  const char* CCTKi_version_##file(void);                                                                              \
  const char* CCTKi_version_##file(void) { return (rcsid); }

#ifdef __cplusplus
extern "C" {
#endif

/* Runs all functions of a bin or group. Returns 0, or 1 if there is no such bin or group. */
int CCTK_Traverse(cGH* GH, const char* where);

/* For the Initialise function of drivers: adds GH to the configuration and sets up its extensions; 0 on success. */
int CCTKi_AddGH(tFleshConfig* config, unsigned int convergence_level, cGH* GH);
/* Set up (called by CCTKi_AddGH) and initialise all registered GH extensions. Return 0 on success. */
int CCTKi_SetupGHExtensions(tFleshConfig* config, int convergence_level, cGH* GH);
int CCTKi_InitGHExtensions(cGH* GH);
/* Calls the traversal function of each GH extension that has one (a driver's extension has). Returns their number;
   if it is 0, the caller must traverse `where`. */
int CCTKi_ScheduleTraverseGHExtensions(cGH* GH, const char* where);
/* Allocates the storage that schedule.ccl requests at its top level, that is, for the whole run. */
int CCTKi_ScheduleGHInit(void* GH);
/* Ends the run with exit code 1 if any thorn has called CCTK_ParamWarn. */
void CCTKi_FinaliseParamWarn(void);

#ifdef __cplusplus
}
#endif
#endif
