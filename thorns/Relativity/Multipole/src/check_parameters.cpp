/// Scheduled functions that check the parameters, and that the spheres are inside the grid.
#include "entries.hpp"

#include "IO/IOTools/src/output_method.hpp"
#include "Numerics/ThornTools/src/local_operators.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <string>

namespace {

/// Reports a parameter error for entries and radii whose output files would have the same name. File names contain the
/// name of the entry and the radius with two decimals.
void check_file_names(std::vector<multipole::Entry> const& entries, std::vector<CCTK_REAL> const& radii) {
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (entries[i].name == entries[j].name)
        CCTK_VPARAMWARN(
            "Multipole::variables has two entries of the name '%s': they would share files. Give one entry another "
            "name: Thorn::variable{name='other'}.",
            entries[i].name.c_str());
  for (std::size_t i = 0; i < radii.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (multipole::radius_text(radii[i]) == multipole::radius_text(radii[j]))
        CCTK_VPARAMWARN("Multipole::radius[%d] = %g and radius[%d] = %g are equal to two decimals, which file names "
                        "contain: they would share files.",
                        static_cast<int>(j), radii[j], static_cast<int>(i), radii[i]);
}

} // namespace

extern "C" void Multipole_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  std::vector<std::string> errors;
  auto const entries = multipole::read_entries(variables, errors);
  for (std::string const& error : errors) CCTK_VPARAMWARN("Multipole::variables: %s", error.c_str());
  if (entries.empty()) return;
  if (*out_dir != '\0') iotools::check_folder(CCTK_THORNSTRING, CCTK_THORNSTRING "::out_dir", out_dir, true);
  if (ntheta <= l_max || nphi <= 2 * l_max)
    CCTK_VPARAMWARN(
        "Multipole::ntheta = %d and nphi = %d are too few points for modes up to l_max = %d: more than %d and %d "
        "are needed.",
        static_cast<int>(ntheta), static_cast<int>(nphi), static_cast<int>(l_max), static_cast<int>(l_max),
        2 * static_cast<int>(l_max));
  for (int i = 0; i < nradii; ++i)
    if (radius[i] == 0)
      CCTK_VPARAMWARN("Multipole::nradii is %d, but radius[%d] is not set.", static_cast<int>(nradii), i);
  check_file_names(entries, {radius, radius + nradii});
  int const table = Util_TableCreateFromString(interpolator_pars);
  if (table < 0)
    CCTK_VPARAMWARN("Multipole::interpolator_pars = \"%s\" is malformed. Expected for example \"order=4\".",
                    interpolator_pars);
  else
    Util_TableDestroy(table);
  if (CCTK_InterpHandle(interpolator_name) < 0)
    CCTK_VPARAMWARN("Multipole::interpolator_name = \"%s\" is not a registered operator. Thorn LocalInterp "
                    "provides \"uniform cartesian\".",
                    interpolator_name);
  else if (std::string const advice = thorntools::advice_to_interpolate(interpolator_name); !advice.empty())
    CCTK_VPARAMWARN("Multipole interpolates; %s", advice.c_str());
}

namespace {

constexpr int n_faces = 6;

/// The symmetry condition at a face of the grid.
struct Symmetry {
  std::string name;    // name of the thorn; empty without symmetry
  bool interpolates{}; // whether interpolation maps points beyond the face into the grid
};

Symmetry symmetry_of(cGH const* cctkGH, int face) {
  if (!CCTK_IsFunctionAliased("SymmetryTableHandleForGrid") || !CCTK_IsFunctionAliased("SymmetryNameOfHandle"))
    return {};
  int const table = SymmetryTableHandleForGrid(cctkGH);
  CCTK_INT handles[n_faces];
  CCTK_FPOINTER interpolators[n_faces];
  if (Util_TableGetIntArray(table, n_faces, handles, "symmetry_handle") != n_faces ||
      Util_TableGetFPointerArray(table, n_faces, interpolators, "symmetry_interpolate") != n_faces)
    CCTK_ERROR("Thorn SymBase does not provide the symmetries of the grid.");
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
      CCTK_VERROR("Multipole::coord_system = \"%s\" is not a coordinate system of the grid. Thorn CartGrid3D provides "
                  "\"cart3d\".",
                  coord_system);
    CCTK_REAL const max_radius = face % 2 ? upper : -lower;
    std::string const advice = symmetry.name.empty()
                                   ? "Choose a smaller radius or a larger grid."
                                   : "The symmetry " + symmetry.name +
                                         " there cannot interpolate. Use the mirrors of thorn ReflectionSymmetry.";
    for (int i = 0; i < nradii; ++i)
      if (radius[i] > max_radius)
        CCTK_VERROR("The sphere Multipole::radius[%d] = %g leaves the grid, which ends at %c = %g. %s", i, radius[i],
                    "xyz"[face / 2], face % 2 ? upper : lower, advice.c_str());
  }
}
