/* Ghost zone exchange for a group, for the group of a variable, or for several groups. */
#ifndef CCTK_SYNC_H
#define CCTK_SYNC_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_SyncGroupI(const cGH* GH, int group);
int CCTK_SyncGroupWithVar(const cGH* GH, const char* varname);
int CCTK_SyncGroupWithVarI(const cGH* GH, int var);
int CCTK_SyncGroupsI(const cGH* GH, int n_groups, const int* groups); /* returns the number of exchanged groups */

#ifdef __cplusplus
}
#endif
#endif
