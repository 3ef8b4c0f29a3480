/* Extensions: data of thorns that are attached to a grid hierarchy. */
#ifndef CCTK_GHEXTENSIONS_H
#define CCTK_GHEXTENSIONS_H

#include "cctk_Flesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns a handle >= 0, or -1 if the name is in use. */
int CCTK_RegisterGHExtension(const char* name);
int CCTK_UnregisterGHExtension(const char* name);
/* Return 1, or 0 for an unknown handle. SetupGH creates and returns the data; InitGH initialises them. The third
   function runs each traversal through CCTK_ScheduleTraverse with the extension's function caller. */
int CCTK_RegisterGHExtensionSetupGH(int handle, void* (*function)(tFleshConfig*, int, cGH*));
int CCTK_RegisterGHExtensionInitGH(int handle, int (*function)(cGH*));
int CCTK_RegisterGHExtensionScheduleTraverseGH(int handle, int (*function)(cGH*, const char*));

int CCTK_GHExtensionHandle(const char* name); /* -1 if unknown */
void* CCTK_GHExtension(const cGH* GH, const char* name);

#ifdef __cplusplus
}
#endif
#endif
