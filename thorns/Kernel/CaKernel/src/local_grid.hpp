// The grid hierarchy as kernels see it.
#pragma once

#include "cctk.h"
#include "kernels/launch/local_grid.hpp"

namespace ca_kernel {

/// Extents, ghost zones and coordinates from the driver. The outer boundary zone is as wide as the ghost zones, or as
/// GetBoundarySpecification says when the coordinates follow it (grid::type = "coordbase").
chemora::launch::LocalGrid local_grid(cGH const* cctkGH);

} // namespace ca_kernel
