// How wide the outer boundary is, for kernels and for the validity of its data.
#pragma once

#include "cctk.h"

#include <array>
#include <optional>

namespace device_arrays {

/// Low and high face of each direction, as CoordBase says if the coordinates follow it (grid::type = "coordbase");
/// nothing otherwise: the boundary then is as wide as the ghost zones.
std::optional<std::array<std::array<int, 2>, 3>> boundary_widths();

} // namespace device_arrays
