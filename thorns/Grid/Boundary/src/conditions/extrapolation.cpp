// The boundary condition Extrapolation: each layer continues the straight line through the two layers inside it,
//     f_0 = 2 f_1 - f_2.
// The error is h^2 d^2 f/dn^2, as accurate as Radiation. Polynomials of higher degree are not used because they amplify
// what the grid does not resolve: alternating values grow by a factor of 9 over four layers, and by 49 on a parabola.
#include "conditions.hpp"

namespace boundary {

void apply_extrapolation(Target const& target) {
  auto* const f = target.data<CCTK_REAL>();
  for (Zone const& zone : target.zones) {
    int const second_interior = zone.first_interior - zone.outward;
    if (second_interior < 0 || second_interior >= target.box.lsh[zone.direction])
      CCTK_VERROR(
          "The boundary condition Extrapolation of %s needs two interior points next to the boundary; a process "
          "has one. Use more points or fewer processes in direction %c.",
          CCTK_FullVarName(target.variable), "xyz"[zone.direction]);
    for_each_line(target.box, zone, [&](std::ptrdiff_t inner, std::ptrdiff_t outward, int n) {
      for (int layer = 1; layer <= n; ++layer) {
        std::ptrdiff_t const point = inner + layer * outward;
        f[point] = 2 * f[point - outward] - f[point - 2 * outward];
      }
    });
  }
}

} // namespace boundary
