/* Linear index of a grid point in a grid function. x varies fastest; cctk_ash gives the allocated sizes. */
#ifndef CCTK_GFINDEX_H
#define CCTK_GFINDEX_H

#include "cGH.h"

static inline int CCTK_GFINDEX0D(const cGH* restrict cctkGH) {
  (void)cctkGH;
  return 0;
}

static inline int CCTK_GFINDEX1D(const cGH* restrict cctkGH, int i) {
  (void)cctkGH;
  return i;
}

static inline int CCTK_GFINDEX2D(const cGH* restrict cctkGH, int i, int j) { return i + cctkGH->cctk_ash[0] * j; }

static inline int CCTK_GFINDEX3D(const cGH* restrict cctkGH, int i, int j, int k) {
  return i + cctkGH->cctk_ash[0] * (j + cctkGH->cctk_ash[1] * k);
}

static inline int CCTK_GFINDEX4D(const cGH* restrict cctkGH, int i, int j, int k, int l) {
  return i + cctkGH->cctk_ash[0] * (j + cctkGH->cctk_ash[1] * (k + cctkGH->cctk_ash[2] * l));
}

/* The same for element n of a contiguous vector group. */
static inline int CCTK_VECTGFINDEX0D(const cGH* restrict cctkGH, int n) {
  (void)cctkGH;
  return n;
}

static inline int CCTK_VECTGFINDEX1D(const cGH* restrict cctkGH, int i, int n) { return i + cctkGH->cctk_ash[0] * n; }

static inline int CCTK_VECTGFINDEX2D(const cGH* restrict cctkGH, int i, int j, int n) {
  return CCTK_GFINDEX3D(cctkGH, i, j, n);
}

static inline int CCTK_VECTGFINDEX3D(const cGH* restrict cctkGH, int i, int j, int k, int n) {
  return CCTK_GFINDEX4D(cctkGH, i, j, k, n);
}

static inline int CCTK_VECTGFINDEX4D(const cGH* restrict cctkGH, int i, int j, int k, int l, int n) {
  const int* ash = cctkGH->cctk_ash;
  return i + ash[0] * (j + ash[1] * (k + ash[2] * (l + ash[3] * n)));
}

#endif
