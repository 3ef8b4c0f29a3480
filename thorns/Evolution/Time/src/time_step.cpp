// Scheduled functions that set the time step from the parameter file or from a Courant condition.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_ParamCheck.h"
#include "cctk_Parameters.h"

#include "Numerics/ThornTools/src/algorithms/nearest_name.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace time_thorn {
namespace {

/// The smallest grid spacing on the base level. Directions with a single point count only if there are no others.
CCTK_REAL smallest_spacing(cGH const* cctkGH) {
  CCTK_REAL smallest = std::numeric_limits<CCTK_REAL>::infinity();
  for (int d = 0; d < cctkGH->cctk_dim; ++d)
    if (cctkGH->cctk_gsh[d] > 1) smallest = std::min(smallest, cctkGH->cctk_delta_space[d]);
  if (std::isfinite(smallest)) return smallest;
  return *std::min_element(cctkGH->cctk_delta_space, cctkGH->cctk_delta_space + cctkGH->cctk_dim);
}

/// Whether cctk_final_time may end the run. The flesh uses the same rule.
bool ends_by_time() {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_Equals(terminate, "any")) return cctk_final_time >= cctk_initial_time;
  return CCTK_Equals(terminate, "time") || CCTK_Equals(terminate, "all") || CCTK_Equals(terminate, "either") ||
         CCTK_Equals(terminate, "both");
}

/// Shortens a time step that would pass the final time, so that the step ends slightly after the final time.
CCTK_REAL up_to_final_time(CCTK_REAL dt, CCTK_REAL now) {
  DECLARE_CCTK_PARAMETERS;
  constexpr double slightly_more = 1 + 1e-10;
  bool const passes = dt > 0 ? now < cctk_final_time && now + dt > cctk_final_time
                             : now > cctk_final_time && now + dt < cctk_final_time;
  return passes && ends_by_time() ? slightly_more * (cctk_final_time - now) : dt;
}

/// Ends the run unless the time in which a wave crosses a cell is positive and finite.
void check_crossing_time(CCTK_REAL crossing, bool by_time, CCTK_REAL speed) {
  if (crossing > 0 && std::isfinite(crossing)) return;
  if (by_time)
    CCTK_VERROR(
        "time::timestep_method is \"courant_time\", but time::courant_min_time is %g. A physics thorn must set it to "
        "the shortest time in which a wave crosses a cell. Without such a thorn, use "
        "time::timestep_method = \"courant_static\".",
        static_cast<double>(crossing));
  CCTK_VERROR(
      "time::courant_wave_speed is %g, but it must be positive and finite. The physics thorn that sets it is wrong.",
      static_cast<double>(speed));
}

bool is_scalar(int variable) { return CCTK_GroupTypeFromVarI(variable) == CCTK_SCALAR; }

/// The value of a scalar, or the largest value of a grid function on all processes.
CCTK_REAL largest_value(cGH const* cctkGH, char const* name) {
  int const variable = CCTK_VarIndex(name);
  if (is_scalar(variable)) return *static_cast<CCTK_REAL const*>(CCTK_VarDataPtrI(cctkGH, 0, variable));
  CCTK_REAL value = 0;
  int const handle = CCTK_ReductionHandle("maximum");
  if (handle < 0)
    CCTK_ERROR("time::timestep_method = \"courant_variable\" requires the reduction \"maximum\". Activate PUGHReduce.");
  if (CCTK_Reduce(cctkGH, -1, handle, 1, CCTK_VARIABLE_REAL, &value, 1, variable) < 0)
    CCTK_VERROR("The largest value of time::courant_variable = \"%s\" cannot be computed. The thorn of this variable "
                "must allocate it for the whole run.",
                name);
  return value;
}

/// Returns a question with the variable of the most similar name. If `name` has no implementation, the variable names
/// alone are compared. The text is empty if no name is similar.
std::string question_about_variable(std::string const& name) {
  bool const has_implementation = name.find("::") != std::string::npos;
  std::vector<std::string> known;
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    std::string const full_name = std::string(CCTK_ImpFromVarI(variable)) + "::" + CCTK_VarName(variable);
    if (CCTK_Equals(name.c_str(), CCTK_VarName(variable))) return " Did you mean `" + full_name + "`?";
    known.push_back(has_implementation ? full_name : CCTK_VarName(variable));
  }
  return thorntools::did_you_mean(name, known);
}

} // namespace

extern "C" {

void Time_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  bool const is_specified = CCTK_Equals(timestep_method, "given");
  bool const is_static = CCTK_Equals(timestep_method, "courant_static");
  bool const needs_time =
      CCTK_Equals(terminate, "time") || CCTK_Equals(terminate, "all") || CCTK_Equals(terminate, "both");
  bool const has_time_left = cctk_final_time > cctk_initial_time;
  if (!needs_time || !has_time_left) return;
  bool const is_courant = !is_specified && !is_static && !timestep_outonly;
  if ((is_specified && timestep == 0) || (is_static && dtfac == 0) || (is_courant && courant_fac == 0))
    CCTK_VPARAMWARN("With cactus::terminate = \"%s\" the run ends when cactus::cctk_final_time is reached, but with "
                    "time::%s = 0 the time does not advance.",
                    terminate,
                    is_specified ? "timestep"
                    : is_static  ? "dtfac"
                                 : "courant_fac");
}

