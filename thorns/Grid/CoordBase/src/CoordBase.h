/* The coordinate functions for direct calls, and their error codes. */
#ifndef COORDBASE_H
#define COORDBASE_H

#include "cctk.h"

#ifdef __cplusplus
extern "C" {
#endif

CCTK_INT CoordBase_SystemRegister(CCTK_POINTER_TO_CONST GH, CCTK_INT dim, CCTK_STRING systemname);
CCTK_INT CoordBase_SystemHandle(CCTK_POINTER_TO_CONST GH, CCTK_STRING systemname);
CCTK_INT CoordBase_CoordRegister(CCTK_POINTER_TO_CONST GH, CCTK_INT systemhandle, CCTK_INT direction,
                                 CCTK_STRING coordname);
CCTK_INT CoordBase_CoordHandle(CCTK_POINTER_TO_CONST GH, CCTK_STRING coordname, CCTK_STRING systemname);
CCTK_INT CoordBase_GroupSystem(CCTK_POINTER_TO_CONST GH, CCTK_STRING groupname);
CCTK_INT CoordBase_SetDefaultSystem(CCTK_POINTER_TO_CONST GH, CCTK_STRING systemname);
CCTK_INT CoordBase_GetDefaultSystem(CCTK_POINTER_TO_CONST GH, CCTK_INT systemdim);

#ifdef __cplusplus
}
#endif

#define COORDERROR_SYSTEMEXISTS -1
#define COORDERROR_INVALIDDIM -2
#define COORDERROR_INVALIDNAME -3
#define COORDERROR_TABLEERROR -4
#define COORDERROR_NOSYSTEM -5
#define COORDERROR_INVALIDHANDLE -6
#define COORDERROR_COORDINATEEXISTS -7
#define COORDERROR_DUPLICATENAME -8
#define COORDERROR_NOSUCHCOORD -9
#define COORDERROR_INVALIDGROUPNAME -10
#define COORDERROR_NOCOORDSYS -11
#define COORDERROR_NODIMENSION -12
#define COORDERROR_DEFAULTEXISTS -13

#endif
