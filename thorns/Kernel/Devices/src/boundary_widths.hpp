// Width of the outer boundary, for kernels and for the validity of boundary points.
#pragma once

#include "cctk.h"

#include <array>
#include <optional>

namespace devices {

/// Points at the lower and upper face of each direction, from CoordBase if grid::type = "coordbase". Otherwise empty:
/// the boundary is then as wide as the ghost zones.
std::optional<std::array<std::array<int, 2>, 3>> boundary_widths();

} // namespace devices
