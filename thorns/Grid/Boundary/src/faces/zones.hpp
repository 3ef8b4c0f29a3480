// Which points of a process' box are boundary points, face by face, and loops over them.
//
// Boundary points are known by their global index, so that a process also finds those among its ghost points: what is
// done to them does not depend on how the grid is cut. The faces are done one after another, x lower, x upper, y lower,
// ..., each over the whole box in the other directions: at edges and corners the last face has the last word.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace boundary {

constexpr int max_dim = 3;
using Index = std::array<int, max_dim>;

struct Box {
  int dim = 3;
  Index gsh{1, 1, 1}, lsh{1, 1, 1}, ash{1, 1, 1}, lbnd{0, 0, 0};

  bool operator==(Box const&) const = default;
};

// The part of a face that lies in a box: `n` layers, from the one next to the interior outwards.
struct Zone {
  int direction;
  int outward;        // -1: lower face, 1: upper face
  int first_interior; // local index of the layer next to the zone
  int n;
  Index lower, upper; // its points: local indices, upper ones excluded

  bool operator==(Zone const&) const = default;
};

// Widths and faces in the order x lower, x upper, y lower, ...
struct Faces {
  std::array<int, 2 * max_dim> width{};
  std::array<bool, 2 * max_dim> chosen{};
};

struct Zones {
  std::vector<Zone> zones;
  std::string error; // a sentence, if a zone lies in a box that does not hold the interior point next to it
};

// Directions with no more grid points than the boundary is wide have no boundary: they are symmetry directions of a
// problem of lower dimension.
Zones find_zones(Box const& box, Faces const& faces);

// How far to go in memory for one step in `direction`.
inline std::ptrdiff_t stride(Box const& box, int direction) {
  std::ptrdiff_t step = 1;
  for (int d = 0; d < direction; ++d) step *= box.ash[d];
  return step;
}

// Calls body(inner, outward, n) for every line of grid points that crosses the zone: `inner` is the place of the
// interior point next to the zone, the boundary points are inner + outward, ..., inner + n * outward. Lines are
// independent of each other and may run on different threads.
template <class Body>
void for_each_line(Box const& box, Zone const& zone, Body const& body) {
  int const a = zone.direction == 0 ? 1 : 0, b = zone.direction == 2 ? 1 : 2; // the directions along the face
  std::ptrdiff_t const along_a = stride(box, a), along_b = stride(box, b), normal = stride(box, zone.direction);
  std::ptrdiff_t const start = zone.first_interior * normal;
#ifdef _OPENMP
#pragma omp parallel for if (std::size_t(zone.upper[a] - zone.lower[a]) * (zone.upper[b] - zone.lower[b]) * zone.n >   \
                             4096)
#endif
  for (int j = zone.lower[b]; j < zone.upper[b]; ++j)
    for (int i = zone.lower[a]; i < zone.upper[a]; ++i)
      body(start + i * along_a + j * along_b, zone.outward * normal, zone.n);
}

} // namespace boundary
