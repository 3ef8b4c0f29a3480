// What functions call that do not declare what they read and write: each takes lists of arrays, and some what parts.
#include "cctk.h"
#include "copies.hpp"
#include "current_call.hpp"
#include "places.hpp"
#include "readers.hpp"
#include "waiting.hpp"

using namespace accelerator;

namespace {

std::vector<Access> boxes_of_arrays(cGH const* cctkGH, CCTK_INT const* variables, CCTK_INT const* rls,
                                    CCTK_INT const* tls, CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n) {
  std::vector<Access> wanted;
  for (CCTK_INT i = 0; i < n; ++i) {
    Place const place{variables[i], rls[i], tls[i]};
    if (!is_tracked(cctkGH, place)) continue;
    CCTK_INT const *const l = lower + 3 * i, *const u = upper + 3 * i;
    wanted.push_back({place, partition_of(cctkGH, place.variable).covering({{l[0], l[1], l[2]}, {u[0], u[1], u[2]}})});
  }
  return wanted;
}

CCTK_INT require(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                 CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  read_or_stop(cctkGH, accesses(cctkGH, vars, rls, tls, regions, n), side_of(on_device), CurrentCall::name());
  return 0;
}

CCTK_INT fetch_parts(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                     CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device, std::string const& reader) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  fetch(cctkGH, accesses(cctkGH, vars, rls, tls, regions, n), side_of(on_device), reader);
  return 0;
}

CCTK_INT notify(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                CCTK_INT const* regions, CCTK_INT n, CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  Side const where = side_of(on_device);
  auto const written = accesses(cctkGH, vars, rls, tls, regions, n);
  refuse_in_flight(written);
  validity().written(written, where, CurrentCall::name() + at_iteration(cctkGH));
  CurrentCall::told(written);
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
  auto const wanted = boxes_of_arrays(cctkGH, variables, rls, tls, lower, upper, n);
  read_or_stop(cctkGH, wanted, side_of(on_device), CurrentCall::name());
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_RequireInvalidData(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                        CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables,
                                                        CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  // The caller will overwrite the data on this side, and tells when it has: until then nothing here is worth a copy.
  auto const overwritten = accesses(cctkGH, variables, rls, tls, nullptr, nvariables);
  end_exchanges(cctkGH, overwritten);
  validity().invalidate(overwritten, side_of(on_device), "a request to overwrite it" + at_iteration(cctkGH));
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
  end_exchanges(cctkGH, accesses(cctkGH, variables, rls, tls, regions, nvariables));
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_IsAnythingInFlight(CCTK_POINTER_TO_CONST) {
  return validity().is_anything_in_flight();
}

extern "C" CCTK_INT AcceleratorThorn_AreInFlight(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                 CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT const* lower,
                                                 CCTK_INT const* upper, CCTK_INT n) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  return !validity().in_flight(boxes_of_arrays(cctkGH, variables, rls, tls, lower, upper, n)).empty();
}
