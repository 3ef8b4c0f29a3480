// Which faces of the domain are mirrors, as the parameters say; the check of these parameters.
#include "domain_symmetry.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

namespace cartgrid {

DomainSymmetry domain_symmetry() {
  DECLARE_CCTK_PARAMETERS;
  bool const octant = CCTK_Equals(domain, "octant"), quadrant = CCTK_Equals(domain, "quadrant"),
             bitant = CCTK_Equals(domain, "bitant");
  // A direction has a mirror unless the plane or axis of the symmetry runs along it.
  auto const has_mirror = [&](char const* direction, char const* other_plane) {
    return octant || (quadrant && !CCTK_Equals(quadrant_direction, direction)) ||
           (bitant && CCTK_Equals(bitant_plane, other_plane));
  };
  bool const none_avoids = no_origin && avoid_origin;
  return {{symmetry_xmin || has_mirror("x", "yz"), symmetry_xmax != 0, symmetry_ymin || has_mirror("y", "xz"),
           symmetry_ymax != 0, symmetry_zmin || has_mirror("z", "xy"), symmetry_zmax != 0},
          {none_avoids && no_originx && avoid_originx, none_avoids && no_originy && avoid_originy,
           none_avoids && no_originz && avoid_originz}};
}

extern "C" void ParamCheck_CartGrid3D(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_Equals(type, "multipatch"))
    CCTK_PARAMWARN("grid::type = \"multipatch\" is not available. Use box, byrange, byspacing or coordbase.");
  if (CCTK_Equals(type, "coordbase") && !CCTK_IsFunctionAliased("GetDomainSpecification"))
    CCTK_PARAMWARN("grid::type = \"coordbase\" needs thorn CoordBase. Add it to ActiveThorns.");
  if (CCTK_Equals(domain, "bitant_rotate") || CCTK_Equals(domain, "quadrant_reflect_rotate"))
    CCTK_VPARAMWARN(
        "grid::domain = \"%s\" is not available: rotation symmetries. Use full, bitant, quadrant or octant.", domain);
  if (CCTK_Equals(type, "box") && domain_symmetry().any())
    CCTK_PARAMWARN(
        "grid::type = \"box\" lies on both sides of the origin and has no symmetries; use byrange or byspacing.");
  if (!CCTK_Equals(type, "byspacing") || dxyz > 0) return;
  CCTK_REAL const spacings[] = {dx, dy, dz};
  for (int d = 0; d < 3; ++d)
    if (spacings[d] == 0) CCTK_VPARAMWARN("grid::d%c = 0: grid points must have a distance.", "xyz"[d]);
}

} // namespace cartgrid
