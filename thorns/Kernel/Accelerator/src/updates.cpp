// Aliased functions for callers that overwrite boxes of arrays from neighbouring points, as boundary conditions do.
#include "validity/update.hpp"

#include "array_arguments.hpp"
#include "cctk.h"
#include "current_call.hpp"
#include "readers.hpp"
#include "tracked_arrays.hpp"

using namespace accelerator;

namespace {

std::string writer(cGH const* cctkGH) { return CurrentCall::name() + at_iteration(cctkGH); }

} // namespace

extern "C" CCTK_INT AcceleratorThorn_WillUpdateBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                     CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                     CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                     CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  auto const update = resolve_update(cctkGH, {variables, rls, tls, n, nullptr, lower, upper, is_written});
  finish_exchanges(cctkGH, update->touched);
  require_valid(cctkGH, update->read, side_of(on_device), CurrentCall::name());
  fetch(cctkGH, update->preserved, side_of(on_device), CurrentCall::name());
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_HasUpdatedBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                     CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                     CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                     CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const update = resolve_update(cctkGH, {variables, rls, tls, n, nullptr, lower, upper, is_written});
  require_not_in_flight(update->touched);
  validity().written(update->written, side_of(on_device), writer(cctkGH));
  CurrentCall::report_writes(update->written);
  return 0;
}

// Data that are not in flight are copied now to the side where the update will run.
extern "C" CCTK_INT AcceleratorThorn_PromiseUpdate(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                   CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                   CCTK_INT const* upper, CCTK_INT const* is_written, CCTK_INT n,
                                                   CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  auto const update = resolve_update(cctkGH, {variables, rls, tls, n, nullptr, lower, upper, is_written});
  Side const side = side_of(on_device);
  if (!can_defer(*update, validity(), side)) return -1;
  require_valid(cctkGH, not_in_flight(update->read, validity()), side, CurrentCall::name());
  fetch(cctkGH, not_in_flight(update->preserved, validity()), side, CurrentCall::name());
  defer(*update, validity(), side, writer(cctkGH));
  CurrentCall::report_writes(update->written);
  return 0;
}
