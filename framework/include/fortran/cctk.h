/* The public interface for Fortran sources, which find these headers before the C headers of the same names.
   && separates statements; the build puts each on a line of its own. */
#ifndef CCTK_FORTRAN_H
#define CCTK_FORTRAN_H

#include "definethisthorn.h"
#include "cctk_Config.h"
#include "cctk_Constants.h"
#include "cctk_Capabilities.h"
#include "cctk_Faces.h"
#include "cctk_Interp.h"
#include "cctk_Loop.h"
#include "cctk_WarnLevel.h"

#define CCTK_PRINTSEPARATOR print '("--------------------------------------------------------------------------------")'

/* What every scheduled function gets before the variables; the caller is chemora::bind's generated code. */
#define CHEMORA_GRID_ARGUMENTS cctk_dim,cctk_gsh,cctk_lsh,cctk_lbnd,cctk_ubnd,cctk_patch,cctk_npatches, \
cctk_tile_min,cctk_tile_max,cctk_ash,cctk_alignment,cctk_alignment_offset,cctk_from,cctk_to,cctk_bbox, \
cctk_delta_time,cctk_time,cctk_delta_space,cctk_origin_space,cctk_levfac,cctk_levoff,cctk_levoffdenom, \
cctk_timefac,cctk_convlevel,cctk_convfac,cctk_nghostzones,cctk_iteration,cctkGH,cctk_ash1,cctk_ash2,cctk_ash3

#define CHEMORA_DECLARE_GRID && integer cctk_dim \
&& integer cctk_gsh(cctk_dim),cctk_lsh(cctk_dim),cctk_lbnd(cctk_dim),cctk_ubnd(cctk_dim) \
&& integer cctk_patch,cctk_npatches \
&& integer cctk_tile_min(cctk_dim),cctk_tile_max(cctk_dim),cctk_ash(cctk_dim) \
&& integer cctk_alignment,cctk_alignment_offset \
&& integer cctk_from(cctk_dim),cctk_to(cctk_dim),cctk_bbox(2*cctk_dim) \
&& CCTK_REAL cctk_delta_time,cctk_time \
&& CCTK_REAL cctk_delta_space(cctk_dim),cctk_origin_space(cctk_dim) \
&& integer cctk_levfac(cctk_dim),cctk_levoff(cctk_dim),cctk_levoffdenom(cctk_dim) \
&& integer cctk_timefac,cctk_convlevel,cctk_convfac \
&& integer cctk_nghostzones(cctk_dim),cctk_iteration \
&& CCTK_POINTER cctkGH \
&& integer cctk_ash1,cctk_ash2,cctk_ash3 &&
#define _DECLARE_CCTK_ARGUMENTS CHEMORA_DECLARE_GRID

/* The position and spacing of the grid seen by this call. */
#define CCTK_ORIGIN_SPACE(direction) (cctk_origin_space(direction) + cctk_delta_space(direction) \
/ cctk_levfac(direction) * cctk_levoff(direction) / cctk_levoffdenom(direction))
#define CCTK_DELTA_SPACE(direction) (cctk_delta_space(direction) / cctk_levfac(direction))
#define CCTK_DELTA_TIME (cctk_delta_time / cctk_timefac)

/* `parameter` is a string parameter, `word` a Fortran string. */
#define CCTK_EQUALS(parameter, word) (CCTK_Equals(parameter, word) .ne. 0)

#define CCTK_CoordRegisterSystem(ierr, dimension, system) \
CCTKi_CoordRegisterSystem(ierr, dimension, CCTK_THORNSTRING, system)

/* The functions among the interface; everything else is a subroutine, its result the first argument. */
#define _DECLARE_CCTK_FUNCTIONS && integer CCTK_Equals,CCTK_MyProc,CCTK_nProcs,CCTK_IsThornActive \
&& external CCTK_Equals,CCTK_MyProc,CCTK_nProcs,CCTK_IsThornActive \
&& CCTK_POINTER CCTK_PointerTo,CCTK_NullPointer \
&& external CCTK_PointerTo,CCTK_NullPointer &&

#endif
