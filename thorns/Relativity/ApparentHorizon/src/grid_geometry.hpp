/// Metric and extrinsic curvature of the grid at points of a surface.
#pragma once

#include "surface/horizon.hpp"

#include "cctk.h"

#include <optional>

namespace apparent_horizon {

/// Ends the run if ghost zones are too narrow for interp_order.
void require_ghost_zones(cGH const* cctkGH);

/// Interpolates metric, curvature and lapse of ADMBase at these points, from the variables of ApparentHorizon_Prepare.
/// Each process passes its own points, any number of them. Empty on all processes if a point is outside the grid. Other
/// errors of the interpolation end the run. Collective.
std::optional<std::vector<Geometry>> grid_geometry(cGH const* cctkGH, std::vector<Vector> const& points);

} // namespace apparent_horizon
