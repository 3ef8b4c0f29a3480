/* Ghost zone exchange by group index, variable, or many groups at once. */
#ifndef CCTK_SYNC_H
#define CCTK_SYNC_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_SyncGroupI(const cGH* GH, int group);
int CCTK_SyncGroupWithVar(const cGH* GH, const char* varname);
int CCTK_SyncGroupWithVarI(const cGH* GH, int var);
int CCTK_SyncGroupsI(const cGH* GH, int n_groups, const int* groups); /* the number of groups done */

#ifdef __cplusplus
}
#endif
#endif
