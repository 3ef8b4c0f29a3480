/// Interpolation of metric and extrinsic curvature from the grid to points of a surface.
#pragma once

#include "surface/horizon.hpp"

#include "cctk.h"

#include <optional>

namespace apparent_horizon {

/// Ends the run if ghost zones are too narrow for interp_order.
void require_ghost_zones(cGH const* cctkGH);

/// Interpolates the conformal variables that ApparentHorizon_Prepare has set and the lapse to `points`, and returns the
/// physical metric and curvature. Each process passes its own points; their number may be 0. The result is empty on all
/// processes if any point is outside the grid. Other errors of the interpolation end the run. Collective.
std::optional<std::vector<Geometry>> grid_geometry(cGH const* cctkGH, std::vector<Vector> const& points);

} // namespace apparent_horizon
