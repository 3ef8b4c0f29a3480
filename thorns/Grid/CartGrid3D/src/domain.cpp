#include "domain.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <cstring>

namespace cartgrid {
namespace {

constexpr CCTK_REAL not_set = -424242; // the default of xyzmin and xyzmax

End end_of(char const* side, int direction, CCTK_REAL of_all, CCTK_REAL of_direction) {
  std::string const name = of_all != not_set ? "xyz" : std::string(1, "xyz"[direction]);
  return {"grid::" + name + side, of_all != not_set ? of_all : of_direction};
}

int direction(char const* name) { return name[0] - 'x'; }

/// Returns the direction in 0, 1, 2 that differs from the two directions a and b.
int third(int a, int b) { return 3 - a - b; }

/// bitant_rotate: the lower face parallel to bitant_plane is rotated about rotation_axis, which is in the plane.
/// quadrant_reflect_rotate: the face normal to the axis is a mirror; the face of the third direction is rotated.
void add_rotation(DomainSymmetry& symmetry) {
  DECLARE_CCTK_PARAMETERS;
  int const axis = direction(rotation_axis);
  if (CCTK_Equals(domain, "bitant_rotate")) {
    int const across = CCTK_Equals(bitant_plane, "xy") ? 2 : CCTK_Equals(bitant_plane, "xz") ? 1 : 0;
    if (axis == across) return; // rejected by ParamCheck_CartGrid3D
    symmetry.mirror[2 * across] = true;
    symmetry.turned[2 * across] = third(axis, across);
  } else if (CCTK_Equals(domain, "quadrant_reflect_rotate")) {
    int const along = direction(quadrant_direction);
    if (axis == along) return;
    symmetry.mirror[2 * axis] = symmetry.mirror[2 * third(axis, along)] = true;
    symmetry.turned[2 * third(axis, along)] = along;
  }
}

void check_rotation() {
  DECLARE_CCTK_PARAMETERS;
  bool const bitant = CCTK_Equals(domain, "bitant_rotate"), quadrant = CCTK_Equals(domain, "quadrant_reflect_rotate");
  if (!bitant && !quadrant) return;
  if (CCTK_nProcs(nullptr) > 1)
    CCTK_VPARAMWARN("grid::domain = \"%s\" requires one process, but there are %d. Start one process.", domain,
                    CCTK_nProcs(nullptr));
  if (bitant && !std::strchr(bitant_plane, rotation_axis[0]))
    CCTK_VPARAMWARN("grid::rotation_axis = \"%s\" is not in grid::bitant_plane = \"%s\".", rotation_axis, bitant_plane);
  if (quadrant && CCTK_Equals(quadrant_direction, rotation_axis))
    CCTK_VPARAMWARN("grid::rotation_axis = \"%s\" must differ from grid::quadrant_direction.", rotation_axis);
}

void check_spacings() {
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL const spacings[] = {dx, dy, dz};
  auto const is_set = [](char const* name) { return CCTK_ParameterQueryTimesSet(name, CCTK_THORNSTRING) > 0; };
  if (dxyz == 0 && is_set("dxyz") && !is_set("dx") && !is_set("dy") && !is_set("dz"))
    CCTK_PARAMWARN("grid::dxyz = 0: the grid spacing must be positive.");
  for (int d = 0; d < 3 && dxyz == 0; ++d)
    if (spacings[d] == 0) CCTK_VPARAMWARN("grid::d%c = 0: the grid spacing must be positive.", "xyz"[d]);
}

/// A mirror at 0 replaces the end of the range on its side. If there are two mirrors, the lower one is used. A
/// direction with a single point has no range.
void check_ranges(cGH const* cctkGH) {
  auto const symmetry = domain_symmetry();
  for (int d = 0; d < 3; ++d) {
    if (cctkGH->cctk_gsh[d] == 1) continue;
    auto const [lower, upper] = range_of(d);
    bool const has_lower = symmetry.mirror[2 * d], has_upper = !has_lower && symmetry.mirror[2 * d + 1];
    if ((has_lower ? 0 : lower.value) < (has_upper ? 0 : upper.value)) continue;
    if (has_lower || has_upper) {
      End const& end = has_lower ? upper : lower;
      CCTK_VPARAMWARN("%s = %g must be %s than 0, because the grid has a mirror at 0.", end.parameter.c_str(),
                      end.value, has_lower ? "greater" : "less");
    } else {
      CCTK_VPARAMWARN("%s = %g must be less than %s = %g.", lower.parameter.c_str(), lower.value,
                      upper.parameter.c_str(), upper.value);
    }
  }
}

} // namespace

Range range_of(int direction) {
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL const min[] = {xmin, ymin, zmin}, max[] = {xmax, ymax, zmax};
  return {end_of("min", direction, xyzmin, min[direction]), end_of("max", direction, xyzmax, max[direction])};
}

DomainSymmetry domain_symmetry() {
  DECLARE_CCTK_PARAMETERS;
  bool const octant = CCTK_Equals(domain, "octant"), quadrant = CCTK_Equals(domain, "quadrant"),
             bitant = CCTK_Equals(domain, "bitant");
  // A direction has a mirror unless the plane or axis of the symmetry is parallel to it.
  auto const has_mirror = [&](char const* direction, char const* other_plane) {
    return octant || (quadrant && !CCTK_Equals(quadrant_direction, direction)) ||
           (bitant && CCTK_Equals(bitant_plane, other_plane));
  };
  bool const avoids_in_general = no_origin && avoid_origin;
  DomainSymmetry symmetry;
  symmetry.mirror = {symmetry_xmin || has_mirror("x", "yz"), symmetry_xmax != 0,
                     symmetry_ymin || has_mirror("y", "xz"), symmetry_ymax != 0,
                     symmetry_zmin || has_mirror("z", "xy"), symmetry_zmax != 0};
  symmetry.avoids_origin = {avoids_in_general && no_originx && avoid_originx,
                            avoids_in_general && no_originy && avoid_originy,
                            avoids_in_general && no_originz && avoid_originz};
  add_rotation(symmetry);
  return symmetry;
}

extern "C" void ParamCheck_CartGrid3D(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_Equals(type, "multipatch"))
    CCTK_PARAMWARN("grid::type = \"multipatch\" is not available. Use box, byrange, byspacing or coordbase.");
  if (CCTK_Equals(type, "coordbase") && !CCTK_IsFunctionAliased("GetDomainSpecification"))
    CCTK_PARAMWARN("grid::type = \"coordbase\" requires thorn CoordBase. Add it to ActiveThorns.");
  check_rotation();
  if (!CCTK_Equals(type, "box")) check_thickness(cctkGH); // a box has no mirrors
  if (CCTK_Equals(type, "box") && domain_symmetry().any())
    CCTK_PARAMWARN(
        "grid::type = \"box\" contains both sides of the origin and has no symmetries. Use byrange or byspacing.");
  if (CCTK_Equals(type, "byspacing")) check_spacings();
  if (CCTK_Equals(type, "byrange")) check_ranges(cctkGH);
}

} // namespace cartgrid
