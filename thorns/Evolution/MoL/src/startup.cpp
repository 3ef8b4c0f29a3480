// Scheduled functions before the first step: banner, parameter check, initialisation, report, and a check whether the
// time step is stable for the fastest waves that thorns declare.
#include "step.hpp"
#include "updates/registry.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cmath>

namespace mol {
namespace {

void report(char const* what, std::vector<int> const& variables, bool show_names) {
  if (variables.empty()) return;
  CCTK_VINFO("%d %s variables", static_cast<int>(variables.size()), what);
  if (!show_names) return;
  for (int const variable : variables) CCTK_VINFO("   %s", CCTK_FullVarName(variable));
}

constexpr double not_declared = -1;
double fastest_speed = not_declared;

bool has_points_along(cGH const* cctkGH, int d) { return cctkGH->cctk_gsh[d] > 1 && cctkGH->cctk_nghostzones[d] > 0; }

/// sqrt(sum over directions d of 1 / dx_d^2)
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

/// Compares the Courant number with the stability limits of the method. The number belongs to a diagonal wave whose
/// modified wave number is 1 / dx in each direction, as for second-order stencils. Centred stencils of higher order
/// have larger modified wave numbers. The time step is therefore unstable with every centred stencil if the Courant
/// number exceeds the limit.
void check_stability(cGH const* cctkGH, StabilityLimits const& limits) {
  DECLARE_CCTK_PARAMETERS;
  bool const is_declared = fastest_speed != not_declared;
  double const speed = is_declared ? fastest_speed : 1, dt = std::abs(cctkGH->cctk_delta_time);
  double const per_time = speed * largest_inverse_spacing(cctkGH), number = per_time * dt;
  if (!std::isfinite(number)) return; // thorn Time reports this error
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

extern "C" int MoL_Startup() {
  CCTK_RegisterBanner("MoL: integration in time by the method of lines");
  return 0;
}

extern "C" void MoL_ParamCheck(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  for (auto const& error : integrator().errors) CCTK_PARAMWARN(error.c_str());
  if (!integrator().errors.empty()) return;
  if (auto const error = scratch_error(cctkGH); !error.empty()) CCTK_PARAMWARN(error.c_str());
}

extern "C" void MoL_SetupIndexArrays(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_SetupIndexArrays);
  *Original_Time = cctk_time;
  *Original_Delta_Time = cctk_delta_time;
  *MoL_Intermediate_Step = 0;
  *MoL_Stepsize_Bad = 0;
  *MoL_SlowStep = 1;
  *MoL_SlowPostStep = 1;
}

extern "C" void MoL_ReportNumberVariables(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_Equals(verbose, "none")) return;
  bool const show_names = CCTK_Equals(verbose, "register") || CCTK_Equals(verbose, "extreme");
  CCTK_VINFO("Method %s, %d substeps", ODE_Method, integrator().method.n_substeps());
  std::vector<int> evolved, slow;
  for (Evolved const& entry : registry().evolved()) (entry.is_slow ? slow : evolved).push_back(entry.variable);
  report("evolved", evolved, show_names);
  report("slowly evolved", slow, show_names);
  report("constrained", registry().constrained(), show_names);
  report("save-and-restore", registry().saved(), show_names);
}

extern "C" CCTK_INT MoL_DeclareSpeed(CCTK_REAL speed) {
  if (!std::isfinite(speed)) return -1;
  fastest_speed = std::max(fastest_speed, std::abs(static_cast<double>(speed)));
  return 0;
}

/// Checks the time step after thorn Time has set it.
extern "C" void MoL_CheckTimeStep(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  bool const has_waves = std::any_of(registry().evolved().begin(), registry().evolved().end(),
                                     [](Evolved const& evolved) { return is_grid_function(evolved.variable); });
  bool const is_time_step_final = CCTK_IsImplementationActive("time") && cctkGH->cctk_delta_time != 0;
  if (!has_waves || !is_time_step_final || adaptive_stepsize || !integrator().errors.empty()) return;
  check_stability(cctkGH, stability_limits(integrator().method));
}

extern "C" void MoL_FreeIndexArrays(CCTK_ARGUMENTS) { registry() = Registry(); }

} // namespace mol
