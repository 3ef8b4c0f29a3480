// Translates cGH.
#include "local_grid.hpp"

#include "Kernel/Devices/src/boundary_widths.hpp"
#include "cctk_Arguments.h"
#include "outer_boundary.hpp"

#include <algorithm>

namespace ca_kernel {

namespace launch = chemora::launch;

namespace {

/// From what the driver says about the memory of 3-D grid functions: of which number of points groups begin where.
int line_begin(cGH const* cctkGH) {
  for (int group = 0; group < CCTK_NumGroups(); ++group) {
    if (CCTK_GroupTypeI(group) != CCTK_GF || CCTK_GroupDimI(group) != 3) continue;
    cGroupDynamicData data;
    if (CCTK_GroupDynamicData(cctkGH, group, &data) < 0 || data.alignment <= 1) return 0;
    return (data.alignment - data.alignment_offset) % data.alignment;
  }
  return 0;
}

// Points of the whole grid beyond the end of this process' box, at each face.
launch::FaceWidths points_beyond(launch::LocalGrid const& grid) {
  launch::FaceWidths beyond{};
  for (std::size_t a = 0; a < 3; ++a) {
    int const first = grid.scalars.lower_global[a];
    beyond[a] = {first, grid.scalars.global_size[a] - first - grid.extent[a]};
  }
  return beyond;
}

// Where processes have few points, ghost zones reach beyond a neighbour into the outer boundary zone.
bool may_reach_boundary(launch::LocalGrid const& grid) {
  auto const beyond = points_beyond(grid);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t face = 0; face < 2; ++face)
      if (!grid.is_outer[a][face] && beyond[a][face] < grid.boundary[a][face]) return true;
  return false;
}

launch::FaceWidths ghost_boundary(cGH const* cctkGH, launch::LocalGrid const& grid) {
  auto widths = outer_widths(cctkGH);
  auto const beyond = points_beyond(grid);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t face = 0; face < 2; ++face)
      widths[a][face] = grid.is_outer[a][face] ? 0 : std::max(widths[a][face] - beyond[a][face], 0);
  return widths;
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
  if (auto const widths = devices::boundary_widths()) grid.boundary = *widths;
  if (may_reach_boundary(grid)) grid.ghost_boundary = ghost_boundary(cctkGH, grid);
  return grid;
}

} // namespace ca_kernel
