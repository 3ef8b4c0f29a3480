// Where boundary conditions set points: what EDL's normal_i is made of.
#pragma once

#include "cctk.h"
#include "kernels/launch/local_grid.hpp"

#include <map>
#include <string>

namespace ca_kernel {

/// Widths of the outer boundary zone of the whole grid, in points: as many as ghost zones, or what CoordBase gives; 0
/// at faces with a symmetry, in periodic directions and in directions of one point. The same on all processes, unless
/// the grid is a refined one: then a face counts where this process owns it.
chemora::launch::FaceWidths outer_widths(cGH const* cctkGH);

/// These widths by the names of the parameters that graphs have for them (ir::boundary_width_name). All 0
/// before there is a grid, for which `cctkGH` is null.
std::map<std::string, double> boundary_parameters(cGH const* cctkGH);

} // namespace ca_kernel
