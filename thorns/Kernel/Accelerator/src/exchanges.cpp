// What drivers call around exchanges of ghost zones.
#include "cctk.h"
#include "cctk_Functions.h"
#include "copies.hpp"
#include "current_call.hpp"
#include "places.hpp"
#include "readers.hpp"
#include "waiting.hpp"

using namespace accelerator;

namespace {

Reason reason(cGH const* cctkGH) { return make_reason("filled by an exchange of ghost zones" + at_iteration(cctkGH)); }

/// Ghost zones of the host's arrays take other values, which no running function has written.
void fill_on_host(cGH const* cctkGH, Place const& place, Reason const& why) {
  Partition const& partition = partition_of(cctkGH, place.variable);
  validity().exchanged(place, partition, Side::host, why);
  if (CurrentCall::innermost()) CurrentCall::changed_on_host({{place, partition.all_filled()}});
}

/// A function on the host that asks for an exchange itself goes on with the host's arrays.
bool is_asked_for_by_host() {
  auto const* const caller = CurrentCall::innermost();
  return caller && !caller->declared->tells && caller->declared->side == Side::host;
}

/// Whether all there is of what is sent lies on the device, so that it need not come to the host to be packed.
bool is_packed_on_device(cGH const* cctkGH, Place const& place, Parts const& sent) {
  static bool const is_offered = CCTK_IsFunctionAliased("Device_PackBoxes") &&
                                 CCTK_IsFunctionAliased("Device_UnpackBoxes") &&
                                 CCTK_IsFunctionAliased("Device_CopyWithin");
  if (!has_device(cctkGH) || !is_offered || !is_divided(place.variable) || is_asked_for_by_host()) return false;
  State const& known = validity().state(place);
  Parts const on_device = known.valid(Side::device);
  return (sent & on_device).any() && (sent & known.valid(Side::host) & ~on_device).none();
}

} // namespace

extern "C" CCTK_INT AcceleratorThorn_BeginSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables, CCTK_INT n,
                                               CCTK_INT* on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  std::vector<Access> to_host;
  for (CCTK_INT i = 0; i < n; ++i) {
    Place const place{variables[i], refinement_level(cctkGH), 0};
    on_device[i] = 0;
    if (!is_tracked(cctkGH, place)) continue;
    Partition const& partition = partition_of(cctkGH, place.variable);
    Parts const sent = partition.sent() & partition.has_points();
    on_device[i] = is_packed_on_device(cctkGH, place, sent);
    if (!on_device[i]) to_host.push_back({place, sent});
  }
  fetch(cctkGH, to_host, Side::host, "exchange of ghost zones");
  Reason const why = reason(cctkGH);
  for (CCTK_INT i = 0; i < n; ++i) {
    Place const place{variables[i], refinement_level(cctkGH), 0};
    if (!is_tracked(cctkGH, place)) continue;
    if (on_device[i])
      validity().exchanged(place, partition_of(cctkGH, place.variable), Side::device, why);
    else
      fill_on_host(cctkGH, place, why);
  }
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_NotifyInFlight(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                    CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  for (CCTK_INT i = 0; i < n; ++i) {
    Place const place{variables[i], refinement_level(cctkGH), 0};
    if (!is_tracked(cctkGH, place)) continue;
    CCTK_INT const *const l = lower + 3 * i, *const u = upper + 3 * i;
    Box const box{{l[0], l[1], l[2]}, {u[0], u[1], u[2]}};
    validity().departed(place, partition_of(cctkGH, variables[i]).covering(box));
  }
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_EndSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables, CCTK_INT n) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  for (CCTK_INT i = 0; i < n; ++i) // past time levels too: functions that wait for the exchange read them
    for (int time_level = 0; time_level < CCTK_DeclaredTimeLevelsVI(variables[i]); ++time_level)
      if (Place const place{variables[i], refinement_level(cctkGH), time_level}; is_tracked(cctkGH, place))
        validity().arrived(place);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PackBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                               CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n,
                                               CCTK_POINTER packed) {
  pack(static_cast<cGH const*>(gh), {variables, lower, upper, n}, packed);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_UnpackBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                 CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n,
                                                 CCTK_POINTER_TO_CONST packed) {
  unpack(static_cast<cGH const*>(gh), {variables, lower, upper, n}, packed);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_CopyWithin(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT const* to_lower,
                                                CCTK_INT n) {
  copy_within(static_cast<cGH const*>(gh), {variables, lower, upper, n}, to_lower);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PreSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* groups, CCTK_INT ngroups) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_what_waits(cctkGH);
  std::vector<Access> sent;
  for (auto const& place : places_of_groups(cctkGH, groups, ngroups))
    sent.push_back({place, partition_of(cctkGH, place.variable).sent()});
  fetch(cctkGH, sent, Side::host, "exchange of ghost zones");
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PostSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* groups, CCTK_INT ngroups) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  Reason const why = reason(cctkGH);
  for (auto const& place : places_of_groups(cctkGH, groups, ngroups)) {
    fill_on_host(cctkGH, place, why);
    validity().arrived(place);
  }
  return 0;
}
