// Refuses spheres that leave the grid, before there are data.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

extern "C" void Multipole_CheckSpheres(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (out_every == 0 || CCTK_EQUALS(variables, "")) return;
  constexpr int n_faces = 6;
  CCTK_INT has_symmetry[n_faces] = {};
  if (CCTK_IsFunctionAliased("GetSymmetryBoundaries")) GetSymmetryBoundaries(cctkGH, n_faces, has_symmetry);
  for (int face = 0; face < n_faces; ++face) {
    if (has_symmetry[face]) continue; // what is outside is moved inside
    CCTK_REAL lower = 0, upper = 0;
    if (CCTK_CoordRange(cctkGH, &lower, &upper, face / 2 + 1, nullptr, coord_system) < 0)
      CCTK_VERROR("Multipole::coord_system = \"%s\" is no coordinate system of the grid. Thorn CartGrid3D offers "
                  "\"cart3d\".",
                  coord_system);
    CCTK_REAL const room = face % 2 ? upper : -lower;
    for (int i = 0; i < nradii; ++i)
      if (radius[i] > room)
        CCTK_VERROR("The sphere Multipole::radius[%d] = %g leaves the grid, which ends at %c = %g. Choose a smaller "
                    "radius or a larger grid.",
                    i, radius[i], "xyz"[face / 2], face % 2 ? upper : lower);
  }
}
