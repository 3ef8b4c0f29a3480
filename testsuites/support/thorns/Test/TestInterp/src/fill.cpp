// Fills the grid functions at all local points; integers and weights follow the global index.
#include "query.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

namespace test_interp {

extern "C" void TestInterp_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  for (int k = 0; k < cctk_lsh[2]; ++k)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        int const point = CCTK_GFINDEX3D(cctkGH, i, j, k);
        int const gi = i + cctk_lbnd[0], gj = j + cctk_lbnd[1], gk = k + cctk_lbnd[2];
        p[point] = polynomial(static_cast<int>(order), x[point], y[point], z[point]);
        p_p[point] = 2 * p[point];
        c[point] = {p[point], 1 + x[point]};
        n[point] = 3 * gi - 2 * gj + gk;
        w[point] = (gi + gj) % 3;
        h[point] = w[point] / 2;
      }
  cGroupDynamicData data;
  CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndex("TestInterp::array"), &data);
  for (int i = 0; i < data.lsh[0] * data.lsh[1] * data.lsh[2]; ++i) a[i] = i % data.lsh[0] + data.lbnd[0];
}

} // namespace test_interp
