// Aliased functions that drivers call before and after scheduled functions and when they rotate time levels.
#include "array_requests.hpp"
#include "cctk.h"
#include "cctk_Parameters.h"
#include "current_call.hpp"
#include "tracked_arrays.hpp"
#include "undeclared_access.hpp"

#include <utility>

#if __has_include("cctk_Bin.h")
#include "cctk_Bin.h"
#else
/// Replaces a function that the flesh of Cactus lacks. That flesh reports only the bin or group in which a function
/// was scheduled.
inline int CCTK_IsInBin(char const* bin) {
  auto const* const function = CCTK_ScheduleQueryCurrentFunction(nullptr);
  return function && CCTK_EQUALS(function->where, bin);
}
#endif

using namespace accelerator;

namespace {

bool undeclared_functions_access_all() {
  DECLARE_CCTK_PARAMETERS
  return CCTK_EQUALS(undeclared, "everything");
}

/// Array parts that a function without declarations may have written: all parts that the function has not reported.
/// With undeclared = "nothing", these are only the parts that were valid nowhere.
std::vector<Access> writes_of_undeclared(cGH const* cctkGH, CurrentCall const& call) {
  std::vector<Access> written;
  for (auto access : all_tracked_arrays(cctkGH)) {
    State const& state = validity().state(access.array);
    if (undeclared_functions_access_all())
      access.parts &= ~state.valid(Side::host) | state.valid(Side::device);
    else
      access.parts &= ~state.valid_somewhere();
    if (access.parts.any()) written.push_back(access);
  }
  return call.reported_writes().missing(written);
}

/// Parts that have been reported or recorded as changed on the host since the function began.
std::vector<Access> recorded_changes(CurrentCall const& call) {
  std::vector<Access> all = call.all_writes().all();
  all.insert(all.end(), call.copied_to_host().begin(), call.copied_to_host().end());
  return all;
}

std::vector<Access> allowed_changes(DeclaredAccesses const& declared, CurrentCall const& call) {
  std::vector<Access> all = recorded_changes(call);
  all.insert(all.end(), declared.writes.begin(), declared.writes.end());
  return all;
}

/// Makes earlier writes of `caller` visible to a function that the scheduler runs during the caller's call. A caller
/// with WRITES must report its earlier writes itself, because Accelerator cannot determine whether it has written
/// yet. Accelerator::check verifies these reports.
void before_nested_call(cGH const* cctkGH, CurrentCall const& caller) {
  DECLARE_CCTK_PARAMETERS
  if (check && !caller.declared->has_unknown_accesses())
    check_writes_before_nested_call(cctkGH, caller.before(), recorded_changes(caller),
                                    caller.function() + at_iteration(cctkGH));
  if (!caller.declared->has_unknown_accesses()) return;
  validity().written(writes_of_undeclared(cctkGH, caller), Side::host,
                     caller.function() + at_iteration(cctkGH) + ", which has neither READS nor WRITES");
}

/// Makes the writes of `called` visible to `caller`, on the side where the caller runs.
void after_nested_call(cGH const* cctkGH, CurrentCall const& caller, CurrentCall const& called,
                       ReportedWrites const& written) {
  DeclaredAccesses const& access = *caller.declared;
  std::string const reader = caller.function() + " after " + called.function();
  if (access.has_unknown_accesses()) {
    if (undeclared_functions_access_all()) fetch(cctkGH, written.all(), Side::host, reader);
    return;
  }
  for (auto const* const list : {&access.reads, &access.writes})
    fetch(cctkGH, written.within(*list), access.side, reader);
}

/// Searches for poison values before `next` begins, because its caller may have read them. Without a caller, the
/// driver or unscheduled code such as output may have read them between two scheduled functions.
void check_what_ran_before(cGH const* cctkGH, cFunctionData const& next) {
  if (auto const* const caller = CurrentCall::innermost())
    check_reads(cctkGH, caller->poisoned(), caller->function() + at_iteration(cctkGH));
  else if (auto const* const last = CurrentCall::last_ended())
    check_reads(cctkGH, last->poisoned(),
                "Code that ran between " + last->function() + " and " + name_of(next) + at_iteration(cctkGH));
}

} // namespace

