/* When a run ends. */
#ifndef CCTK_TERMINATION_H
#define CCTK_TERMINATION_H

#include "cGH.h"

#ifdef __cplusplus
extern "C" {
#endif

int CCTK_TerminationReached(const cGH* GH); /* asked by a thorn or an operator; not the end given by parameters */
void CCTK_TerminateNext(const cGH* GH);

#ifdef __cplusplus
}
#endif
#endif
