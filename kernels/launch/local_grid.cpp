#include "kernels/launch/local_grid.hpp"

#include <algorithm>

namespace chemora::launch {

namespace {

/// Returns how many points the whole grid has beyond each face of the local grid.
FaceWidths points_beyond(LocalGrid const& grid) {
  FaceWidths beyond{};
  for (std::size_t a = 0; a < 3; ++a) {
    int const first = grid.scalars.lower_global[a];
    beyond[a] = {first, grid.scalars.global_size[a] - first - grid.extent[a]};
  }
  return beyond;
}

} // namespace

bool may_ghosts_reach_boundary(LocalGrid const& grid) {
  auto const beyond = points_beyond(grid);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t side = 0; side < 2; ++side)
      if (!grid.is_outer[a][side] && beyond[a][side] < grid.boundary[a][side]) return true;
  return false;
}

FaceWidths ghost_boundary(LocalGrid const& grid, FaceWidths const& outer) {
  auto const beyond = points_beyond(grid);
  FaceWidths widths{};
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t side = 0; side < 2; ++side)
      if (!grid.is_outer[a][side]) widths[a][side] = std::max(outer[a][side] - beyond[a][side], 0);
  return widths;
}

std::map<std::string, double> width_parameters(FaceWidths const& widths) {
  std::map<std::string, double> values;
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) values[ir::boundary_width_name(axis, side)] = widths[axis][side];
  return values;
}

std::vector<base::Box> boxes_of(ir::Region region, LocalGrid const& grid) {
  base::Box const whole{{0, 0, 0}, grid.extent};
  if (region == ir::Region::everywhere) return {whole};
  base::Box interior = whole, without_boundary = whole;
  for (std::size_t a = 0; a < 3; ++a) {
    if (grid.extent[a] == 1 && grid.scalars.global_size[a] <= 1) continue; // the direction is unused
    for (std::size_t face = 0; face < 2; ++face) {
      int const boundary = grid.is_outer[a][face] ? grid.boundary[a][face] : grid.ghost_boundary[a][face];
      int const zone = grid.is_outer[a][face] ? boundary : grid.ghosts[a];
      if (face == 0) {
        without_boundary.lower[a] += boundary;
        interior.lower[a] += zone;
      } else {
        without_boundary.upper[a] -= boundary;
        interior.upper[a] -= zone;
      }
    }
  }
  if (region == ir::Region::boundary) return subtract(whole, without_boundary);
  return interior.is_empty() ? std::vector<base::Box>{} : std::vector{interior};
}

Shortage worst_shortage(ir::Graph const& graph, FaceWidths const& widths, Faces const& outer) {
  Shortage worst;
  for (ir::Store const& store : graph.stores)
    if (store.region != ir::Region::interior) return worst;
  ir::Reach const reach = ir::union_of(ir::stencils(graph));
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t side = 0; side < 2; ++side) {
      Shortage const shortage{a, side, side == 0 ? reach.low[a] : reach.high[a], widths[a][side]};
      if (outer[a][side] && shortage.missing() > worst.missing()) worst = shortage;
    }
  return worst;
}

BoxesByReach without_ghosts(std::vector<base::Box> const& boxes, ir::Reach const& reach, LocalGrid const& grid,
                            Faces const& faces) {
  base::Box inner{{0, 0, 0}, grid.extent};
  for (std::size_t a = 0; a < 3; ++a) {
    if (faces[a][0]) inner.lower[a] += grid.ghosts[a] + reach.low[a];
    if (faces[a][1]) inner.upper[a] -= grid.ghosts[a] + reach.high[a];
  }
  BoxesByReach parts;
  for (base::Box const& box : boxes) {
    base::Box const deep = intersect(box, inner);
    if (deep.is_empty()) {
      parts.others.push_back(box);
      continue;
    }
    parts.deep.push_back(deep);
    for (base::Box const& piece : subtract(box, deep)) parts.others.push_back(piece);
  }
  return parts;
}

} // namespace chemora::launch
