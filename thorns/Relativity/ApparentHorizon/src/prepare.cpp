// What is interpolated on surfaces, at all points of the grid.
#include "surface/conformal.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"

#include <algorithm>
#include <cstddef>

namespace apparent_horizon {

// Before the first search: what is output then is 0.
extern "C" void ApparentHorizon_Clear(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  auto const n_points = static_cast<std::size_t>(cctk_ash[0]) * cctk_ash[1] * cctk_ash[2];
  for (CCTK_REAL* const values :
       {ah_w, ah_gxx, ah_gxy, ah_gxz, ah_gyy, ah_gyz, ah_gzz, ah_kxx, ah_kxy, ah_kxz, ah_kyy, ah_kyz, ah_kzz})
    std::fill_n(values, n_points, 0.0);
}

extern "C" void ApparentHorizon_Prepare(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  CCTK_REAL* const g[] = {ah_gxx, ah_gxy, ah_gxz, ah_gyy, ah_gyz, ah_gzz};
  CCTK_REAL* const k[] = {ah_kxx, ah_kxy, ah_kxz, ah_kyy, ah_kyz, ah_kzz};
  auto const n_points = static_cast<std::ptrdiff_t>(cctk_ash[0]) * cctk_ash[1] * cctk_ash[2];
#pragma omp parallel for
  for (std::ptrdiff_t i = 0; i < n_points; ++i) {
    Conformal const here =
        conformal({gxx[i], gxy[i], gxz[i], gyy[i], gyz[i], gzz[i]}, {kxx[i], kxy[i], kxz[i], kyy[i], kyz[i], kzz[i]});
    ah_w[i] = here.w;
    for (int n = 0; n < 6; ++n) {
      g[n][i] = here.g[n];
      k[n][i] = here.k[n];
    }
  }
}

} // namespace apparent_horizon
