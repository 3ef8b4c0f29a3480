// Lists of updates from the assignments of the method.
#include "substep.hpp"

#include "cctk_Parameters.h"
#include "circumstances.hpp"
#include "roles/kept.hpp"
#include "scratch.hpp"
#include "substep_readers.hpp"

#include <array>
#include <map>
#include <utility>

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

// What lists of a substep follow from; right-hand sides are multiplied by dt.
struct Basis {
  std::uint64_t circumstances;
  double dt = 0;
  bool operator==(Basis const&) const = default;
};

using KeptOffer = Kept<Basis, Offer>;
using KeptOffers = std::map<std::pair<Method<double> const*, int>, KeptOffer>; // by method and substeps left

bool is_slow(Integrated const& entry, Method<double> const& method) {
  return entry.evolved.is_slow && method.is_multirate();
}

Offer make_initial_copies(cGH const* cctkGH) {
  std::vector<Batch> batches;
  for (Evolved const& evolved : registry().evolved())
    if (has_past_level(cctkGH, evolved.variable))
      batches.push_back(
          {{{level(evolved.variable, 0), 0, {{level(evolved.variable, 1), 1}}}}, n_points(cctkGH, evolved.variable)});
  return {std::move(batches), {}};
}

Offer make_zeroed_rhs(cGH const* cctkGH, bool evaluates_slow) {
  std::vector<Batch> batches;
  for (Evolved const& evolved : registry().evolved())
    if (!evolved.is_slow || evaluates_slow)
      batches.push_back({{{level(evolved.rhs, 0), 0, {}}}, n_points(cctkGH, evolved.rhs)});
  return {std::move(batches), {}};
}

std::vector<Place> unneeded_after(cGH const* cctkGH, Method<double> const& method, int remaining) {
  DECLARE_CCTK_PARAMETERS;
  bool const is_last = remaining == 1;
  std::vector<Place> places;
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    // Without init_RHS_zero what nobody calculates stays from substep to substep.
    if (!is_last && !is_slow(entry, method) && init_RHS_zero && !may_be_read_between_substeps(entry.evolved.rhs))
      places.push_back(level(entry.evolved.rhs, 0));
    if (is_last && !adaptive_stepsize) places.insert(places.end(), entry.scratch.begin(), entry.scratch.end());
  }
  return places;
}

Offer make_new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt) {
  auto const& now = substep(method, remaining);
  std::vector<Batch> batches;
  for (Integrated const& entry : integrated_variables(cctkGH))
    batches.push_back(batch_of(entry, is_slow(entry, method) ? now.slow_update : now.update, dt));
  return {std::move(batches), unneeded_after(cctkGH, method, remaining)};
}

Offer make_prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining) {
  auto const& assignments = substep(method, remaining).prepare;
  std::vector<Batch> batches;
  if (!assignments.empty())
    for (Integrated const& entry : integrated_variables(cctkGH)) batches.push_back(batch_of(entry, assignments, 0));
  return {std::move(batches), {}};
}

} // namespace

Substep<double> const& substep(Method<double> const& method, int remaining) {
  return method.substeps[method.substeps.size() - remaining];
}

Offer& initial_copies(cGH const* cctkGH) {
  static KeptOffer known;
  return known.get({circumstances(cctkGH)}, [&] { return make_initial_copies(cctkGH); });
}

Offer& zeroed_rhs(cGH const* cctkGH, bool evaluates_slow) {
  static std::array<KeptOffer, 2> known;
  return known[evaluates_slow].get({circumstances(cctkGH)}, [&] { return make_zeroed_rhs(cctkGH, evaluates_slow); });
}

Offer& new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt) {
  static KeptOffers known;
  return known[{&method, remaining}].get({circumstances(cctkGH), dt},
                                         [&] { return make_new_values(cctkGH, method, remaining, dt); });
}

Offer& prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining) {
  static KeptOffers known;
  return known[{&method, remaining}].get({circumstances(cctkGH)},
                                         [&] { return make_prepared_values(cctkGH, method, remaining); });
}

} // namespace mol
