/* The grid hierarchy: what a scheduled function knows about grid, time and data. Public layout, as in Cactus. */
#ifndef CGH_H
#define CGH_H

#include "cctk_Types.h"

#define CCTK_HAVE_CGH_PATCH
#define CCTK_HAVE_CGH_TILE

typedef struct {
  char storage; /* whether the group has storage */
  char comm;
} cGHGroupData;

/* Arrays of `cctk_dim` elements unless noted. Only a driver writes to it. */
typedef struct _cGH {
  int cctk_dim;
  int cctk_iteration;

  int* cctk_gsh;  /* global size */
  int* cctk_lsh;  /* size of this process' box, ghost zones included */
  int* cctk_lbnd; /* global index of its first point */
  int* cctk_ubnd; /* global index of its last point */

  int cctk_patch;
  int cctk_npatches;

  int* cctk_tile_min; /* the part of the box this call works on */
  int* cctk_tile_max;
  int* cctk_ash; /* allocated size: strides of the index */
  int cctk_alignment, cctk_alignment_offset;

  int* cctk_to; /* unused by unigrid drivers */
  int* cctk_from;

  CCTK_REAL cctk_delta_time;    /* time step of the base level */
  CCTK_REAL* cctk_delta_space;  /* spacing of the base level */
  CCTK_REAL* cctk_origin_space; /* position of the global point 0 */

  int* cctk_bbox; /* [2*dim]: whether lower, upper face of a direction is an outer boundary */

  int* cctk_levfac; /* refinement of this level relative to the base level */
  int *cctk_levoff, *cctk_levoffdenom;
  int cctk_timefac;
  int cctk_convlevel;
  int cctk_convfac;
  int* cctk_nghostzones;

  CCTK_REAL cctk_time;
  const char* identity;

  void*** data;      /* data[variable][time level], NULL without storage */
  void** extensions; /* by handle */
  cGHGroupData* GroupData;
} cGH;

#endif
