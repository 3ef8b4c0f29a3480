// Aliased functions for callers that do not declare their reads and writes in schedule.ccl.
#include "array_requests.hpp"
#include "cctk.h"
#include "current_call.hpp"
#include "tracked_arrays.hpp"

using namespace accelerator;

namespace {

CCTK_INT require(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                 CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  require_valid(cctkGH, *resolve_arrays(cctkGH, {vars, rls, tls, n, regions}), side_of(on_device));
  return 0;
}

CCTK_INT fetch_parts(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                     CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device, std::string const& reader) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  fetch(cctkGH, resolve_arrays(cctkGH, {vars, rls, tls, n, regions})->accesses, side_of(on_device), reader);
  return 0;
}

CCTK_INT notify(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  Side const where = side_of(on_device);
  auto const arrays = resolve_arrays(cctkGH, {vars, rls, tls, n, regions});
  require_not_in_flight(arrays->accesses);
  validity().written(arrays->accesses, where, CurrentCall::name() + at_iteration(cctkGH));
  CurrentCall::report_writes(arrays->accesses);
  return 0;
}

} // namespace

extern "C" CCTK_INT AcceleratorThorn_NotifyDataModified(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                        CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables,
                                                        CCTK_INT on_device) {
  return notify(gh, variables, rls, tls, nullptr, nvariables, on_device);
}

extern "C" CCTK_INT AcceleratorThorn_NotifyRegionsModified(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                           CCTK_INT const* rls, CCTK_INT const* tls,
                                                           CCTK_INT const* regions, CCTK_INT nvariables,
                                                           CCTK_INT on_device) {
  return notify(gh, variables, rls, tls, regions, nvariables, on_device);
}

extern "C" CCTK_INT AcceleratorThorn_RequireValidData(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                      CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables,
                                                      CCTK_INT on_device) {
  return require(gh, variables, rls, tls, nullptr, nvariables, on_device);
}

extern "C" CCTK_INT AcceleratorThorn_RequireValidRegions(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                         CCTK_INT const* rls, CCTK_INT const* tls,
                                                         CCTK_INT const* regions, CCTK_INT nvariables,
                                                         CCTK_INT on_device) {
  return require(gh, variables, rls, tls, regions, nvariables, on_device);
}

extern "C" CCTK_INT AcceleratorThorn_RequireValidBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                       CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                       CCTK_INT const* upper, CCTK_INT n, CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  ArrayArguments const arguments{variables, rls, tls, n, nullptr, lower, upper};
  require_valid(cctkGH, *resolve_arrays(cctkGH, arguments), side_of(on_device));
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_RequireInvalidData(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                        CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables,
                                                        CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  // The caller will overwrite the data on this side and report it. Until the report, this side needs no copies of
  // the data.
  auto const overwritten = resolve_arrays(cctkGH, {variables, rls, tls, nvariables});
  finish_exchanges(cctkGH, overwritten->accesses);
  validity().invalidate(overwritten->accesses, side_of(on_device), "a request to overwrite it" + at_iteration(cctkGH));
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_FetchRegions(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                  CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* regions,
                                                  CCTK_INT nvariables, CCTK_INT on_device) {
  return fetch_parts(gh, variables, rls, tls, regions, nvariables, on_device, CurrentCall::name());
}

extern "C" CCTK_INT AcceleratorThorn_FetchToHost(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                 CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables) {
  constexpr CCTK_INT on_host = 0;
  return fetch_parts(gh, variables, rls, tls, nullptr, nvariables, on_host, "a checkpoint");
}

extern "C" CCTK_INT AcceleratorThorn_WillModifyRegions(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                       CCTK_INT const* rls, CCTK_INT const* tls,
                                                       CCTK_INT const* regions, CCTK_INT nvariables) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  finish_exchanges(cctkGH, resolve_arrays(cctkGH, {variables, rls, tls, nvariables, regions})->sums);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_IsAnythingInFlight(CCTK_POINTER_TO_CONST) {
  return validity().is_anything_in_flight();
}

extern "C" CCTK_INT AcceleratorThorn_AreInFlight(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                 CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                 CCTK_INT const* upper, CCTK_INT n) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  if (!validity().is_anything_in_flight()) return 0;
  ArrayArguments const arguments{variables, rls, tls, n, nullptr, lower, upper};
  return !validity().in_flight(resolve_arrays(cctkGH, arguments)->sums).empty();
}

// The functions below serve updates, which compute boundary points from their neighbours. Boundary conditions are
// updates.

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
  validity().written(update->written, side_of(on_device), CurrentCall::name() + at_iteration(cctkGH));
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
  defer(*update, validity(), side, CurrentCall::name() + at_iteration(cctkGH));
  CurrentCall::report_writes(update->written);
  return 0;
}
