/// The grid of cGH in the form that kernels use, and the widths of its outer boundary.
#pragma once

#include "cctk.h"
#include "kernels/runtime/grid_functions.hpp"

#include <map>
#include <string>

namespace ca_kernel {

/// Extents, ghost zones and coordinates from the driver. The outer boundary zone is as wide as the ghost zones, or as
/// wide as GetBoundarySpecification returns when the coordinates follow it (grid::type = "coordbase").
chemora::launch::LocalGrid local_grid(cGH const* cctkGH);

/// Widths of the outer boundary zone of the whole grid, in points, as in local_grid(); 0 at faces with a symmetry, in
/// periodic directions and in directions of one point. They are the same on all processes, except on a refined grid,
/// where a face counts only on processes that own it.
chemora::launch::FaceWidths outer_widths(cGH const* cctkGH);

/// These widths by the names of their parameters in graphs (ir::boundary_width_name), from which EDL's normal_i is
/// computed. All are 0 before there is a grid, when `cctkGH` is null.
std::map<std::string, double> boundary_parameters(cGH const* cctkGH);

} // namespace ca_kernel
