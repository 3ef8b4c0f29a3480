// Scheduled functions of a step: copy, clear, combine and restore variables.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "integrator.hpp"
#include "scratch.hpp"
#include "update_lists.hpp"

namespace mol {
namespace {

void copy_past_level(cGH const* cctkGH, int variable) {
  if (has_past_level(cctkGH, variable))
    copy(cctkGH, level(variable, 0), level(variable, 1), n_points(cctkGH, variable));
}

void fill_past_levels(cGH const* cctkGH, int variable) {
  for (int past = 1; past < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++past)
    copy(cctkGH, level(variable, past), level(variable, 0), n_points(cctkGH, variable));
}

} // namespace

extern "C" {

/// The driver has rotated the time levels: the newest values are in the past level, and the current level is undefined
/// (unless another thorn has filled it: skip_initial_copy). Values of variables with one level are copied to scratch
/// storage.
void MoL_InitialCopy(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    int const variable = entry.evolved.variable;
    if (!has_past_level(cctkGH, variable)) copy(cctkGH, entry.previous, level(variable, 0), entry.n);
  }
  auto const arrays = saved_arrays(cctkGH);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    int const variable = registry().saved()[i];
    copy(cctkGH, arrays[i], level(variable, 0), n_points(cctkGH, variable));
    if (!skip_initial_copy) copy_past_level(cctkGH, variable);
  }
  if (skip_initial_copy) return;
  for (int const variable : registry().constrained())
    if (is_grid_function(variable)) copy_past_level(cctkGH, variable); // as in Cactus, not grid arrays
  initial_copies(cctkGH).apply(cctkGH, true);
}

void MoL_Prepare(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_Prepare);
  for (auto const& [updates, n] : prepared_values(cctkGH, integrator().method, *MoL_Intermediate_Step).batches())
    update(cctkGH, updates, n);
  await_update(cctkGH);
}

/// Slow right-hand sides that are not evaluated in this substep are not cleared, because the method uses them again.
void MoL_InitRHS(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_InitRHS);
  zeroed_rhs(cctkGH, *MoL_SlowStep != 0).apply(cctkGH, true);
}

void MoL_Add(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_Add);
  DECLARE_CCTK_PARAMETERS;
  double const dt = *Original_Delta_Time / cctk_timefac;
  double const begin = *Original_Time - dt;
  auto const& method = method_of_step((begin - cctk_initial_time) / dt);
  new_values(cctkGH, method, *MoL_Intermediate_Step, dt).apply(cctkGH, false);
}

void MoL_RestoreSandR(CCTK_ARGUMENTS) {
  auto const arrays = saved_arrays(cctkGH);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    int const variable = registry().saved()[i];
    copy(cctkGH, level(variable, 0), arrays[i], n_points(cctkGH, variable));
  }
}

void MoL_FillAllLevels(CCTK_ARGUMENTS) {
  for (Evolved const& evolved : registry().evolved()) fill_past_levels(cctkGH, evolved.variable);
  for (int const variable : registry().constrained()) fill_past_levels(cctkGH, variable);
  for (int const variable : registry().saved()) fill_past_levels(cctkGH, variable);
}

} // extern "C"
} // namespace mol
