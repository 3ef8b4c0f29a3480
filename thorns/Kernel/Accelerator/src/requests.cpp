// What functions call that do not declare what they read and write: each takes lists of arrays, and some what parts.
#include "cctk.h"
#include "copies.hpp"
#include "current_call.hpp"
#include "places.hpp"
#include "readers.hpp"
#include "told_arrays.hpp"
#include "waiting.hpp"

using namespace accelerator;

namespace {

CCTK_INT require(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                 CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  read_or_stop(cctkGH, *arrays_of(cctkGH, {vars, rls, tls, n, regions}), side_of(on_device));
  return 0;
}

CCTK_INT fetch_parts(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                     CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device, std::string const& reader) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  fetch(cctkGH, arrays_of(cctkGH, {vars, rls, tls, n, regions})->accesses, side_of(on_device), reader);
  return 0;
}

CCTK_INT notify(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  Side const where = side_of(on_device);
  auto const arrays = arrays_of(cctkGH, {vars, rls, tls, n, regions});
  refuse_in_flight(arrays->accesses);
  validity().written(arrays->accesses, where, CurrentCall::name() + at_iteration(cctkGH));
  CurrentCall::told(arrays->accesses);
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
  run_what_waits(cctkGH);
  ToldArrays const told{variables, rls, tls, n, nullptr, lower, upper};
  read_or_stop(cctkGH, *arrays_of(cctkGH, told), side_of(on_device));
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_RequireInvalidData(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                        CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables,
                                                        CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  // The caller will overwrite the data on this side, and tells when it has: until then nothing here is worth a copy.
  auto const overwritten = arrays_of(cctkGH, {variables, rls, tls, nvariables});
  end_exchanges(cctkGH, overwritten->accesses);
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
  run_what_waits(cctkGH);
  end_exchanges(cctkGH, arrays_of(cctkGH, {variables, rls, tls, nvariables, regions})->sums);
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
  ToldArrays const told{variables, rls, tls, n, nullptr, lower, upper};
  return !validity().in_flight(arrays_of(cctkGH, told)->sums).empty();
}
