// Describes the local grid of this process for kernels: extents, ghost zones, outer faces and boundary widths.
#include "Numerics/ThornTools/src/grid.hpp"
#include "cactus_grid_functions.hpp"
#include "cctk_Arguments.h"
#include "registered_kernels.hpp"

#include <algorithm>
#include <array>

namespace ca_kernel {

namespace launch = chemora::launch;

namespace {

/// The index along x at which cache lines start, from the alignment of the first 3-D grid function.
int line_begin(cGH const* cctkGH) {
  for (int group = 0; group < CCTK_NumGroups(); ++group) {
    if (CCTK_GroupTypeI(group) != CCTK_GF || CCTK_GroupDimI(group) != 3) continue;
    cGroupDynamicData data;
    if (CCTK_GroupDynamicData(cctkGH, group, &data) < 0 || data.alignment <= 1) return 0;
    return (data.alignment - data.alignment_offset) % data.alignment;
  }
  return 0;
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
  grid.line_begin = line_begin(cctkGH);
  grid.scalars.time = cctk_time;
  grid.scalars.time_step = CCTK_DELTA_TIME;
  grid.scalars.iteration = cctk_iteration;
  for (std::size_t d = 0; d < 3; ++d) grid.boundary[d] = {grid.ghosts[d], grid.ghosts[d]};
  if (auto const widths = thorntools::boundary_widths()) grid.boundary = *widths;
  if (launch::may_ghosts_reach_boundary(grid)) grid.ghost_boundary = launch::ghost_boundary(grid, outer_widths(cctkGH));
  return grid;
}

launch::FaceWidths outer_widths(cGH const* cctkGH) {
  launch::FaceWidths widths{};
  auto const from_coordbase = thorntools::boundary_widths();
  int const dim = std::min(cctkGH->cctk_dim, 3);
  auto const is_outer =
      thorntools::outer_faces(cctkGH, dim, cctkGH->cctk_bbox,
                              {thorntools::is_periodic(0), thorntools::is_periodic(1), thorntools::is_periodic(2)});
  for (int d = 0; d < dim; ++d)
    for (int side = 0; side < 2; ++side)
      if (is_outer[2 * d + side] && cctkGH->cctk_gsh[d] > 1)
        widths[d][side] = from_coordbase ? (*from_coordbase)[d][side] : cctkGH->cctk_nghostzones[d];
  return widths;
}

} // namespace ca_kernel
