/* Parameters, variables and aliased functions from C. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include "TestOffers.h"

#ifndef THORN_IS_TestBinding
#error "definethisthorn.h does not name this thorn"
#endif
#if !defined(HAVE_CAPABILITY_MPI) || defined(HAVE_CAPABILITY_NothingOfThisName)
#error "cctk_Capabilities.h does not list the available capabilities"
#endif

int TestBinding_Startup(void) {
  DECLARE_CCTK_PARAMETERS;
  CCTK_VINFO("n = %d, x = %g, flag = %d, method = %s, text = %s", (int)n, (double)x, (int)flag, method, text);
  CCTK_VINFO("list = %d %d %d, weights = %g %g, names = %s %s", (int)list[0], (int)list[1], (int)list[2],
             (double)weights[0], (double)weights[1], names[0], names[1]);
  CCTK_VINFO("mode = %s, their_count = %d, cctk_itlast = %d, part = %d", mode, (int)their_count, (int)cctk_itlast,
             (int)test_offers_part);
  return 0;
}

void TestBinding_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  for (int v = 0; v < n_fields; ++v) {
    for (int k = 0; k < cctk_lsh[2]; ++k) {
      for (int j = 0; j < cctk_lsh[1]; ++j) {
        for (int i = 0; i < cctk_lsh[0]; ++i) {
          f[CCTK_VECTGFINDEX3D(cctkGH, i, j, k, v)] = v + 1;
          g[CCTK_VECTGFINDEX3D(cctkGH, i, j, k, v)] = -f[CCTK_VECTGFINDEX3D(cctkGH, i, j, k, v)];
          g_p[CCTK_VECTGFINDEX3D(cctkGH, i, j, k, v)] = 100;
          plain[CCTK_GFINDEX3D(cctkGH, i, j, k)] = 1;
          plain_p[CCTK_GFINDEX3D(cctkGH, i, j, k)] = 2;
          plain_p_p[CCTK_GFINDEX3D(cctkGH, i, j, k)] = 3;
        }
      }
    }
  }
  for (int i = 0; i < 2 * n; ++i) numbers[i] = i * i;
  *n_more = 2;
}

CCTK_INT TestBinding_DoSquare(CCTK_INT n) { return n * n; }