extern "C" CCTK_INT AcceleratorThorn_PreCallFunction(CCTK_POINTER_TO_CONST gh, CCTK_POINTER_TO_CONST attribute) {
  DECLARE_CCTK_PARAMETERS
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const& function = *static_cast<cFunctionData const*>(attribute);
  if (veryverbose) CCTK_VINFO("before %s", name_of(function).c_str());
  if (check) check_what_ran_before(cctkGH, function);
  run_deferred_kernels(cctkGH, &function);
  if (auto const* const caller = CurrentCall::innermost()) before_nested_call(cctkGH, *caller);
  CurrentCall& call = CurrentCall::begin(function);
  call.declared = declared(cctkGH, function);
  DeclaredAccesses const& access = *call.declared;
  finish_exchanges(cctkGH, access.has_unknown_accesses() || check ? all_tracked_arrays(cctkGH) : access.writes);
  if (access.has_unknown_accesses() && undeclared_functions_access_all() && has_device(cctkGH))
    fetch(cctkGH, all_tracked_arrays(cctkGH), Side::host, name_of(function) + ", which has neither READS nor WRITES");
  if (!access.reads.empty()) require_valid(cctkGH, access.reads, access.side, name_of(function));
  if (!access.preserved.empty()) fetch(cctkGH, access.preserved, access.side, name_of(function));
  if (check) {
    auto poisoned = poison_stale_values(cctkGH, CurrentCall::pending_writes_of_callers());
    CurrentCall::changed_on_host(poisoned);
    call.begin_check(fingerprints(cctkGH), std::move(poisoned));
  }
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PostCallFunction(CCTK_POINTER_TO_CONST gh, CCTK_POINTER_TO_CONST attribute) {
  DECLARE_CCTK_PARAMETERS
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const& function = *static_cast<cFunctionData const*>(attribute);
  if (veryverbose) CCTK_VINFO("after %s", name_of(function).c_str());
  CurrentCall const& call = CurrentCall::end();
  auto const declaration = declared(cctkGH, function); // repeated, because storage may have changed during the call
  DeclaredAccesses const& access = *declaration;
  auto const writer = [&] { return name_of(function) + at_iteration(cctkGH); };
  bool const is_unknown = access.has_unknown_accesses();
  auto const unreported =
      is_unknown ? writes_of_undeclared(cctkGH, call) : call.reported_writes().missing(access.writes);
  if (!unreported.empty())
    validity().written(unreported, access.side,
                       is_unknown ? writer() + ", which has neither READS nor WRITES" : writer());
  CurrentCall::add_nested_writes(unreported);
  if (check && !is_unknown) check_writes(cctkGH, call.before(), allowed_changes(access, call), writer());
  if (check) check_reads(cctkGH, call.poisoned(), writer());
  auto const* const caller = CurrentCall::innermost();
  bool const is_copied_back = copy_back_all_written_variables_in_analysis && CCTK_IsInBin("CCTK_ANALYSIS");
  if (!caller && !is_copied_back) return 0;
  ReportedWrites written = call.all_writes();
  written.add(unreported);
  if (caller) after_nested_call(cctkGH, *caller, call, written);
  if (is_copied_back) fetch(cctkGH, written.all(), Side::host, "output");
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_Cycle(CCTK_POINTER_TO_CONST gh) {
  DECLARE_CCTK_PARAMETERS
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  if (veryverbose) CCTK_INFO("rotating all time levels");
  run_deferred_kernels(cctkGH);
  int const level = refinement_level(cctkGH);
  ArrayLists on_device;
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    // The state of a grid array that no kernel has accessed does not matter.
    bool const is_grid_function = CCTK_GroupTypeFromVarI(variable) == CCTK_GF;
    if (!is_grid_function && !validity().all().contains({variable, level, 0})) continue;
    int const n_time_levels = CCTK_ActiveTimeLevelsVI(cctkGH, variable);
    if (n_time_levels < 2) continue;
    bool is_on_device = false;
    for (int time_level = 0; time_level < n_time_levels; ++time_level)
      is_on_device = is_on_device || validity().state({variable, level, time_level}).valid(Side::device).any();
    if (is_on_device) on_device.add({variable, level, n_time_levels});
    validity().rotate(variable, level, n_time_levels, "its time levels were rotated" + at_iteration(cctkGH));
  }
  if (on_device.size() == 0) return 0;
  return Device_CopyCycle(cctkGH, on_device.variables.data(), on_device.levels.data(), on_device.time_levels.data(),
                          on_device.size());
}

extern "C" CCTK_INT AcceleratorThorn_CopyFromPast(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT nvars) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  run_deferred_kernels(cctkGH);
  int const level = refinement_level(cctkGH);
  ArrayLists on_device;
  finish_exchanges(cctkGH, all_tracked_arrays(cctkGH));
  for (CCTK_INT i = 0; i < nvars; ++i)
    if (is_tracked(cctkGH, {vars[i], level, 1}) &&
        validity().copy_from_past(vars[i], level, "the driver" + at_iteration(cctkGH)))
      on_device.add({vars[i], level, 0});
  if (on_device.size() == 0) return 0;
  return Device_CopyFromPast(cctkGH, on_device.variables.data(), on_device.levels.data(), on_device.time_levels.data(),
                             on_device.size());
}
