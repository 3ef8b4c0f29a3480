/// The part of the grid that one process has, and the boxes of its regions.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <array>
#include <vector>

namespace chemora::launch {

/// Widths per face, low and high of each axis: x-, x+, y-, ...
using FaceWidths = std::array<std::array<int, 2>, 3>;

struct LocalGrid {
  base::Index3 extent{1, 1, 1};    ///< points of the local grid, including ghost zones
  base::Index3 allocated{1, 1, 1}; ///< extents of the arrays in memory; at least `extent`
  int line_begin = 0;              ///< an index along x where cache lines start, if allocated rows are whole lines
  base::Index3 ghosts{0, 0, 0};
  std::array<std::array<bool, 2>, 3> is_outer{}; ///< the face is an outer boundary, not a neighbour
  FaceWidths boundary{};                         ///< width of the outer boundary zone at faces with is_outer
  FaceWidths ghost_boundary{}; ///< at other faces, the number of outermost ghost layers in the outer boundary zone
  ir::GridScalars scalars;
};

/// Whether ghost zones may extend beyond a neighbour into the outer boundary zone, where processes have few points.
bool may_ghosts_reach_boundary(LocalGrid const& grid);
/// LocalGrid::ghost_boundary, from the widths of the outer boundary zone at the faces of the whole grid.
FaceWidths ghost_boundary(LocalGrid const& grid, FaceWidths const& outer);

/// The points a store to `region` computes, as disjoint boxes, for this process.
///   interior:   the box without ghost zones and without the outer boundary zone
///   boundary:   the outer boundary zone with its edges and corners, also where it runs through ghost zones. Boundary
///               conditions are applied after the exchange of ghost zones, so that no later exchange sets these points.
///   everywhere: the whole local box
/// Directions in which the grid has one point have neither ghost zones nor a boundary.
std::vector<base::Box> boxes_of(ir::Region region, LocalGrid const& grid);

/// A value for each face: x-, x+, y-, ...
using Faces = std::array<std::array<bool, 2>, 3>;

/// Points of boxes in two lists: those whose stencils do not reach into the ghost zones of these faces, and the others.
struct BoxesByReach {
  std::vector<base::Box> deep, others;
};
BoxesByReach without_ghosts(std::vector<base::Box> const& boxes, ir::Reach const& reach, LocalGrid const& grid,
                            Faces const& faces);

} // namespace chemora::launch
