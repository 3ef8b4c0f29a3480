// The boundary condition Radiation: waves leave the grid.
//
// With outgoing waves u and incoming waves h,  f = f0 + u(r - v t)/r + h(r + v t)/r.  Along the normal direction x,
//     (x/r) d_t f + v d_x f + v x (f - f0) / r^2 = v x H / r^2,       H = 2 h'.
// This is centred between the boundary point (0) and its inner neighbour (1), and between past (old) and present (new):
// each term is the mean over the four values. The boundary point at the present is what remains unknown. For power n >
// 0 H, which falls off as 1/r^n, comes from the same equation one point further in (1, 2), and
//     (H_0 - H_1) / dx = -n x/r^2 (H_0 + H_1) / 2.
// Second order in time and space. Reads two layers inside the boundary; needs the coordinates x, y, z, r.
// Limit case: a constant f = f0 stays, exactly but for rounding.
// Sums and products are in the order of the thorn of this name in CactusBase: the same bits from both.
#include "conditions.hpp"
#include "coordinates.hpp"

#include <cmath>
#include <utility>

namespace boundary {
namespace {

// One direction of one variable; `rho` = +- v dt / dx with the sign of the outward normal.
struct Line {
  CCTK_REAL* present;
  CCTK_REAL const* past;
  CCTK_REAL const *x, *r;
  double v_dt, rho, limit, spacing;
  int power;

  double x_over_r2(std::ptrdiff_t i) const {
    double const per_r = 1 / r[i];
    return x[i] * (per_r * per_r);
  }

  // Of present and past values, in the direction of increasing x.
  double difference(std::ptrdiff_t a, std::ptrdiff_t b) const {
    if (rho < 0) std::swap(a, b);
    return present[a] - present[b] + past[a] - past[b];
  }

  // v dt H between the points a and b, b further in.
  double incoming(std::ptrdiff_t a, std::ptrdiff_t b) const {
    double const mean = 0.25 * (present[a] + present[b] + past[a] + past[b]);
    double const in_time = 0.5 * (r[a] * (present[a] - past[a]) + r[b] * (present[b] - past[b]));
    double const in_space = 0.25 * difference(a, b) * std::abs(rho) * (r[a] * r[a] / x[a] + r[b] * r[b] / x[b]);
    return v_dt * (mean - limit) + in_time + in_space;
  }

  // v dt H one step further out, between `point` and a.
  double extrapolated(std::ptrdiff_t point, std::ptrdiff_t a, std::ptrdiff_t b) const {
    double const sign = rho < 0 ? -1 : 1;
    double const fall = sign * 0.25 * power * spacing * (x_over_r2(point) + x_over_r2(a));
    return (1 - fall) / (1 + fall) * incoming(a, b);
  }

  double value(std::ptrdiff_t point, std::ptrdiff_t a, std::ptrdiff_t b) const {
    double const half = 0.5 * v_dt;
    double const per_r0 = 1 / r[point], per_r1 = 1 / r[a];
    double const c0 = x[point] * per_r0, c1 = x[a] * per_r1, d0 = half * per_r0, d1 = half * per_r1;
    double const source = power > 0 ? v_dt * limit + extrapolated(point, a, b) : v_dt * limit;
    double const sum = source * (x[point] * (per_r0 * per_r0) + x[a] * (per_r1 * per_r1)) +
                       present[a] * (rho - c1 * (1 + d1)) + past[point] * (c0 * (1 - d0) - rho) +
                       past[a] * (rho + c1 * (1 - d1));
    return sum / (rho + c0 * (1 + d0));
  }
};

} // namespace

void apply_radiation(Target const& target, Radiation const& options) {
  cGH const* const cctkGH = target.cctkGH;
  Coordinates const coordinates = coordinates_for(target, "Radiation");
  bool const has_past = CCTK_DeclaredTimeLevelsVI(options.past_variable) > 1;
  auto const* const past = static_cast<CCTK_REAL const*>(CCTK_VarDataPtrI(cctkGH, has_past, options.past_variable));
  if (!past)
    CCTK_VERROR("The boundary condition Radiation of %s needs a past time level of %s, which has no storage.",
                CCTK_FullVarName(target.variable), CCTK_FullVarName(options.past_variable));
  double const v_dt = options.speed * cctkGH->cctk_delta_time;
  for (Zone const& zone : target.zones) {
    int const d = zone.direction;
    double const spacing = coordinates.spacing[d];
    Line const line{target.data<CCTK_REAL>(),        past,          coordinates.x[d], coordinates.r, v_dt,
                    zone.outward * (v_dt / spacing), options.limit, spacing,          options.power};
    int const second_interior = zone.first_interior - zone.outward;
    if (options.power > 0 && (second_interior < 0 || second_interior >= target.box.lsh[d]))
      CCTK_VERROR(
          "The boundary condition Radiation of %s with Boundary::radpower > 0 needs two interior points next to "
          "each boundary point; a process has one.",
          CCTK_FullVarName(target.variable));
    for_each_line(target.box, zone, [&](std::ptrdiff_t inner, std::ptrdiff_t outward, int n) {
      for (int layer = 1; layer <= n; ++layer) {
        std::ptrdiff_t const point = inner + layer * outward;
        line.present[point] = line.value(point, point - outward, point - 2 * outward);
      }
    });
  }
}

} // namespace boundary
