// What drivers call around what they do: each call asks the validity core and makes the copies it wants.
#include "bin.hpp"
#include "cctk.h"
#include "cctk_Parameters.h"
#include "copies.hpp"
#include "current_call.hpp"
#include "places.hpp"
#include "readers.hpp"
#include "stale.hpp"
#include "waiting.hpp"

#include <utility>

using namespace accelerator;

namespace {

bool silent_functions_access_all() {
  DECLARE_CCTK_PARAMETERS
  return CCTK_EQUALS(undeclared, "everything");
}

/// What may have been written by a function of which nothing is known: all that it has not told of itself, or, if such
/// functions are taken to access nothing, what was valid nowhere.
std::vector<Access> written_by_silent(cGH const* cctkGH, CurrentCall const& call) {
  std::vector<Access> written;
  for (auto access : everything_known(cctkGH)) {
    State const& known = validity().state(access.place);
    if (silent_functions_access_all())
      access.parts &= ~known.valid(Side::host) | known.valid(Side::device);
    else
      access.parts &= ~known.valid_somewhere();
    if (access.parts.any()) written.push_back(access);
  }
  return call.own().missing(written);
}

/// What is known to have changed on the host since the function began.
std::vector<Access> may_have_changed(CurrentCall const& call) {
  std::vector<Access> all = call.written().all();
  all.insert(all.end(), call.copied_to_host().begin(), call.copied_to_host().end());
  return all;
}

std::vector<Access> may_change(Declared const& declared, CurrentCall const& call) {
  std::vector<Access> all = may_have_changed(call);
  all.insert(all.end(), declared.writes.begin(), declared.writes.end());
  return all;
}

/// A function that has the scheduler call another one may have written before: the other one is to see it. Of functions
/// that declare what they write it is not known whether they have done so yet; these tell it themselves, which
/// Accelerator::check checks.
void before_nested_call(cGH const* cctkGH, CurrentCall const& caller) {
  DECLARE_CCTK_PARAMETERS
  if (check && !caller.declared->may_do_anything())
    check_told(cctkGH, caller.before(), may_have_changed(caller), caller.function() + at_iteration(cctkGH));
  if (!caller.declared->may_do_anything()) return;
  validity().written(written_by_silent(cctkGH, caller), Side::host,
                     caller.function() + at_iteration(cctkGH) + ", which declares nothing");
}

/// And it may go on with what the other one has written, where it works itself.
void after_nested_call(cGH const* cctkGH, CurrentCall const& caller, CurrentCall const& called, Told const& written) {
  Declared const& access = *caller.declared;
  std::string const reader = caller.function() + " after " + called.function();
  if (access.may_do_anything()) {
    if (silent_functions_access_all()) fetch(cctkGH, written.all(), Side::host, reader);
    return;
  }
  for (auto const* const list : {&access.reads, &access.writes})
    fetch(cctkGH, written.within(*list), access.side, reader);
}

/// What has used marks until now is not the function that begins: it is the one that calls it, or between two functions
/// the driver or what it calls that is not scheduled, such as output.
void check_what_ran_before(cGH const* cctkGH, cFunctionData const& next) {
  if (auto const* const caller = CurrentCall::innermost())
    check_reads(cctkGH, caller->marked(), caller->function() + at_iteration(cctkGH));
  else if (auto const* const last = CurrentCall::last_ended())
    check_reads(cctkGH, last->marked(),
                "Something between " + last->function() + " and " + name_of(next) + at_iteration(cctkGH));
}

} // namespace

extern "C" CCTK_INT AcceleratorThorn_PreCallFunction(CCTK_POINTER_TO_CONST gh, CCTK_POINTER_TO_CONST attribute) {
  DECLARE_CCTK_PARAMETERS
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const& function = *static_cast<cFunctionData const*>(attribute);
  if (veryverbose) CCTK_VINFO("before %s", name_of(function).c_str());
  if (check) check_what_ran_before(cctkGH, function);
  run_what_waits(cctkGH, &function);
  if (auto const* const caller = CurrentCall::innermost()) before_nested_call(cctkGH, *caller);
  CurrentCall& call = CurrentCall::begin(function);
  call.declared = declared(cctkGH, function);
  Declared const& access = *call.declared;
  end_exchanges(cctkGH, access.may_do_anything() || check ? everything_known(cctkGH) : access.writes);
  if (access.may_do_anything() && silent_functions_access_all() && has_device(cctkGH))
    fetch(cctkGH, everything_known(cctkGH), Side::host, name_of(function) + ", which declares nothing");
  if (!access.reads.empty()) read_or_stop(cctkGH, access.reads, access.side, name_of(function));
  if (!access.keeps.empty()) fetch(cctkGH, access.keeps, access.side, name_of(function));
  if (check) {
    auto marked = mark_stale(cctkGH, CurrentCall::written_around());
    CurrentCall::changed_on_host(marked);
    call.begin_check(fingerprints(cctkGH), std::move(marked));
  }
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PostCallFunction(CCTK_POINTER_TO_CONST gh, CCTK_POINTER_TO_CONST attribute) {
  DECLARE_CCTK_PARAMETERS
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const& function = *static_cast<cFunctionData const*>(attribute);
  if (veryverbose) CCTK_VINFO("after %s", name_of(function).c_str());
  CurrentCall const& call = CurrentCall::end();
  auto const known = declared(cctkGH, function); // storage may have changed
  Declared const& access = *known;
  auto const writer = [&] { return name_of(function) + at_iteration(cctkGH); };
  bool const may_do_anything = access.may_do_anything();
  auto const not_told = may_do_anything ? written_by_silent(cctkGH, call) : call.own().missing(access.writes);
  if (!not_told.empty())
    validity().written(not_told, access.side, may_do_anything ? writer() + ", which declares nothing" : writer());
  CurrentCall::called_wrote(not_told);
  if (check && !may_do_anything) check_writes(cctkGH, call.before(), may_change(access, call), writer());
  if (check) check_reads(cctkGH, call.marked(), writer());
  auto const* const caller = CurrentCall::innermost();
  bool const is_copied_back = copy_back_all_written_variables_in_analysis && CCTK_IsInBin("CCTK_ANALYSIS");
  if (!caller && !is_copied_back) return 0;
  Told written = call.written();
  written.add(not_told);
  if (caller) after_nested_call(cctkGH, *caller, call, written);
  if (is_copied_back) fetch(cctkGH, written.all(), Side::host, "output");
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_Cycle(CCTK_POINTER_TO_CONST gh) {
  DECLARE_CCTK_PARAMETERS
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  if (veryverbose) CCTK_INFO("rotating all time levels");
  run_what_waits(cctkGH);
  int const level = refinement_level(cctkGH);
  Lists on_device;
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    if (CCTK_GroupTypeFromVarI(variable) != CCTK_GF) continue;
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
  run_what_waits(cctkGH);
  int const level = refinement_level(cctkGH);
  Lists on_device;
  end_exchanges(cctkGH, everything_known(cctkGH));
  for (CCTK_INT i = 0; i < nvars; ++i)
    if (is_tracked(cctkGH, {vars[i], level, 1}) &&
        validity().copy_from_past(vars[i], level, "the driver" + at_iteration(cctkGH)))
      on_device.add({vars[i], level, 0});
  if (on_device.size() == 0) return 0;
  return Device_CopyFromPast(cctkGH, on_device.variables.data(), on_device.levels.data(), on_device.time_levels.data(),
                             on_device.size());
}
