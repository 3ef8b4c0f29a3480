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
  switch (value) {
  case current:
    return level(entry.evolved.variable, 0);
  case previous:
    return entry.previous;
  case rhs:
    return level(entry.evolved.rhs, 0);
  default:
    return entry.scratch[value - scratch];
  }
}

void carry_out(cGH const* cctkGH, std::vector<Assignment<double>> const& assignments, double dt) {
  if (assignments.empty()) return;
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    std::vector<Update> updates;
    for (auto const& assignment : assignments) {
      updates.push_back({place_of(entry, assignment.target), assignment.scale, {}});
      for (auto const& term : assignment.terms)
        updates.back().sources.push_back(
            {place_of(entry, term.source), term.source == rhs ? term.coefficient * dt : term.coefficient});
    }
    update(cctkGH, updates, entry.n);
  }
}

Substep<double> const& substep(int remaining) {
  auto const& substeps = integrator().method.substeps;
  return substeps[substeps.size() - remaining];
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
  for (int const variable : registry().constrained()) copy_past_level(cctkGH, variable);
}

void MoL_InitRHS(CCTK_ARGUMENTS) {
  for (Evolved const& evolved : registry().evolved())
    update(cctkGH, {{level(evolved.rhs, 0), 0, {}}}, n_points(cctkGH, evolved.rhs));
}

void MoL_Prepare(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_Prepare);
  carry_out(cctkGH, substep(*MoL_Intermediate_Step).prepare, 0);
}

void MoL_Add(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_Add);
  carry_out(cctkGH, substep(*MoL_Intermediate_Step).update, *Original_Delta_Time / cctk_timefac);
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
