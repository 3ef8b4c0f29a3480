// Scheduled functions that set the substep counter, cctk_time and cctk_delta_time during substeps.
#include "step.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

namespace mol {
namespace {

void enable_prolongation(bool enabled) {
  DECLARE_CCTK_PARAMETERS;
  if (disable_prolongation && CCTK_IsFunctionAliased("EnableProlongating")) EnableProlongating(enabled);
}

/// The time step of the next step, saved while boundary conditions are applied after recovery.
CCTK_REAL next_delta_time = 0;

/// The time of the values after `n_done` substeps. After the last substep it is exactly `end`.
CCTK_REAL time_after(int n_done, CCTK_REAL end, CCTK_REAL dt) {
  double const fraction = integrator().times[n_done];
  return fraction == 1 ? end : end + (fraction - 1) * dt;
}

} // namespace

extern "C" {

void MoL_StartLoop(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_StartLoop);
  *MoL_Stepsize_Bad = 1;
  *EstimatedDt = cctkGH->cctk_delta_time;
  *Error = 0;
}

void MoL_FinishLoop(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_FinishLoop);
  *MoL_Stepsize_Bad = 0;
  *MoL_SlowStep = 1;
  *MoL_SlowPostStep = 1;
}

void MoL_SetCounter(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_SetCounter);
  *MoL_Intermediate_Step = integrator().method.n_substeps();
  *MoL_SlowStep = 1;
  *MoL_SlowPostStep = 1;
  enable_prolongation(false);
}

/// Counts a substep and enables prolongation before the last MoL_PostStep.
void MoL_DecrementCounter(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_DecrementCounter);
  auto const& substeps = integrator().method.substeps;
  *MoL_SlowPostStep = substeps[substeps.size() - *MoL_Intermediate_Step].finishes_slow;
  --*MoL_Intermediate_Step;
  *MoL_SlowStep = *MoL_Intermediate_Step == 0 || substeps[substeps.size() - *MoL_Intermediate_Step].evaluates_slow;
  if (*MoL_Intermediate_Step == 0) enable_prolongation(true);
}

/// Sets cctk_time to the beginning of the step, because it is the end of the step at the start of the bin EVOL.
void MoL_SetTime(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_SetTime);
  *Original_Time = cctkGH->cctk_time;
  *Original_Delta_Time = cctkGH->cctk_delta_time;
  cctkGH->cctk_time -= cctkGH->cctk_delta_time / cctkGH->cctk_timefac;
  cctkGH->cctk_delta_time = integrator().method.substeps.front().step * *Original_Delta_Time;
}

void MoL_ResetTime(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_ResetTime);
  DECLARE_CCTK_PARAMETERS;
  int const n_done = integrator().method.n_substeps() - *MoL_Intermediate_Step;
  cctkGH->cctk_time = time_after(n_done, *Original_Time, *Original_Delta_Time / cctkGH->cctk_timefac);
  if (CCTK_Equals(verbose, "extreme"))
    CCTK_VINFO("Substep %d of %d: time %.17g", n_done, integrator().method.n_substeps(), cctkGH->cctk_time);
}

void MoL_ResetDeltaTime(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_ResetDeltaTime);
  int const n_done = integrator().method.n_substeps() - *MoL_Intermediate_Step;
  double const fraction = *MoL_Intermediate_Step > 0 ? integrator().method.substeps[n_done].step : 1.0;
  cctkGH->cctk_delta_time = fraction * *Original_Delta_Time;
}

/// Boundary conditions that depend on the time step were applied with the time step of the last substep before the
/// checkpoint. After recovery they are applied again and must give bitwise equal values.
void MoL_SetLastDeltaTime(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_SetLastDeltaTime);
  next_delta_time = cctkGH->cctk_delta_time;
  bool const is_after_a_step = cctk_iteration > 0 && *Original_Delta_Time != 0;
  if (is_after_a_step) cctkGH->cctk_delta_time = integrator().method.substeps.back().step * *Original_Delta_Time;
}

void MoL_RestoreDeltaTime(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_RestoreDeltaTime);
  cctkGH->cctk_delta_time = next_delta_time;
}

} // extern "C"
} // namespace mol
