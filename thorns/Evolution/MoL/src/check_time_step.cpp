// Before the first step: checks whether the time step is stable for the fastest waves that thorns declare.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "integrator.hpp"
#include "methods/stability.hpp"
#include "updates/registry.hpp"

#include <algorithm>
#include <cmath>

namespace mol {
namespace {

constexpr double not_declared = -1;
double fastest_speed = not_declared;

bool has_points_along(cGH const* cctkGH, int d) { return cctkGH->cctk_gsh[d] > 1 && cctkGH->cctk_nghostzones[d] > 0; }

/// The length of the vector 1 / dx: sqrt(sum over d of 1 / dx_d^2).
double largest_inverse_spacing(cGH const* cctkGH) {
  double sum = 0;
  for (int d = 0; d < cctkGH->cctk_dim; ++d)
    if (has_points_along(cctkGH, d)) sum += std::pow(cctkGH->cctk_delta_space[d], -2);
  return std::sqrt(sum);
}

int max_ghost_width(cGH const* cctkGH) {
  int width = 0;
  for (int d = 0; d < cctkGH->cctk_dim; ++d)
    if (has_points_along(cctkGH, d)) width = std::max<int>(width, cctkGH->cctk_nghostzones[d]);
  return width;
}

/// The Courant number of a diagonal wave whose modified wave number is 1 / dx in each direction, as for stencils of
/// second order. Other centred stencils have larger modified wave numbers. A number above the limit of the method is
/// therefore unstable with all of them.
void check(cGH const* cctkGH, StabilityLimits const& limits) {
  DECLARE_CCTK_PARAMETERS;
  bool const is_declared = fastest_speed != not_declared;
  double const speed = is_declared ? fastest_speed : 1, dt = std::abs(cctkGH->cctk_delta_time);
  double const per_time = speed * largest_inverse_spacing(cctkGH), number = per_time * dt;
  if (!std::isfinite(number)) return; // reported where the spacings and the time step are computed
  if (number > limits.any && is_declared) {
    CCTK_VPARAMWARN("The time step %g is unstable: waves of speed %g have the Courant number %.3g (speed times time "
                    "step, over all directions), and MoL::ODE_Method = \"%s\" allows at most %.3g. Use a time step of "
                    "at most %.3g (time::dtfac or time::timestep), or state the speeds in the block `boundaries` of "
                    "the equations.",
                    dt, speed, number, ODE_Method, limits.any, limits.any / per_time);
    return;
  }
  int const radius = max_ghost_width(cctkGH);
  double const with_stencils = number * max_modified_wave_number(radius);
  if (with_stencils > limits.imaginary && CCTK_MyProc(cctkGH) == 0)
    CCTK_VWARN(CCTK_WARN_ALERT,
               "The time step %g may be unstable: waves of speed %g%s have the Courant number %.3g, and "
               "MoL::ODE_Method = \"%s\" with centred differences over %d neighbours allows %.3g.",
               dt, speed, is_declared ? "" : " (assumed, because no thorn declares one)", number, ODE_Method, radius,
               limits.imaginary / max_modified_wave_number(radius));
}

} // namespace

extern "C" CCTK_INT MoL_DeclareSpeed(CCTK_REAL speed) {
  if (!std::isfinite(speed)) return -1;
  fastest_speed = std::max(fastest_speed, std::abs(static_cast<double>(speed)));
  return 0;
}

/// The time step is final here if thorn Time sets it.
extern "C" void MoL_CheckTimeStep(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  bool const has_waves = std::any_of(registry().evolved().begin(), registry().evolved().end(), [](auto const& evolved) {
    return CCTK_GroupTypeFromVarI(evolved.variable) == CCTK_GF;
  });
  bool const is_time_step_final = CCTK_IsImplementationActive("time") && cctkGH->cctk_delta_time != 0;
  if (!has_waves || !is_time_step_final || adaptive_stepsize || !integrator().errors.empty()) return;
  check(cctkGH, stability_limits(integrator().method));
}

} // namespace mol
