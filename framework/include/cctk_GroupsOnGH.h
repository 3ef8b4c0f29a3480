/* Data, storage and sizes of groups on a grid hierarchy. */
#ifndef CCTK_GROUPSONGH_H
#define CCTK_GROUPSONGH_H

#include "cGH.h"

/* The local part of a group. The arrays have `dim` elements and belong to the driver. */
typedef struct GROUPDYNAMICDATA {
  int dim;
  const int* gsh;
  const int* lsh;
  const int* lbnd;
  const int* ubnd;
  const int* tile_min;
  const int* tile_max;
  const int* ash;
  int alignment;
  int alignment_offset;
  const int* bbox; /* 2*dim */
  const int* nghostzones;
  int maxtimelevels;
  int activetimelevels;
} cGroupDynamicData;

#ifdef __cplusplus
extern "C" {
#endif

/* Return NULL if the time level has no storage. */
void* CCTK_VarDataPtr(const cGH* GH, int timelevel, const char* fullvarname);
void* CCTK_VarDataPtrI(const cGH* GH, int timelevel, int varindex);
void* CCTK_VarDataPtrB(const cGH* GH, int timelevel, int varindex, char* fullvarname);

int CCTK_EnableGroupStorageI(const cGH* GH, int group);
int CCTK_DisableGroupStorageI(const cGH* GH, int group);
int CCTK_EnableGroupCommI(const cGH* GH, int group);
int CCTK_DisableGroupCommI(const cGH* GH, int group);

/* Copy `size` values; `size` is the group's dimension (for bbox, twice that). Return 0, or after a warning -1: other
   size, as many values as possible are copied; -2: the driver has no such data; -4: unknown group or variable. */
#define CCTK_DECLARE_GROUP_QUERY_(what)                                                                                \
  int CCTK_Group##what##GN(const cGH* GH, int size, int* values, const char* groupname);                               \
  int CCTK_Group##what##VN(const cGH* GH, int size, int* values, const char* varname);                                 \
  int CCTK_Group##what##GI(const cGH* GH, int size, int* values, int groupindex);                                      \
  int CCTK_Group##what##VI(const cGH* GH, int size, int* values, int varindex);
CCTK_DECLARE_GROUP_QUERY_(lbnd)
CCTK_DECLARE_GROUP_QUERY_(ubnd)
CCTK_DECLARE_GROUP_QUERY_(lsh)
CCTK_DECLARE_GROUP_QUERY_(ash)
CCTK_DECLARE_GROUP_QUERY_(gsh)
CCTK_DECLARE_GROUP_QUERY_(bbox)
CCTK_DECLARE_GROUP_QUERY_(nghostzones)
CCTK_DECLARE_GROUP_QUERY_(tile_min)
CCTK_DECLARE_GROUP_QUERY_(tile_max)
#undef CCTK_DECLARE_GROUP_QUERY_

/* Number of time levels that have storage now, and its maximum since the start of the run. */
int CCTK_ActiveTimeLevels(const cGH* GH, const char* groupname);
int CCTK_ActiveTimeLevelsGN(const cGH* GH, const char* groupname);
int CCTK_ActiveTimeLevelsGI(const cGH* GH, int groupindex);
int CCTK_ActiveTimeLevelsVN(const cGH* GH, const char* varname);
int CCTK_ActiveTimeLevelsVI(const cGH* GH, int varindex);
int CCTK_MaxActiveTimeLevels(const cGH* GH, const char* groupname);
int CCTK_MaxActiveTimeLevelsGN(const cGH* GH, const char* groupname);
int CCTK_MaxActiveTimeLevelsGI(const cGH* GH, int groupindex);
int CCTK_MaxActiveTimeLevelsVN(const cGH* GH, const char* varname);
int CCTK_MaxActiveTimeLevelsVI(const cGH* GH, int varindex);

#ifdef __cplusplus
}
#endif
#endif
