// Translates cGH.
#include "local_grid.hpp"

#include "cctk_Arguments.h"
#include "thorn_parameters.hpp"

namespace ca_kernel {

namespace launch = chemora::launch;

namespace {

bool coordinates_follow_coordbase() {
  if (!CCTK_IsFunctionAliased("GetBoundarySpecification")) return false;
  int type = 0;
  void const* const value = find_parameter("grid", "type", type);
  return value && CCTK_Equals(*static_cast<char const* const*>(value), "coordbase");
}

void set_boundary(launch::LocalGrid& grid) {
  for (std::size_t d = 0; d < 3; ++d) grid.boundary[d] = {grid.ghosts[d], grid.ghosts[d]};
  if (!coordinates_follow_coordbase()) return;
  CCTK_INT zones[6], is_internal[6], is_staggered[6], shiftout[6];
  if (GetBoundarySpecification(6, zones, is_internal, is_staggered, shiftout) != 0)
    CCTK_ERROR("GetBoundarySpecification failed; check CoordBase's boundary parameters.");
  for (std::size_t d = 0; d < 3; ++d) grid.boundary[d] = {zones[2 * d], zones[2 * d + 1]};
}

} // namespace

launch::LocalGrid local_grid(cGH const* cctkGH) {
  DECLARE_CCTK_ARGUMENTS
  launch::LocalGrid grid;
  for (int d = 0; d < cctk_dim && d < 3; ++d) {
    auto const a = static_cast<std::size_t>(d);
    grid.extent[a] = cctk_lsh[d];
    grid.allocated[a] = cctk_ash[d];
    grid.ghosts[a] = cctk_nghostzones[d];
    grid.is_outer[a] = {cctk_bbox[2 * d] != 0, cctk_bbox[2 * d + 1] != 0};
    grid.scalars.spacing[a] = CCTK_DELTA_SPACE(d);
    grid.scalars.origin[a] = CCTK_ORIGIN_SPACE(d);
    grid.scalars.global_size[a] = cctk_gsh[d];
    grid.scalars.lower_global[a] = cctk_lbnd[d];
  }
  grid.scalars.time = cctk_time;
  grid.scalars.time_step = CCTK_DELTA_TIME;
  grid.scalars.iteration = cctk_iteration;
  set_boundary(grid);
  return grid;
}

} // namespace ca_kernel
