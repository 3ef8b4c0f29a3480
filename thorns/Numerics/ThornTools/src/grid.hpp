/// The grid of this process: owned points, refinement level, and the faces and widths of the outer boundary.
#pragma once

#include "cctk.h"

#include <array>
#include <optional>
#include <string>

namespace thorntools {

/// Sets begin[d] and end[d] for d < data.dim. Points with begin[d] <= local index < end[d] are owned by this process
/// and by no other. Faces without outer boundary have ghost zones, unless the direction has one point.
void owned_points(cGroupDynamicData const& data, int* begin, int* end);

/// Whether the driver has mesh refinement.
bool has_refinement_levels();
/// The refinement level that the driver reports; 0 for drivers without mesh refinement.
CCTK_INT refinement_level(cGH const* cctkGH);

/// For x lower, x upper, y lower, ... of the first `dim` directions (up to 3): whether a symmetry condition sets the
/// points at this face. Ends the run if no active thorn provides SymmetryTableHandleForGrid.
std::array<bool, 6> symmetry_faces(cGH const* cctkGH, int dim);

/// In the same order: whether boundary conditions set points at this face of the grid, because it is neither periodic
/// nor provided by a symmetry. The result is also true for processes without points at the face, because some of their
/// ghost points may be boundary points. Faces of a refined level may be inside the grid, so there `bbox` decides:
/// whether the local box ends at the face.
std::array<bool, 6> outer_faces(cGH const* cctkGH, int dim, int const* bbox, std::array<bool, 3> const& is_periodic);

/// A boolean parameter of the active driver, for example "periodic"; false if there is no such parameter.
bool driver_parameter(std::string const& name);

/// Whether CartGrid3D takes the grid from CoordBase (grid::type = "coordbase").
bool coordinates_follow_coordbase();

/// Boundary widths of CoordBase in points, for the lower and upper face of each direction. Empty if the grid does not
/// come from CoordBase; the boundary is then as wide as the ghost zones.
std::optional<std::array<std::array<int, 2>, 3>> const& boundary_widths();

} // namespace thorntools
