// Report of the symmetries, and the check that every process has enough points for them.
#include "symmetry_tables.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

namespace symbase {
namespace {

std::string face_name(int face) {
  std::string const direction = face < 6 ? std::string(1, "xyz"[face / 2]) : std::to_string(face / 2);
  return (face % 2 ? "upper " : "lower ") + direction + " face";
}

} // namespace

extern "C" {

void SymBase_Statistics(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  int const table = tables(cctkGH).grid, n_faces = 2 * cctkGH->cctk_dim;
  auto const handles = integers(table, n_faces, "symmetry_handle");
  auto const interpolators = functions(table, n_faces, "symmetry_interpolate");
  for (int face = 0; face < n_faces; ++face) {
    if (handles[face] < 0) continue;
    std::string const& name = symmetry_names()[handles[face]];
    if (verbose) CCTK_VINFO("%s has the symmetry %s", face_name(face).c_str(), name.c_str());
    if (!interpolators[face])
      CCTK_VWARN(CCTK_WARN_PICKY, "the symmetry %s of the %s has no interpolation function", name.c_str(),
                 face_name(face).c_str());
  }
}

void SymBase_Check(CCTK_ARGUMENTS) {
  int const table = tables(cctkGH).grid, n_faces = 2 * cctkGH->cctk_dim;
  auto const handles = integers(table, n_faces, "symmetry_handle");
  auto const widths = integers(table, n_faces, "symmetry_zone_width");
  for (int face = 0; face < n_faces; ++face) {
    int const points = cctkGH->cctk_lsh[face / 2] - cctkGH->cctk_nghostzones[face / 2];
    if (handles[face] < 0 || !cctkGH->cctk_bbox[face] || points >= widths[face]) continue;
    CCTK_VERROR("A process has %d points next to the %s, but the symmetry %s requires %d. Use fewer processes in this "
                "direction, or more grid points.",
                points, face_name(face).c_str(), symmetry_names()[handles[face]].c_str(),
                static_cast<int>(widths[face]));
  }
}

} // extern "C"
} // namespace symbase
