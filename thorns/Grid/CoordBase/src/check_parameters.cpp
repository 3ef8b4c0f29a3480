// Refuses domains without extent.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

extern "C" void CoordBase_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  if (!CCTK_Equals(domainsize, "minmax")) return;
  // With a given distance of grid points one point may be enough, where others follow by a symmetry.
  bool const by_cells = CCTK_Equals(spacing, "numcells");
  CCTK_REAL const min[] = {xmin, ymin, zmin}, max[] = {xmax, ymax, zmax};
  for (int d = 0; d < 3; ++d)
    if (max[d] < min[d] || (by_cells && max[d] == min[d]))
      CCTK_VPARAMWARN("CoordBase::%cmin = %g must %s CoordBase::%cmax = %g.", "xyz"[d], static_cast<double>(min[d]),
                      by_cells ? "be less than" : "not be more than", "xyz"[d], static_cast<double>(max[d]));
}
