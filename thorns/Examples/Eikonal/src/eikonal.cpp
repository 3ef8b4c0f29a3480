// Sources, exact solution and the end of the iteration of thorn Eikonal.
#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr CCTK_REAL unreached = 1e10; ///< T of points that no sweep has reached
constexpr CCTK_REAL rounding = 1e-9;  ///< limit of the rounding errors of distances, in grid spacings

struct Point {
  CCTK_REAL x, y, z;
};

CCTK_REAL speed_at(Point const& point) {
  DECLARE_CCTK_PARAMETERS
  return speed_at_source + speed_gradient * (point.z - source_z[0]);
}

/// The distance from the centre of a source.
CCTK_REAL distance_from_centre(int n, Point const& point) {
  DECLARE_CCTK_PARAMETERS
  return std::sqrt(std::pow(point.x - source_x[n], 2) + std::pow(point.y - source_y[n], 2) +
                   std::pow(point.z - source_z[n], 2));
}

/// The distance from the nearest source.
CCTK_REAL distance(Point const& point) {
  DECLARE_CCTK_PARAMETERS
  CCTK_REAL smallest = HUGE_VAL;
  for (int n = 0; n < n_sources; ++n)
    smallest = std::min(smallest, std::abs(distance_from_centre(n, point) - radius[n]));
  return smallest;
}

/// Whether points at this distance from a source have the exact arrival time from the beginning.
bool is_known(CCTK_REAL distance, CCTK_REAL spacing) {
  DECLARE_CCTK_PARAMETERS
  return distance <= known_width + rounding * spacing;
}

/// The arrival time. For a speed that is linear in z, with the gradient g: T = acosh(1 + g^2 r^2 / (2 f f_source)) / g.
CCTK_REAL exact_time(Point const& point) {
  DECLARE_CCTK_PARAMETERS
  CCTK_REAL const r = distance(point);
  if (speed_gradient == 0) return r / speed_at_source;
  CCTK_REAL const g = std::abs(speed_gradient);
  return std::acosh(1 + g * g * r * r / (2 * speed_at(point) * speed_at_source)) / g;
}

/// Calls the function with the index and the coordinates of each local point.
template <class Function>
void for_each_point(cGH const* cctkGH, Function const& function) {
  DECLARE_CCTK_ARGUMENTS
  auto const coordinate = [&](int d, int i) {
    return CCTK_ORIGIN_SPACE(d) + static_cast<CCTK_REAL>(cctk_lbnd[d] + i) * CCTK_DELTA_SPACE(d);
  };
  for (int k = 0; k < cctk_lsh[2]; ++k)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i)
        function(CCTK_GFINDEX3D(cctkGH, i, j, k), Point{coordinate(0, i), coordinate(1, j), coordinate(2, k)});
}

/// Reports a source outside of the grid, and a known_width with which no points, or not all points around a sphere,
/// have an arrival time from the beginning. The sweeps would then converge to wrong arrival times.
void check_source(cGH const* cctkGH, int n) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  CCTK_REAL const dx = CCTK_DELTA_SPACE(0), centre[] = {source_x[n], source_y[n], source_z[n]};
  CCTK_REAL lower[3], upper[3], nearest[3], farthest[3], nearest_point[3];
  for (int d = 0; d < 3; ++d) {
    CCTK_REAL const spacing = CCTK_DELTA_SPACE(d);
    lower[d] = CCTK_ORIGIN_SPACE(d);
    upper[d] = lower[d] + (cctk_gsh[d] - 1) * spacing;
    nearest[d] = std::clamp(centre[d], lower[d], upper[d]);
    farthest[d] = centre[d] - lower[d] > upper[d] - centre[d] ? lower[d] : upper[d];
    nearest_point[d] = lower[d] + std::round((nearest[d] - lower[d]) / spacing) * spacing;
  }
  auto const distance_to = [&](CCTK_REAL const* x) { return distance_from_centre(n, {x[0], x[1], x[2]}); };
  if (radius[n] < distance_to(nearest) - rounding * dx || radius[n] > distance_to(farthest) + rounding * dx)
    CCTK_VPARAMWARN(
        "Source %d of thorn Eikonal, with the centre (%g, %g, %g) and the radius %g, is outside of the grid, "
        "which extends from (%g, %g, %g) to (%g, %g, %g). Change Eikonal::source_x[%d], source_y[%d], "
        "source_z[%d] or radius[%d], or enlarge the grid.",
        n, centre[0], centre[1], centre[2], radius[n], lower[0], lower[1], lower[2], upper[0], upper[1], upper[2], n, n,
        n, n);
  else if (!is_known(dx, dx) && radius[n] > 0)
    CCTK_VPARAMWARN(
        "Eikonal::known_width is %g, less than the grid spacing %g. Parts of the sphere of source %d may have "
        "no point with a known arrival time. Set Eikonal::known_width to at least the spacing.",
        known_width, dx, n);
  else if (radius[n] == 0 && !is_known(distance_to(nearest_point), dx))
    CCTK_VPARAMWARN(
        "Eikonal::known_width is %g, but the grid point nearest to source %d is at the distance %g, so that no "
        "point near the source has a known arrival time. Set Eikonal::known_width to at least the grid spacing %g.",
        known_width, n, distance_to(nearest_point), dx);
  else if (!is_known(dx, dx))
    CCTK_VWARN(CCTK_WARN_ALERT,
               "Eikonal::known_width is %g, less than the grid spacing %g. T is not smooth at source %d, so that its "
               "error decreases more slowly than the spacing. Set Eikonal::known_width to at least the spacing.",
               known_width, dx, n);
}

