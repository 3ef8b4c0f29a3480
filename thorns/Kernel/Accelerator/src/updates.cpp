// What functions call that overwrite boxes of arrays from what lies beside them, as boundary conditions do.
#include "validity/update.hpp"

#include "cctk.h"
#include "current_call.hpp"
#include "places.hpp"
#include "readers.hpp"
#include "waiting.hpp"

#include <set>

using namespace accelerator;

namespace {

/// The boxes of such a function, as aliased functions take them.
struct Boxes {
  CCTK_INT const *variables, *levels, *time_levels, *lower, *upper, *is_written;
  CCTK_INT n;
};

Update update_of(cGH const* cctkGH, Boxes const& list) {
  std::vector<BoxAccess> boxes;
  std::set<Place> places;
  for (CCTK_INT i = 0; i < list.n; ++i) {
    Place const place{list.variables[i], list.levels[i], list.time_levels[i]};
    if (!is_tracked(cctkGH, place)) continue;
    CCTK_INT const *const l = list.lower + 3 * i, *const u = list.upper + 3 * i;
    boxes.push_back({place, {{l[0], l[1], l[2]}, {u[0], u[1], u[2]}}, list.is_written[i] != 0});
    places.insert(place);
  }
  Update update;
  for (Place const& place : places) update.add(place, partition_of(cctkGH, place.variable), boxes);
  return update;
}

std::string writer(cGH const* cctkGH) { return CurrentCall::name() + at_iteration(cctkGH); }

} // namespace

extern "C" CCTK_INT AcceleratorThorn_WillUpdateBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                     CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                     CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                     CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  Update const update = update_of(cctkGH, {variables, rls, tls, lower, upper, is_written, n});
  end_exchanges(cctkGH, update.touched);
  read_or_stop(cctkGH, update.read, side_of(on_device), CurrentCall::name());
  fetch(cctkGH, update.kept, side_of(on_device), CurrentCall::name());
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_HasUpdatedBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                     CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                     CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                     CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  Update const update = update_of(cctkGH, {variables, rls, tls, lower, upper, is_written, n});
  refuse_in_flight(update.touched);
  validity().written(update.written, side_of(on_device), writer(cctkGH));
  CurrentCall::told(update.written);
  return 0;
}

// What it reads that is not in flight is brought to where it will work now.
extern "C" CCTK_INT AcceleratorThorn_PromiseUpdate(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                   CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                   CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                   CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  Update const update = update_of(cctkGH, {variables, rls, tls, lower, upper, is_written, n});
  Side const side = side_of(on_device);
  if (!can_wait(update, validity(), side)) return -1;
  read_or_stop(cctkGH, not_in_flight(update.read, validity()), side, CurrentCall::name());
  fetch(cctkGH, not_in_flight(update.kept, validity()), side, CurrentCall::name());
  promise(update, validity(), side, writer(cctkGH));
  CurrentCall::told(update.written);
  return 0;
}
