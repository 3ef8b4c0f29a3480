/* The parameters of a run as one text, as files of grid functions store them. */
#ifndef BASE_IOUTIL_CHECKPOINTRECOVERY_H
#define BASE_IOUTIL_CHECKPOINTRECOVERY_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines "thorn::parameter = value"; all = 0: only those that were set. malloc'ed. */
char* IOUtil_GetAllParameters(const cGH* GH, int all);

#ifdef __cplusplus
}
#endif

#endif