/// The largest change of T by the last cycle, on every process. Collective.
CCTK_REAL largest_value_of_change(cGH const* cctkGH) {
  int const variable = CCTK_VarIndex("Eikonal::change"), norm = CCTK_ReductionHandle("norm_inf");
  thorntools::require_on_host(cctkGH, variable);
  CCTK_REAL value = 0;
  if (CCTK_Reduce(cctkGH, -1, norm, 1, CCTK_VARIABLE_REAL, &value, 1, variable) < 0)
    CCTK_ERROR("Thorn Eikonal needs the reduction \"norm_inf\" of thorn PUGHReduce, which is not active. Activate "
               "PUGHReduce.");
  return value;
}

} // namespace

extern "C" void Eikonal_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  CCTK_REAL const dx = CCTK_DELTA_SPACE(0);
  for (int d = 0; d < 3; ++d) {
    if (cctk_gsh[d] < 2)
      CCTK_VPARAMWARN("Thorn Eikonal needs at least two points along %c; driver::global_n%c is %d.", "xyz"[d], "xyz"[d],
                      cctk_gsh[d]);
    if (std::abs(CCTK_DELTA_SPACE(d) - dx) > 1e-12 * dx)
      CCTK_VPARAMWARN(
          "Thorn Eikonal needs equal spacings along all axes; the spacing is %g along x and %g along %c. Set "
          "grid::dxyz.",
          dx, static_cast<double>(CCTK_DELTA_SPACE(d)), "xyz"[d]);
  }
  if (speed_gradient != 0 && (n_sources > 1 || radius[0] > 0))
    CCTK_PARAMWARN("Eikonal::speed_gradient is not 0, which requires one source with radius 0, because the exact "
                   "arrival times of other sources are not known. Set Eikonal::n_sources = 1 and Eikonal::radius[0] = "
                   "0.");
  for (int n = 0; n < n_sources; ++n) check_source(cctkGH, n);
  CCTK_REAL const lowest = CCTK_ORIGIN_SPACE(2), highest = lowest + (cctk_gsh[2] - 1) * CCTK_DELTA_SPACE(2);
  if (std::min(speed_at({0, 0, lowest}), speed_at({0, 0, highest})) <= 0)
    CCTK_VPARAMWARN("The speed must be positive everywhere; it is %g at z = %g and %g at z = %g. Change "
                    "Eikonal::speed_at_source or Eikonal::speed_gradient.",
                    speed_at({0, 0, lowest}), lowest, speed_at({0, 0, highest}), highest);
}

extern "C" void Eikonal_Initial(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(Eikonal_Initial);
  DECLARE_CCTK_PARAMETERS
  for_each_point(cctkGH, [&](int index, Point const& point) {
    speed[index] = speed_at(point);
    T[index] = is_known(distance(point), CCTK_DELTA_SPACE(0)) ? exact_time(point) : unreached;
  });
  *continues = 1;
  *cycles = *converged = 0;
  *largest_change = 0;
}

extern "C" void Eikonal_Count(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(Eikonal_Count);
  DECLARE_CCTK_PARAMETERS
  ++*cycles;
  *largest_change = largest_value_of_change(cctkGH);
  *converged = *largest_change <= tolerance;
  *continues = !*converged && *cycles < max_cycles;
  if (!*converged && !*continues)
    CCTK_VWARN(CCTK_WARN_ALERT,
               "T is not converged after %d cycles: the last cycle changed it by %g. Increase "
               "Eikonal::max_cycles or Eikonal::tolerance.",
               static_cast<int>(*cycles), static_cast<double>(*largest_change));
}

extern "C" void Eikonal_Error(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(Eikonal_Error);
  for_each_point(cctkGH, [&](int index, Point const& point) { error[index] = T[index] - exact_time(point); });
}