/// Sets and checks a time step that is constant during the run. Sets 0 if the time step changes during the evolution.
void Time_CheckTimeStep(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  bool const is_specified = CCTK_Equals(timestep_method, "given");
  bool const is_static = CCTK_Equals(timestep_method, "courant_static");
  double const step = is_specified ? timestep : is_static ? dtfac * smallest_spacing(cctkGH) : 0;
  cctkGH->cctk_delta_time = std::isfinite(step) ? step : 0;
  if (step == 0) return;
  std::string const origin = is_specified ? "time::timestep" : "time::dtfac and the grid spacing";
  double const start = cctk_initial_time, end = ends_by_time() ? cctk_final_time : start;
  if (!is_specified && !std::isfinite(smallest_spacing(cctkGH))) return; // other functions report the invalid grid
  if (!std::isfinite(step))
    CCTK_VPARAMWARN("The time step of %s is not finite.", origin.c_str());
  else if (start + step == start || end - step == end)
    CCTK_VPARAMWARN("The time step %g of %s is too small to change times between cactus::cctk_initial_time = %g and "
                    "%g.",
                    step, origin.c_str(), start, end);
  else if (CCTK_ParamChecking())
    CCTK_VINFO("Time step: %g, Courant number dt/dx = %.4g", step, step / smallest_spacing(cctkGH));
}

void Time_Initialise(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(Time_Initialise);
  *courant_wave_speed = 0;
  *courant_min_time = 0;
  *courant_dt = 0;
}

void Time_Given(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  cctkGH->cctk_delta_time = timestep;
}

/// dt = dtfac * min dx
void Time_Simple(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL const spacing = smallest_spacing(cctkGH);
  cctkGH->cctk_delta_time = dtfac * spacing;
  CCTK_VINFO("Time step %g", static_cast<double>(cctkGH->cctk_delta_time / cctkGH->cctk_timefac));
  if (verbose)
    CCTK_VINFO("   = dtfac %g times smallest spacing %g", static_cast<double>(dtfac), static_cast<double>(spacing));
}

/// dt = courant_fac * min dx / (speed * sqrt(dim)),  or  courant_fac * (time to cross a cell) / sqrt(dim)
void Time_Courant(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(Time_Courant);
  DECLARE_CCTK_PARAMETERS;
  bool const by_time = CCTK_Equals(timestep_method, "courant_time");
  CCTK_REAL const spacing = smallest_spacing(cctkGH), speed = *courant_wave_speed;
  CCTK_REAL const crossing = by_time ? *courant_min_time : spacing / speed;
  if (!by_time && speed == 0) {
    CCTK_WARN(CCTK_WARN_ALERT, "no thorn has set time::courant_wave_speed; the time step is computed with time::dtfac");
    cctkGH->cctk_delta_time = dtfac * spacing;
    return;
  }
  check_crossing_time(crossing, by_time, speed);
  *courant_dt = up_to_final_time(courant_fac * crossing / std::sqrt(static_cast<CCTK_REAL>(cctk_dim)), cctk_time);
  if (timestep_outonly) {
    cctkGH->cctk_delta_time = dtfac * spacing;
    if (cctk_iteration % timestep_outevery == 0)
      CCTK_VINFO("The Courant condition gives the time step %g", static_cast<double>(*courant_dt));
    return;
  }
  cctkGH->cctk_delta_time = *courant_dt;
  if (verbose)
    CCTK_VINFO("Time step %g by the Courant condition",
               static_cast<double>(cctkGH->cctk_delta_time / cctkGH->cctk_timefac));
}

void Time_CheckVariable(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS;
  int const variable = CCTK_VarIndex(courant_variable);
  int const type = variable < 0 ? -1 : CCTK_VarTypeI(variable);
  bool const is_real = type == CCTK_VARIABLE_REAL || (type == CCTK_VARIABLE_REAL4 && !is_scalar(variable));
  if (!is_real || !(is_scalar(variable) || CCTK_GroupTypeFromVarI(variable) == CCTK_GF))
    CCTK_VPARAMWARN("time::courant_variable = \"%s\" must be a grid function of type CCTK_REAL or CCTK_REAL4, or a "
                    "scalar of type CCTK_REAL, because "
                    "time::timestep_method is \"courant_variable\".%s",
                    courant_variable, variable < 0 ? question_about_variable(courant_variable).c_str() : "");
}

/// Sets dt = courant_fac / max rate for a grid function, or courant_fac / rate for a scalar. The rate is 1/(time in
/// which a signal crosses a cell).
void Time_CourantVariable(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(Time_CourantVariable);
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL const rate = largest_value(cctkGH, courant_variable);
  if (!(rate > 0 && std::isfinite(rate)))
    CCTK_VERROR("The largest value of %s is %g, but time::timestep_method = \"courant_variable\" needs a positive and "
                "finite value after the initial data and after each step.%s",
                courant_variable, static_cast<double>(rate),
                rate == 0 ? " Set the parameter of its thorn that computes it after each step." : "");
  *courant_dt = up_to_final_time(courant_fac / rate, cctk_time);
  if (timestep_outonly) {
    if (cctk_iteration % timestep_outevery == 0)
      CCTK_VINFO("The Courant condition gives the time step %g", static_cast<double>(*courant_dt));
    return;
  }
  cctkGH->cctk_delta_time = *courant_dt;
  if (verbose) CCTK_VINFO("Time step %g by the Courant condition", static_cast<double>(*courant_dt));
}

} // extern "C"
} // namespace time_thorn
