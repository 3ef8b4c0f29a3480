/* Which variables the running function may touch. */
#ifndef CCTK_PRESYNC_H
#define CCTK_PRESYNC_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if the running function declared it in READS or WRITES, or declared nothing at all; else 0. */
int CCTK_HasAccess(const cGH* cctkGH, int var_index);

#ifdef __cplusplus
}
#endif
#endif
