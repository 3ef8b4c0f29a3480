// The coordinates of the grid, if some thorn has given it any.
#pragma once

#include "IO/IOTools/src/text/slice_centre.hpp"

#include <cctk.h>

#include <vector>

namespace iotools {

/// Whether the variable's group belongs to a coordinate system. Without one, positions are indices.
bool has_coordinates(cGH const* cctkGH, int variable);

/// One direction of the grid; indices where no coordinate system is registered.
Axis grid_axis(cGH const* cctkGH, int direction);

/// The axes of a variable: coordinates of the grid for grid functions, indices otherwise.
std::vector<Axis> axes_of(cGH const* cctkGH, int variable);

} // namespace iotools
