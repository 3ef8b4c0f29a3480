/// Describes the part of the grid that one process stores, and computes the boxes of its interior and boundary regions.
#pragma once

#include "codegen/ir/graph.hpp"
#include "framework/base/box.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace chemora::launch {

/// Widths in points for each face, in the order x-, x+, y-, y+, z-, z+.
using FaceWidths = std::array<std::array<int, 2>, 3>;

struct LocalGrid {
  base::Index3 extent{1, 1, 1};    ///< points of the local grid, including ghost zones
  base::Index3 allocated{1, 1, 1}; ///< extents of the arrays in memory; at least `extent`
  int line_begin = 0; ///< an index along x at which a cache line starts, if allocated rows consist of whole cache lines
  base::Index3 ghosts{0, 0, 0};
  /// true if the face is an outer boundary of the grid; false if another process is adjacent
  std::array<std::array<bool, 2>, 3> is_outer{};
  FaceWidths boundary{}; ///< width of the outer boundary zone at faces with is_outer
  /// at faces without is_outer, the number of ghost layers that belong to the outer boundary zone
  FaceWidths ghost_boundary{};
  ir::GridScalars scalars;
};

/// Returns whether ghost zones may extend beyond a neighbouring process into the outer boundary zone. This happens if
/// processes have few points.
bool may_ghosts_reach_boundary(LocalGrid const& grid);
/// Returns LocalGrid::ghost_boundary for a process. `outer` contains the widths of the outer boundary zone at the faces
/// of the whole grid.
FaceWidths ghost_boundary(LocalGrid const& grid, FaceWidths const& outer);

/// Returns the values of the parameters of graphs that are widths of the outer boundary zone, by name. EDL's `normal_i`
/// is computed from these parameters.
std::map<std::string, double> width_parameters(FaceWidths const& widths);

/// The points a store to `region` computes, as disjoint boxes, for this process.
///   interior:   the box without ghost zones and without the outer boundary zone
///   boundary:   the outer boundary zone with its edges and corners, also where it runs through ghost zones. Boundary
///               conditions are applied after the exchange of ghost zones, so that no later exchange sets these points.
///   everywhere: the whole local box
/// Directions in which the grid has one point have neither ghost zones nor a boundary.
std::vector<base::Box> boxes_of(ir::Region region, LocalGrid const& grid);

/// One boolean value for each face, in the order x-, x+, y-, y+, z-, z+.
using Faces = std::array<std::array<bool, 2>, 3>;

/// A face at which stencils reach beyond the outer boundary zone.
struct Shortage {
  std::size_t axis = 0, side = 0; ///< side 0 is the lower face
  int reach = 0, width = 0;       ///< of the stencil and of the boundary zone in points
  int missing() const { return reach - width; }
};

/// Returns the face among `outer` at which the graph's stencils miss most points of a boundary zone with these widths.
/// A graph that computes points outside the interior has no shortage.
Shortage worst_shortage(ir::Graph const& graph, FaceWidths const& widths, Faces const& outer);

/// Divides boxes into two lists. `deep` contains the points whose stencils do not read the ghost zones of the given
/// faces, and `others` contains the remaining points.
struct BoxesByReach {
  std::vector<base::Box> deep, others;
};
BoxesByReach without_ghosts(std::vector<base::Box> const& boxes, ir::Reach const& reach, LocalGrid const& grid,
                            Faces const& faces);

} // namespace chemora::launch
