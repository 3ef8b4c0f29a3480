// Adaptive step size: a step is accepted or repeated according to the error estimate of an embedded method.
// Let e be the estimated error of the variable u. The error E of the step is defined by
//   E^2 = average over points and variables of  e^2 / (absolute^2 + (relative u)^2 + (relative weight dt f)^2);
// The step is accepted if E <= 1. The next time step is safety dt / E^(1/p). p is the order of the embedded method if
// the step was accepted, and the order of the main method otherwise (Hairer, Norsett, Wanner, Solving Ordinary
// Differential Equations I, II.4). The parameters maximum_decrease and maximum_increase limit the next time step. Only
// grid functions contribute to the error.
#include "arrays.hpp"
#include "step.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cmath>

namespace mol {
namespace {

int n_grid_functions(std::vector<Evolved> const& evolved) {
  return static_cast<int>(std::count_if(evolved.begin(), evolved.end(),
                                        [](Evolved const& entry) { return is_grid_function(entry.variable); }));
}

void estimate_error(cGH const* cctkGH, Integrated const& entry, ArrayRef estimate) {
  Update combination{estimate, 0, {}};
  for (auto const& term : integrator().method.error)
    combination.sources.push_back({entry.scratch[term.source - scratch], term.coefficient});
  update(cctkGH, {combination}, entry.n);
}

/// Adds (estimated error / tolerance)^2 of one variable, whose values have the type Real, to `quotient` at each point.
template <class Real>
void add_quotient(cGH const* cctkGH, Integrated const& entry, ArrayRef estimate, ArrayRef quotient, double dt) {
  DECLARE_CCTK_PARAMETERS;
  ArrayRef const value = level(entry.evolved.variable, 0), slope = level(entry.evolved.rhs, 0);
  require_on_host(cctkGH, {estimate, quotient, value, slope});
  auto const* const e = static_cast<Real const*>(host_data(cctkGH, estimate));
  auto const* const u = static_cast<Real const*>(host_data(cctkGH, value));
  auto const* const f = static_cast<Real const*>(host_data(cctkGH, slope));
  auto* const q = static_cast<double*>(host_data(cctkGH, quotient));
  double const absolute = maximum_absolute_error, relative = maximum_relative_error;
  double const relative_change = relative * RHS_error_weight * dt;
#pragma omp parallel for simd schedule(static)
  for (std::ptrdiff_t i = 0; i < entry.n; ++i) {
    double const error = e[i], by_value = relative * u[i], by_change = relative_change * f[i];
    q[i] += error * error / (absolute * absolute + by_value * by_value + by_change * by_change);
  }
  written_on_host(cctkGH, {quotient});
}

void report(char const* what, double value) {
  DECLARE_CCTK_PARAMETERS;
  if (!CCTK_Equals(verbose, "none")) CCTK_VINFO("%s %g", what, value);
}

/// Restores the values and the time at the beginning of the step, and sets a smaller time step for its repetition.
void reject(cGH* cctkGH, double error, double dt) {
  DECLARE_CCTK_PARAMETERS;
  double const smallest = dt / maximum_decrease;
  double const estimate = safety_factor * dt / std::pow(error, 1.0 / integrator().method.order);
  double const next = std::isfinite(error) ? std::max(estimate, smallest) : smallest;
  double const begin = cctkGH->cctk_time - dt / cctkGH->cctk_timefac;
  if (begin + next / cctkGH->cctk_timefac == begin)
    CCTK_VERROR("At time %g no time step is small enough for MoL::maximum_absolute_error = %g and "
                "MoL::maximum_relative_error = %g; the last one was %g.",
                begin, static_cast<double>(maximum_absolute_error), static_cast<double>(maximum_relative_error), dt);
  cctkGH->cctk_delta_time = next;
  cctkGH->cctk_time = begin + next / cctkGH->cctk_timefac;
  for (Integrated const& entry : integrated_variables(cctkGH))
    copy(cctkGH, level(entry.evolved.variable, 0), entry.previous, entry.n);
  report("The step is rejected and repeated with the time step", next);
}

} // namespace

extern "C" {

void MoL_FindAdaptiveError(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_FindAdaptiveError);
  if (n_grid_functions(registry().evolved()) == 0)
    CCTK_ERROR(
        "MoL::adaptive_stepsize = \"yes\" requires an evolved grid function, but only grid arrays or scalars are "
        "evolved.");
  double const dt = *Original_Delta_Time / cctk_timefac;
  ArrayRef const quotient = level(CCTK_VarIndex("MoL::ErrorQuotient"), 0);
  update(cctkGH, {{quotient, 0, {}}}, n_points(cctkGH, quotient.variable));
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    if (!is_grid_function(entry.evolved.variable)) continue;
    bool const is_real32 = is_real4(level(entry.evolved.variable, 0));
    ArrayRef const estimate = level(CCTK_VarIndex(is_real32 ? "MoL::ErrorEstimateReal4" : "MoL::ErrorEstimate"), 0);
    estimate_error(cctkGH, entry, estimate);
    if (is_real32)
      add_quotient<CCTK_REAL4>(cctkGH, entry, estimate, quotient, dt);
    else
      add_quotient<CCTK_REAL>(cctkGH, entry, estimate, quotient, dt);
  }
}

void MoL_ReduceAdaptiveError(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_ReduceAdaptiveError);
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL average = 0;
  if (CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("average"), 1, CCTK_VARIABLE_REAL, &average, 1,
                  CCTK_VarIndex("MoL::ErrorQuotient")) < 0)
    CCTK_ERROR("MoL::adaptive_stepsize = \"yes\" requires the reduction \"average\". Activate PUGHReduce.");
  *Error = std::sqrt(average / n_grid_functions(registry().evolved()));
  report("The error of the step, in units of the tolerance, is", *Error);
  *MoL_Stepsize_Bad = !(*Error <= 1);
  double const dt = *Original_Delta_Time;
  if (*MoL_Stepsize_Bad) return reject(cctkGH, *Error, dt);
  double const estimate = safety_factor * dt / std::pow(*Error, 1.0 / (integrator().method.order - 1));
  *EstimatedDt = std::min(estimate, dt * maximum_increase);
}

void MoL_SetEstimatedDt(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_SetEstimatedDt);
  cctkGH->cctk_delta_time = *EstimatedDt;
  report("Time step", *EstimatedDt);
}

} // extern "C"
} // namespace mol
