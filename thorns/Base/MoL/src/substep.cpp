// Lists of updates from the assignments of the method.
#include "substep.hpp"

#include "cctk_Parameters.h"
#include "substep_readers.hpp"

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

Batch batch_of(Integrated const& entry, std::vector<Assignment<double>> const& assignments, double dt) {
  Batch batch{{}, entry.n};
  for (auto const& assignment : assignments) {
    batch.updates.push_back({place_of(entry, assignment.target), assignment.scale, {}});
    for (auto const& term : assignment.terms)
      batch.updates.back().sources.push_back(
          {place_of(entry, term.source), is_rhs(term.source) ? term.coefficient * dt : term.coefficient});
  }
  return batch;
}

} // namespace

Substep<double> const& substep(Method<double> const& method, int remaining) {
  return method.substeps[method.substeps.size() - remaining];
}

std::vector<Batch> initial_copies(cGH const* cctkGH) {
  std::vector<Batch> batches;
  for (Evolved const& evolved : registry().evolved())
    if (has_past_level(cctkGH, evolved.variable))
      batches.push_back(
          {{{level(evolved.variable, 0), 0, {{level(evolved.variable, 1), 1}}}}, n_points(cctkGH, evolved.variable)});
  return batches;
}

std::vector<Batch> zeroed_rhs(cGH const* cctkGH, bool evaluates_slow) {
  std::vector<Batch> batches;
  for (Evolved const& evolved : registry().evolved())
    if (!evolved.is_slow || evaluates_slow)
      batches.push_back({{{level(evolved.rhs, 0), 0, {}}}, n_points(cctkGH, evolved.rhs)});
  return batches;
}

std::vector<Batch> new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt) {
  auto const& now = substep(method, remaining);
  std::vector<Batch> batches;
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    bool const is_slow = entry.evolved.is_slow && method.is_multirate();
    batches.push_back(batch_of(entry, is_slow ? now.slow_update : now.update, dt));
  }
  return batches;
}

std::vector<Batch> prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining) {
  auto const& assignments = substep(method, remaining).prepare;
  std::vector<Batch> batches;
  if (assignments.empty()) return batches;
  for (Integrated const& entry : integrated_variables(cctkGH)) batches.push_back(batch_of(entry, assignments, 0));
  return batches;
}

std::vector<Place> unneeded_after(cGH const* cctkGH, Method<double> const& method, int remaining) {
  DECLARE_CCTK_PARAMETERS;
  bool const is_last = remaining == 1;
  std::vector<Place> places;
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    bool const is_slow = entry.evolved.is_slow && method.is_multirate();
    // Without init_RHS_zero what nobody calculates stays from substep to substep.
    if (!is_last && !is_slow && init_RHS_zero && !may_be_read_between_substeps(entry.evolved.rhs))
      places.push_back(level(entry.evolved.rhs, 0));
    if (is_last && !adaptive_stepsize) places.insert(places.end(), entry.scratch.begin(), entry.scratch.end());
  }
  return places;
}

} // namespace mol
