/* Access rights of the scheduled function that runs now. */
#ifndef CCTK_PRESYNC_H
#define CCTK_PRESYNC_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 0 if Cactus::presync_mode is "presync-only" and the running function declares the variable neither in READS
   nor in WRITES; otherwise 1. */
int CCTK_HasAccess(const cGH* cctkGH, int var_index);

/* For DECLARE_CCTK_ARGUMENTS. Returns NULL without access or storage, and for inactive thorns (varindex -1). */
void* CCTKi_VarDataPtrI(const cGH* cctkGH, int timelevel, int varindex);

#ifdef __cplusplus
}
#endif
#endif
