/* Thorns' own data hung on the grid hierarchy. */
#ifndef CCTK_GHEXTENSIONS_H
#define CCTK_GHEXTENSIONS_H

#include "cctk_Flesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A handle >= 0; -1 if the name is taken. */
int CCTK_RegisterGHExtension(const char* name);
int CCTK_UnregisterGHExtension(const char* name);
/* 1 on success, 0 for an unknown handle. The first makes the data (its result is kept), the second fills it, the third
   carries out each traversal, by CCTK_ScheduleTraverse with the extension's own caller of functions. */
int CCTK_RegisterGHExtensionSetupGH(int handle, void* (*function)(tFleshConfig*, int, cGH*));
int CCTK_RegisterGHExtensionInitGH(int handle, int (*function)(cGH*));
int CCTK_RegisterGHExtensionScheduleTraverseGH(int handle, int (*function)(cGH*, const char*));

int CCTK_GHExtensionHandle(const char* name); /* -1 if unknown */
void* CCTK_GHExtension(const cGH* GH, const char* name);

#ifdef __cplusplus
}
#endif
#endif
