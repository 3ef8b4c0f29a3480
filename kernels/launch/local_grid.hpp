// The part of the grid one process has, and which boxes of it a region means.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/ir/grid_scalars.hpp"
#include "framework/base/box.hpp"

#include <array>
#include <vector>

namespace chemora::launch {

/// Widths per face, low and high of each axis: x-, x+, y-, ...
using FaceWidths = std::array<std::array<int, 2>, 3>;

struct LocalGrid {
  base::Index3 extent{1, 1, 1};    ///< points, ghost zones included
  base::Index3 allocated{1, 1, 1}; ///< of the arrays in memory: at least `extent`
  int line_begin = 0;              ///< a place along x where cache lines begin, if allocated rows are whole lines
  base::Index3 ghosts{0, 0, 0};
  std::array<std::array<bool, 2>, 3> is_outer{}; ///< the face is an outer boundary, not a neighbour
  FaceWidths boundary{};                         ///< width of the outer boundary zone, where is_outer
  FaceWidths ghost_boundary{}; ///< elsewhere: how many layers of ghost zones, from the end, belong to that zone
  ir::GridScalars scalars;
};

/// The points a store to `region` computes, as disjoint boxes, for this process.
///   interior:   the box without ghost zones and without the outer boundary zone
///   boundary:   the outer boundary zone, edges and corners included, also where it runs through ghost zones: as
///               conditions are applied after ghost zones were exchanged, nobody would fill it there
///   everywhere: the whole local box
/// A direction in which the grid has one point is left out: it has neither ghost zones nor a boundary.
std::vector<base::Box> boxes_of(ir::Region region, LocalGrid const& grid);

/// One of each face: x-, x+, y-, ...
using Faces = std::array<std::array<bool, 2>, 3>;

/// The same points in two lists: those whose stencils do not reach into the ghost zones of these faces, and the others.
struct BoxesByReach {
  std::vector<base::Box> deep, rest;
};
BoxesByReach without_ghosts(std::vector<base::Box> const& boxes, ir::Reach const& reach, LocalGrid const& grid,
                            Faces const& faces);

} // namespace chemora::launch
