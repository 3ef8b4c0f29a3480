/// Properties of the grid on this process: owned points, refinement level, and the faces and widths of the outer
/// boundary.
#pragma once

#include "cctk.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace thorntools {

/// Sets begin[d] and end[d] for d < data.dim. The points with begin[d] <= local index < end[d] belong only to this
/// process. The other points are ghost points; a face of the local array has them unless it is an outer boundary or the
/// direction has a single point.
void owned_points(cGroupDynamicData const& data, int* begin, int* end);

/// Whether the driver has mesh refinement.
bool has_refinement_levels();
/// The refinement level that the driver reports; 0 for drivers without mesh refinement.
CCTK_INT refinement_level(cGH const* cctkGH);

/// Returns for each face whether a symmetry condition sets the points at this face. The faces are x lower, x upper, y
/// lower, ... of the first `dim` directions (up to 3). Ends the run if no active thorn provides
/// SymmetryTableHandleForGrid.
std::array<bool, 6> symmetry_faces(cGH const* cctkGH, int dim);

/// Returns for each face (x lower, x upper, y lower, ...) whether boundary conditions set the points at this face of
/// the grid. This is so if the face is neither periodic nor a symmetry. The result is also true on processes without
/// points at the face, because their ghost points may be boundary points. A face of a refined level may be inside the
/// grid; for such levels the result is `bbox`, whether the local box ends at the outer boundary.
std::array<bool, 6> outer_faces(cGH const* cctkGH, int dim, int const* bbox, std::array<bool, 3> const& is_periodic);

/// A boolean parameter of the active driver, for example "periodic"; false if there is no such parameter.
bool driver_parameter(std::string const& name);

/// Whether the driver's grid is periodic along direction 0, 1 or 2.
bool is_periodic(std::size_t direction);

/// Whether CartGrid3D takes the grid from CoordBase (grid::type = "coordbase").
bool coordinates_follow_coordbase();

/// Boundary widths of CoordBase in points, for the lower and upper face of each direction. The result is empty if
/// CoordBase does not define the grid; the boundary is then as wide as the ghost zones.
std::optional<std::array<std::array<int, 2>, 3>> const& boundary_widths();

} // namespace thorntools
