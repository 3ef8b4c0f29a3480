#include "mirrors.hpp"

#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

namespace reflection {
namespace {

/// Boundary parameters of CoordBase by face.
struct Specification {
  CCTK_INT width[6], is_internal[6], is_staggered[6], shiftout[6];
};

/// If the grid comes from CoordBase, its boundary parameters must fit the mirrors.
void check(cGH const* cctkGH, Specification const& boundary) {
  auto const mirror = mirrors(cctkGH->cctk_gsh);
  int type = 0;
  auto const* const grid = static_cast<char const* const*>(CCTK_ParameterGet("type", "CartGrid3D", &type));
  if (!grid || !CCTK_EQUALS(*grid, "coordbase")) return;
  for (int face = 0; face < 6; ++face) {
    if (!mirror[face].exists) continue;
    int const ghosts = cctkGH->cctk_nghostzones[face / 2];
    bool const is_between = mirror[face].is_between_points;
    bool const fits = boundary.width[face] == ghosts && !boundary.is_internal[face] &&
                      (boundary.is_staggered[face] != 0) == is_between &&
                      boundary.shiftout[face] == (is_between ? 0 : 1);
    if (!fits)
      CCTK_VPARAMWARN("The %s %c face is a mirror with %d ghost points. It requires boundary_size = %d, internal = no, "
                      "staggered = %s, shiftout = %d in CoordBase, but there boundary_size = %d, internal = %s, "
                      "staggered = %s, shiftout = %d.",
                      face % 2 ? "upper" : "lower", "xyz"[face / 2], ghosts, ghosts, is_between ? "yes" : "no",
                      is_between ? 0 : 1, static_cast<int>(boundary.width[face]),
                      boundary.is_internal[face] ? "yes" : "no", boundary.is_staggered[face] ? "yes" : "no",
                      static_cast<int>(boundary.shiftout[face]));
  }
}

} // namespace

std::array<Mirror, 6> mirrors(int const* n_points) {
  DECLARE_CCTK_PARAMETERS
  std::array<Mirror, 6> mirrors{{{reflection_x != 0, avoid_origin_x != 0},
                                 {reflection_upper_x != 0, avoid_origin_upper_x != 0},
                                 {reflection_y != 0, avoid_origin_y != 0},
                                 {reflection_upper_y != 0, avoid_origin_upper_y != 0},
                                 {reflection_z != 0, avoid_origin_z != 0},
                                 {reflection_upper_z != 0, avoid_origin_upper_z != 0}}};
  for (std::size_t face = 0; face < mirrors.size(); ++face)
    if (n_points[face / 2] == 1) mirrors[face].exists = false;
  return mirrors;
}

extern "C" void ReflectionSymmetry_Register(CCTK_ARGUMENTS) {
  Specification boundary;
  if (GetBoundarySpecification(6, boundary.width, boundary.is_internal, boundary.is_staggered, boundary.shiftout) < 0)
    CCTK_ERROR("CoordBase could not provide the boundary specification.");
  check(cctkGH, boundary);
  auto const mirror = mirrors(cctkGH->cctk_gsh);
  CCTK_INT faces[6], widths[6];
  for (int face = 0; face < 6; ++face) {
    faces[face] = mirror[face].exists;
    widths[face] = mirror[face].exists ? boundary.width[face] : 0;
  }
  int const handle = SymmetryRegister("reflection_symmetry");
  if (handle < 0 || SymmetryRegisterGrid(cctkGH, handle, faces, widths) < 0)
    CCTK_ERROR("The mirror faces cannot be registered: another thorn has a symmetry on one of them.");
  if (SymmetryRegisterGridInterpolator(cctkGH, handle, ReflectionSymmetry_Interpolate) < 0)
    CCTK_ERROR("The interpolation across mirrors cannot be registered.");
}

} // namespace reflection
