// Sources, exact solution and the end of the iteration of thorn Eikonal.
#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr CCTK_REAL unreached = 1e10; ///< T of points that no sweep has reached

struct Point {
  CCTK_REAL x, y, z;
};

CCTK_REAL speed_at(Point const& point) {
  DECLARE_CCTK_PARAMETERS
  return speed_at_source + speed_gradient * (point.z - source_z[0]);
}

/// The distance from the nearest source.
CCTK_REAL distance(Point const& point) {
  DECLARE_CCTK_PARAMETERS
  CCTK_REAL smallest = HUGE_VAL;
  for (int n = 0; n < n_sources; ++n) {
    CCTK_REAL const from_centre = std::sqrt(std::pow(point.x - source_x[n], 2) + std::pow(point.y - source_y[n], 2) +
                                            std::pow(point.z - source_z[n], 2));
    smallest = std::min(smallest, std::abs(from_centre - radius[n]));
  }
  return smallest;
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
    T[index] = distance(point) <= known_width ? exact_time(point) : unreached;
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
