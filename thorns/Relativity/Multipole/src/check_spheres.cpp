// Refuses spheres that leave the grid, before there are data.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <string>

namespace {

constexpr int n_faces = 6;

struct Symmetry {
  std::string name;    // empty: there is none
  bool interpolates{}; // what is outside is moved inside
};

Symmetry symmetry_of(cGH const* cctkGH, int face) {
  if (!CCTK_IsFunctionAliased("SymmetryTableHandleForGrid") || !CCTK_IsFunctionAliased("SymmetryNameOfHandle"))
    return {};
  int const table = SymmetryTableHandleForGrid(cctkGH);
  CCTK_INT handles[n_faces];
  CCTK_FPOINTER interpolators[n_faces];
  if (Util_TableGetIntArray(table, n_faces, handles, "symmetry_handle") != n_faces ||
      Util_TableGetFPointerArray(table, n_faces, interpolators, "symmetry_interpolate") != n_faces)
    CCTK_ERROR("The symmetries of the grid cannot be had from thorn SymBase.");
  if (handles[face] < 0) return {};
  return {static_cast<char const*>(SymmetryNameOfHandle(handles[face])), interpolators[face] != nullptr};
}

} // namespace

extern "C" void Multipole_CheckSpheres(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (out_every == 0 || CCTK_EQUALS(variables, "")) return;
  for (int face = 0; face < n_faces; ++face) {
    Symmetry const symmetry = symmetry_of(cctkGH, face);
    if (symmetry.interpolates) continue;
    CCTK_REAL lower = 0, upper = 0;
    if (CCTK_CoordRange(cctkGH, &lower, &upper, face / 2 + 1, nullptr, coord_system) < 0)
      CCTK_VERROR("Multipole::coord_system = \"%s\" is no coordinate system of the grid. Thorn CartGrid3D offers "
                  "\"cart3d\".",
                  coord_system);
    CCTK_REAL const room = face % 2 ? upper : -lower;
    std::string const advice = symmetry.name.empty()
                                   ? "Choose a smaller radius or a larger grid."
                                   : "The symmetry " + symmetry.name +
                                         " there cannot interpolate. Use the mirrors of thorn ReflectionSymmetry.";
    for (int i = 0; i < nradii; ++i)
      if (radius[i] > room)
        CCTK_VERROR("The sphere Multipole::radius[%d] = %g leaves the grid, which ends at %c = %g. %s", i, radius[i],
                    "xyz"[face / 2], face % 2 ? upper : lower, advice.c_str());
  }
}
