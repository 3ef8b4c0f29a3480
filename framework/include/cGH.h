/* The grid hierarchy: grid, time and data, as passed to every scheduled function. The layout is that of Cactus. */
#ifndef CGH_H
#define CGH_H

#include "cctk_Types.h"

#define CCTK_HAVE_CGH_PATCH
#define CCTK_HAVE_CGH_TILE

typedef struct {
  char storage; /* whether the group has storage */
  char comm;
} cGHGroupData;

/* The arrays have `cctk_dim` elements unless noted. Only the driver modifies this structure. */
typedef struct _cGH {
  int cctk_dim;
  int cctk_iteration;

  int* cctk_gsh;  /* global size */
  int* cctk_lsh;  /* size of the local box including ghost zones */
  int* cctk_lbnd; /* global index of the first local point */
  int* cctk_ubnd; /* global index of the last local point */

  int cctk_patch;
  int cctk_npatches;

  int* cctk_tile_min; /* first point of the tile on which this call works */
  int* cctk_tile_max;
  int* cctk_ash; /* allocated size, which determines the index strides */
  int cctk_alignment, cctk_alignment_offset;

  int* cctk_to; /* unused by unigrid drivers */
  int* cctk_from;

  CCTK_REAL cctk_delta_time;    /* time step of the base level */
  CCTK_REAL* cctk_delta_space;  /* spacing of the base level */
  CCTK_REAL* cctk_origin_space; /* coordinates of the global point 0 */

  int* cctk_bbox; /* [2*dim]: 1 if the lower (upper) face of a direction is an outer boundary */

  int* cctk_levfac; /* refinement factor of this level relative to the base level */
  int *cctk_levoff, *cctk_levoffdenom;
  int cctk_timefac;
  int cctk_convlevel;
  int cctk_convfac;
  int* cctk_nghostzones;

  CCTK_REAL cctk_time;
  const char* identity;

  void*** data;      /* data[variable][time level]; NULL for levels without storage */
  void** extensions; /* indexed by the handle of the extension */
  cGHGroupData* GroupData;
} cGH;

#endif
