// What happens to the variables during a step: copied, set to zero, combined, restored.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "integrator.hpp"
#include "scratch.hpp"

namespace mol {
namespace {

// The place of a value that an assignment of the method names.
Place place_of(Integrated const& entry, int value) {
  if (is_rhs(value)) return level(entry.evolved.rhs, value < 0 ? -value : 0);
  switch (value) {
  case current:
    return level(entry.evolved.variable, 0);
  case previous:
    return entry.previous;
  default:
    return entry.scratch[value - scratch];
  }
}

std::vector<Update> updates_of(Integrated const& entry, std::vector<Assignment<double>> const& assignments, double dt) {
  std::vector<Update> updates;
  for (auto const& assignment : assignments) {
    updates.push_back({place_of(entry, assignment.target), assignment.scale, {}});
    for (auto const& term : assignment.terms)
      updates.back().sources.push_back(
          {place_of(entry, term.source), is_rhs(term.source) ? term.coefficient * dt : term.coefficient});
  }
  return updates;
}

Substep<double> const& substep(Method<double> const& method, int remaining) {
  return method.substeps[method.substeps.size() - remaining];
}

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

// The driver has rotated the time levels: the newest values are in the past level, the current one holds anything
// (unless somebody has filled it: skip_initial_copy). Variables with one level have kept their values, which are now
// set aside.
void MoL_InitialCopy(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    int const variable = entry.evolved.variable;
    if (!has_past_level(cctkGH, variable)) copy(cctkGH, entry.previous, level(variable, 0), entry.n);
    if (!skip_initial_copy) copy_past_level(cctkGH, variable);
  }
  auto const places = saved_places(cctkGH);
  for (std::size_t i = 0; i < places.size(); ++i) {
    int const variable = registry().saved()[i];
    copy(cctkGH, places[i], level(variable, 0), n_points(cctkGH, variable));
    if (!skip_initial_copy) copy_past_level(cctkGH, variable);
  }
  if (skip_initial_copy) return;
  for (int const variable : registry().constrained())
    if (is_grid_function(variable)) copy_past_level(cctkGH, variable); // arrays stay as the rotation left them
}

// Slow right-hand sides that will not be calculated keep their values: the method uses them once more.
void MoL_InitRHS(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_InitRHS);
  for (Evolved const& evolved : registry().evolved())
    if (!evolved.is_slow || *MoL_SlowStep)
      update(cctkGH, {{level(evolved.rhs, 0), 0, {}}}, n_points(cctkGH, evolved.rhs));
}

void MoL_Prepare(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_Prepare);
  auto const& assignments = substep(integrator().method, *MoL_Intermediate_Step).prepare;
  if (assignments.empty()) return;
  for (Integrated const& entry : integrated_variables(cctkGH))
    update(cctkGH, updates_of(entry, assignments, 0), entry.n);
}

void MoL_Add(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_Add);
  DECLARE_CCTK_PARAMETERS;
  double const dt = *Original_Delta_Time / cctk_timefac;
  double const begin = *Original_Time - dt;
  auto const& method = method_of_step((begin - cctk_initial_time) / dt);
  auto const& now = substep(method, *MoL_Intermediate_Step);
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    bool const is_slow = entry.evolved.is_slow && method.is_multirate();
    update(cctkGH, updates_of(entry, is_slow ? now.slow_update : now.update, dt), entry.n);
  }
}

void MoL_RestoreSandR(CCTK_ARGUMENTS) {
  auto const places = saved_places(cctkGH);
  for (std::size_t i = 0; i < places.size(); ++i) {
    int const variable = registry().saved()[i];
    copy(cctkGH, level(variable, 0), places[i], n_points(cctkGH, variable));
  }
}

void MoL_FillAllLevels(CCTK_ARGUMENTS) {
  for (Evolved const& evolved : registry().evolved()) fill_past_levels(cctkGH, evolved.variable);
  for (int const variable : registry().constrained()) fill_past_levels(cctkGH, variable);
  for (int const variable : registry().saved()) fill_past_levels(cctkGH, variable);
}

} // extern "C"
} // namespace mol
