// Aliased functions that drivers call before and after exchanges of ghost zones.
#include "array_requests.hpp"
#include "cctk.h"
#include "cctk_Functions.h"
#include "copies.hpp"
#include "current_call.hpp"
#include "tracked_arrays.hpp"

using namespace accelerator;

namespace {

Reason reason(cGH const* cctkGH) { return make_reason("filled by an exchange of ghost zones" + at_iteration(cctkGH)); }

/// Records that an exchange, not a running function, fills ghost zones of the host's arrays.
void fill_on_host(cGH const* cctkGH, ArrayId const& array, Reason const& why) {
  Partition const& partition = partition_of(cctkGH, array.variable);
  validity().exchanged(array, partition, Side::host, why);
  if (CurrentCall::innermost()) CurrentCall::changed_on_host({{array, partition.all_filled()}});
}

/// True if a function on the host has requested the exchange. That function uses the host's arrays afterwards.
bool is_requested_on_host() {
  auto const* const caller = CurrentCall::innermost();
  return caller && !caller->declared->reports_itself && caller->declared->side == Side::host;
}

/// True if all valid points to be sent are valid on the device. Packing then needs no copies to the host.
bool is_packed_on_device(cGH const* cctkGH, ArrayId const& array, Parts const& sent) {
  static bool const can_pack = CCTK_IsFunctionAliased("Device_PackBoxes") &&
                               CCTK_IsFunctionAliased("Device_UnpackBoxes") &&
                               CCTK_IsFunctionAliased("Device_CopyWithin");
  if (!has_device(cctkGH) || !can_pack || !is_divided(array.variable) || is_requested_on_host()) return false;
  State const& state = validity().state(array);
  Parts const on_device = state.valid(Side::device);
  return (sent & on_device).any() && (sent & state.valid(Side::host) & ~on_device).none();
}

} // namespace

extern "C" CCTK_INT AcceleratorThorn_BeginSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables, CCTK_INT n,
                                               CCTK_INT* on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  std::vector<Access> to_host;
  for (CCTK_INT i = 0; i < n; ++i) {
    ArrayId const array{variables[i], refinement_level(cctkGH), 0};
    on_device[i] = 0;
    if (!is_tracked(cctkGH, array)) continue;
    Partition const& partition = partition_of(cctkGH, array.variable);
    Parts const sent = partition.sent() & partition.has_points();
    on_device[i] = is_packed_on_device(cctkGH, array, sent);
    if (!on_device[i]) to_host.push_back({array, sent});
  }
  fetch(cctkGH, to_host, Side::host, "exchange of ghost zones");
  Reason const why = reason(cctkGH);
  for (CCTK_INT i = 0; i < n; ++i) {
    ArrayId const array{variables[i], refinement_level(cctkGH), 0};
    if (!is_tracked(cctkGH, array)) continue;
    if (on_device[i])
      validity().exchanged(array, partition_of(cctkGH, array.variable), Side::device, why);
    else
      fill_on_host(cctkGH, array, why);
  }
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_NotifyInFlight(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                    CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  for (CCTK_INT i = 0; i < n; ++i) {
    ArrayId const array{variables[i], refinement_level(cctkGH), 0};
    if (!is_tracked(cctkGH, array)) continue;
    CCTK_INT const *const l = lower + 3 * i, *const u = upper + 3 * i;
    Box const box{{l[0], l[1], l[2]}, {u[0], u[1], u[2]}};
    validity().departed(array, partition_of(cctkGH, variables[i]).covering(box));
  }
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_EndSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables, CCTK_INT n) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  for (CCTK_INT i = 0; i < n; ++i) // includes past levels, which deferred conditions read
    for (int time_level = 0; time_level < CCTK_DeclaredTimeLevelsVI(variables[i]); ++time_level)
      if (ArrayId const array{variables[i], refinement_level(cctkGH), time_level}; is_tracked(cctkGH, array))
        validity().arrived(array);
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
  run_deferred_kernels(cctkGH);
  std::vector<Access> sent;
  for (auto const& array : arrays_of_groups(cctkGH, groups, ngroups))
    sent.push_back({array, partition_of(cctkGH, array.variable).sent()});
  fetch(cctkGH, sent, Side::host, "exchange of ghost zones");
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PostSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* groups, CCTK_INT ngroups) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  Reason const why = reason(cctkGH);
  for (auto const& array : arrays_of_groups(cctkGH, groups, ngroups)) {
    fill_on_host(cctkGH, array, why);
    validity().arrived(array);
  }
  return 0;
}
