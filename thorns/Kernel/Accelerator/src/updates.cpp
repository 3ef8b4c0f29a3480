// What functions call that overwrite boxes of arrays from what lies beside them, as boundary conditions do.
#include "validity/update.hpp"

#include "cctk.h"
#include "current_call.hpp"
#include "places.hpp"
#include "readers.hpp"
#include "told_arrays.hpp"
#include "waiting.hpp"

using namespace accelerator;

namespace {

std::string writer(cGH const* cctkGH) { return CurrentCall::name() + at_iteration(cctkGH); }

} // namespace

extern "C" CCTK_INT AcceleratorThorn_WillUpdateBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                     CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                     CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                     CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  auto const update = update_of(cctkGH, {variables, rls, tls, n, nullptr, lower, upper, is_written});
  end_exchanges(cctkGH, update->touched);
  read_or_stop(cctkGH, update->read, side_of(on_device), CurrentCall::name());
  fetch(cctkGH, update->kept, side_of(on_device), CurrentCall::name());
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_HasUpdatedBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                     CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                     CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                     CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const update = update_of(cctkGH, {variables, rls, tls, n, nullptr, lower, upper, is_written});
  refuse_in_flight(update->touched);
  validity().written(update->written, side_of(on_device), writer(cctkGH));
  CurrentCall::told(update->written);
  return 0;
}

// What it reads that is not in flight is brought to where it will work now.
extern "C" CCTK_INT AcceleratorThorn_PromiseUpdate(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                   CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                   CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                   CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  auto const update = update_of(cctkGH, {variables, rls, tls, n, nullptr, lower, upper, is_written});
  Side const side = side_of(on_device);
  if (!can_wait(*update, validity(), side)) return -1;
  read_or_stop(cctkGH, not_in_flight(update->read, validity()), side, CurrentCall::name());
  fetch(cctkGH, not_in_flight(update->kept, validity()), side, CurrentCall::name());
  promise(*update, validity(), side, writer(cctkGH));
  CurrentCall::told(update->written);
  return 0;
}
