// The initial temperature and the exact solution of thorn LineSolver.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <cmath>

namespace {

/// The initial temperature at a point of the whole grid: a half wave or several along each axis, 0 at both ends.
CCTK_REAL initial(cGH const* cctkGH, int i, int j, int k) {
  DECLARE_CCTK_PARAMETERS
  int const point[] = {i, j, k};
  CCTK_REAL product = 1;
  for (int d = 0; d < 3; ++d) {
    int const last = cctkGH->cctk_gsh[d] - 1, global = cctkGH->cctk_lbnd[d] + point[d];
    if (global == 0 || global == last) return 0;
    product *= std::sin(M_PI * static_cast<CCTK_REAL>(mode[d] * global) / last);
  }
  return product;
}

/// The factor by which the exact solution decays: exp(-kappa k^2 t) with the wave number k.
CCTK_REAL decay(cGH const* cctkGH) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  CCTK_REAL squares = 0;
  for (int d = 0; d < 3; ++d)
    squares += std::pow(M_PI * static_cast<CCTK_REAL>(mode[d]) / ((cctk_gsh[d] - 1) * CCTK_DELTA_SPACE(d)), 2);
  return std::exp(-kappa * squares * cctk_time);
}

/// Calls the function with the index and the local coordinates of each local point.
template <class Function>
void for_each_point(cGH const* cctkGH, Function const& function) {
  for (int k = 0; k < cctkGH->cctk_lsh[2]; ++k)
    for (int j = 0; j < cctkGH->cctk_lsh[1]; ++j)
      for (int i = 0; i < cctkGH->cctk_lsh[0]; ++i) function(CCTK_GFINDEX3D(cctkGH, i, j, k), i, j, k);
}

} // namespace

extern "C" void LineSolver_Initial(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(LineSolver_Initial);
  for_each_point(cctkGH, [&](int index, int i, int j, int k) { u[index] = initial(cctkGH, i, j, k); });
}

extern "C" void LineSolver_Error(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(LineSolver_Error);
  CCTK_REAL const factor = decay(cctkGH);
  for_each_point(cctkGH,
                 [&](int index, int i, int j, int k) { error[index] = u[index] - factor * initial(cctkGH, i, j, k); });
}
