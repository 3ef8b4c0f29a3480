/// Boundary points of one process, face by face, and the order in which they are set.
///
/// A point is a boundary point according to its global index. Ghost points that lie in the boundary of a neighbour
/// are therefore boundary points, too. The
/// result therefore does not depend on the decomposition. The faces are set in the order x lower, x upper, y lower,
/// ..., each over the whole local box in the other directions. The last face therefore defines edges and corners.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace boundary {

constexpr int max_dim = 3;
constexpr int max_faces = 2 * max_dim;
using Index = std::array<int, max_dim>;

/// Sizes of a grid variable as in cGroupDynamicData.
struct Box {
  int dim = 3;
  Index gsh{1, 1, 1}, lsh{1, 1, 1}, ash{1, 1, 1}, lbnd{0, 0, 0};

  bool operator==(Box const&) const = default;
};

/// A block of points: local indices, upper ones excluded.
struct Region {
  Index lower{0, 0, 0}, upper{0, 0, 0};

  bool operator==(Region const&) const = default;
};

/// The boundary points of one face in a box: `n` layers, from the one next to the interior outwards.
struct Zone {
  int direction;
  int outward;        ///< -1: lower face, 1: upper face
  int first_interior; ///< local index of the layer next to the zone
  int n;
  Region points;

  int face() const { return 2 * direction + (outward > 0); }
  bool operator==(Zone const&) const = default;
};

/// Boundary widths in points, and the faces to which a condition is applied, in the order x lower, x upper, y lower,
/// ...
struct Faces {
  std::array<int, max_faces> width{};
  std::array<bool, max_faces> chosen{};
};

struct Zones {
  std::vector<Zone> zones;
  std::string error; ///< a sentence, if this process has a zone but not the interior point next to it
};

/// Finds the zones of the chosen faces. A direction that has no more grid points than the boundary is wide has no
/// boundary: it is a symmetry direction of a problem of lower dimension.
Zones find_zones(Box const& box, Faces const& faces);

/// The parts of zones that are inside a region. The region must contain either all layers of a zone or none.
std::vector<Zone> zones_within(std::vector<Zone> const& zones, Region const& region);

/// The smallest number of interior points that this process has next to a zone; the grid size without zones.
int min_interior_points(Box const& box, std::vector<Zone> const& zones);

/// Widths of the ghost zones that are exchanged with neighbours, in the order of the faces; 0 at outer faces.
using Ghosts = std::array<int, max_faces>;

/// A box, divided into the points that are not ghost points and disjoint regions of ghost points.
///
/// A condition computes a point from points along the normal of its face. If the point is a ghost in another direction,
/// these are ghosts too. A condition can therefore set the points in `owned` before ghost zones have arrived, and those
/// in `ghosts` afterwards, with the same values.
struct GhostSplit {
  Region owned;
  std::vector<Region> ghosts;
};
GhostSplit split_ghosts(Box const& box, Ghosts const& ghosts);

/// True if no zone contains ghost points along its normal, and neither do the `depth` points next to the zone.
bool can_be_split(std::vector<Zone> const& zones, Region const& owned, int depth);

/// One layer of points of a zone or of a part of a zone, for one of several variables.
struct Layer {
  int variable; ///< position in the list of variables
  int face;
  Region points;
};

/// The layers of all zones in the order in which kernels set them, each variable's layers from the inside outwards.
/// `zones` is ordered as by find_zones.
///
/// Zones are divided along one other direction, and variables alternate from part to part: coordinates that all
/// variables read then stay in the cache. Both faces of a direction alternate too, because the end of a row and the
/// beginning of the next can share a cache line. With `use_whole_zones` the zones are not divided.
std::vector<Layer> layers_in_order(std::vector<Zone> const& zones, int n_variables, bool use_whole_zones);

/// Distance in memory between neighbouring points in `direction`.
inline std::ptrdiff_t stride(Box const& box, int direction) {
  std::ptrdiff_t step = 1;
  for (int d = 0; d < direction; ++d) step *= box.ash[d];
  return step;
}

/// Calls body(inner, outward, n) for every line of points that crosses the zone. `inner` is the linear index of the
/// interior point next to the zone; the boundary points are inner + outward, ..., inner + n * outward. Lines are
/// independent of each other and may run on different threads.
template <class Body>
void for_each_line(Box const& box, Zone const& zone, Body const& body) {
  [[maybe_unused]] constexpr std::size_t min_parallel_points = 4096;
  int const a = zone.direction == 0 ? 1 : 0, b = zone.direction == 2 ? 1 : 2; // the directions along the face
  std::ptrdiff_t const along_a = stride(box, a), along_b = stride(box, b), normal = stride(box, zone.direction);
  std::ptrdiff_t const start = zone.first_interior * normal;
  Index const &lower = zone.points.lower, &upper = zone.points.upper;
  [[maybe_unused]] std::size_t const n_points = std::size_t(upper[a] - lower[a]) * (upper[b] - lower[b]) * zone.n;
#ifdef _OPENMP
#pragma omp parallel for if (n_points > min_parallel_points)
#endif
  for (int j = lower[b]; j < upper[b]; ++j)
    for (int i = lower[a]; i < upper[a]; ++i) body(start + i * along_a + j * along_b, zone.outward * normal, zone.n);
}

} // namespace boundary
