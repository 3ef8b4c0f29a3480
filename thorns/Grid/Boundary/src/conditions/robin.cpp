// The boundary condition Robin: f = f0 + k / r^n with unknown k.
//
// Between a boundary point a and the point b one step inside (diagonally at edges and corners), with s the distance of
// both and x the distance from the origin along the step,
//     (f_a - f_b) / s = -n x / r^2 ((f_a + f_b)/2 - f0),      x = (x_a + x_b)/2,  r = (r_a + r_b)/2,
// so that f_a (1 + q) = f_b (1 - q) + 2 q f0 with q = n s (x_a + x_b) / (r_a + r_b)^2. Second order.
// The boundary is set shell by shell from the inside. Needs the coordinates x, y, z, r.
#include "conditions.hpp"
#include "coordinates.hpp"

#include <algorithm>
#include <cmath>

namespace boundary {
namespace {

// How many points the face of direction d lies outside of point i: 0 at the face itself; -1: not in that boundary.
// Returns the step inwards, and the smallest such number in `layer`.
int step_inwards(Box const& box, Faces const& faces, int d, int local, int wanted_layer, int& layer) {
  int const global = local + box.lbnd[d], from_upper = box.gsh[d] - 1 - global;
  int step = 0;
  auto const see = [&](int face, int distance, int inwards) {
    if (!faces.chosen[face] || distance >= faces.width[face] || box.gsh[d] <= faces.width[face]) return;
    layer = std::min(layer, distance);
    if (distance == wanted_layer) step = inwards;
  };
  see(2 * d, global, 1);
  see(2 * d + 1, from_upper, -1);
  return step;
}

struct Shells {
  Target const& target;
  Coordinates const& coordinates;
  Robin options;

  std::ptrdiff_t place(Index const& i) const {
    Box const& box = target.box;
    return i[0] + static_cast<std::ptrdiff_t>(box.ash[0]) * (i[1] + static_cast<std::ptrdiff_t>(box.ash[1]) * i[2]);
  }

  void set_point(Index const& point, Index const& step) const {
    std::ptrdiff_t const a = place(point), b = place({point[0] + step[0], point[1] + step[1], point[2] + step[2]});
    double s2 = 0, xa2 = 0, xb2 = 0;
    for (int d = 0; d < 3; ++d) {
      if (step[d] == 0) continue;
      s2 += coordinates.spacing[d] * coordinates.spacing[d];
      xa2 += coordinates.x[d][a] * coordinates.x[d][a];
      xb2 += coordinates.x[d][b] * coordinates.x[d][b];
    }
    double const r = coordinates.r[a] + coordinates.r[b];
    double const q = options.power * std::sqrt(s2) * (std::sqrt(xa2) + std::sqrt(xb2)) / (r * r);
    auto* const f = target.data<CCTK_REAL>();
    f[a] = (2 * q * options.limit + f[b] * (1 - q)) / (1 + q);
  }

  // Sets the points whose nearest outer face is `layer` points away.
  void set(int wanted) const {
    Box const& box = target.box;
    Part const& part = target.part;
    for (int k = part.lower[2]; k < part.upper[2]; ++k)
      for (int j = part.lower[1]; j < part.upper[1]; ++j)
        for (int i = part.lower[0]; i < part.upper[0]; ++i) {
          Index const point{i, j, k};
          Index step;
          int layer = wanted + 1;
          for (int d = 0; d < 3; ++d) step[d] = step_inwards(box, target.faces, d, point[d], wanted, layer);
          if (layer == wanted) set_point(point, step);
        }
  }
};

} // namespace

void apply_robin(Target const& target, Robin const& options) {
  Coordinates const coordinates = coordinates_for(target, "Robin");
  Shells const shells{target, coordinates, options};
  int widest = 0;
  for (int face = 0; face < 6; ++face)
    widest = std::max(widest, target.faces.chosen[face] ? target.faces.width[face] : 0);
  for (int layer = widest - 1; layer >= 0; --layer) shells.set(layer);
}

} // namespace boundary
