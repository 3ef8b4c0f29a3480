/* Which variables the running function may touch. */
#ifndef CCTK_PRESYNC_H
#define CCTK_PRESYNC_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 0 with Cactus::presync_mode = "presync-only" while a function runs that declares the variable neither in READS nor in
   WRITES; else 1. */
int CCTK_HasAccess(const cGH* cctkGH, int var_index);

/* For DECLARE_CCTK_ARGUMENTS: NULL without access, without storage and for variables of inactive thorns (index -1). */
void* CCTKi_VarDataPtrI(const cGH* cctkGH, int timelevel, int varindex);

#ifdef __cplusplus
}
#endif
#endif
