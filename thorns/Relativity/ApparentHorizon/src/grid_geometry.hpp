// Metric and extrinsic curvature of the grid at points of a surface.
#pragma once

#include "surface/expansion.hpp"

#include "cctk.h"

#include <optional>

namespace apparent_horizon {

// Ends the run where ghost zones are too narrow for interp_order.
void require_ghost_zones(cGH const* gh);

// Metric, curvature and lapse of ADMBase at these places, interpolated as ApparentHorizon_Prepare has parted them; each
// process asks for its own, any number of them. Collective. Nothing, on all processes, where a place is outside the
// grid. Other errors of the interpolation end the run.
std::optional<std::vector<Geometry>> grid_geometry(cGH const* gh, std::vector<Vector> const& places);

} // namespace apparent_horizon
