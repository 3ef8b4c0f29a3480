/* Loops over grid points: CCTK_LOOP3_ALL(name, cctkGH, i, j, k) { ... } CCTK_ENDLOOP3_ALL(name);
   Inside an OpenMP parallel region, the threads share the points. INT, BND and INTBND call GetBoundarySizesAndTypes;
   therefore the interface.ccl of the thorn must contain USES FUNCTION GetBoundarySizesAndTypes. */
#ifndef CCTK_LOOP_H
#define CCTK_LOOP_H

#include "cGH.h"
#include "cctk_Types.h"
#include "cctk_WarnLevel.h"

#include <assert.h> /* thorns expect cctk.h to include it */

#ifndef CCTK_LOOP_DISABLE_PRAGMA_OMP
#define CCTK_PRAGMA_OMP(text) _Pragma(text)
#else
#define CCTK_PRAGMA_OMP(text)
#endif

CCTK_ATTRIBUTE_UNUSED static inline int cctk_loop_min(int a, int b) { return a < b ? a : b; }
CCTK_ATTRIBUTE_UNUSED static inline int cctk_loop_max(int a, int b) { return a > b ? a : b; }

/* First and past-the-end index of a range in one direction, clipped to the tile. `side` is -1 for the lower boundary,
   0 for the interior, 1 for the upper boundary. */
CCTK_ATTRIBUTE_UNUSED static inline int cctk_loop_begin(const cGH* GH, int axis, int side, int lower, int upper) {
  const int first = side < 0 ? 0 : side == 0 ? lower : GH->cctk_lsh[axis] - upper;
  return cctk_loop_max(GH->cctk_tile_min[axis], first);
}
CCTK_ATTRIBUTE_UNUSED static inline int cctk_loop_end(const cGH* GH, int axis, int side, int lower, int upper) {
  const int last = side < 0 ? lower : side == 0 ? GH->cctk_lsh[axis] - upper : GH->cctk_lsh[axis];
  return cctk_loop_min(GH->cctk_tile_max[axis], last);
}
CCTK_ATTRIBUTE_UNUSED static inline void cctk_loop_check_dim(const cGH* GH, int dim, const char* macro, int line,
                                                             const char* file) {
  if (GH->cctk_dim != dim)
    CCTK_VError(line, file, "Cactus", "%s needs a grid of %d dimensions; this one has %d.", macro, dim, GH->cctk_dim);
}

#include "cctk_Loop1.h"
#include "cctk_Loop2.h"
#include "cctk_Loop3.h"
#include "cctk_Loop4.h"

#endif
