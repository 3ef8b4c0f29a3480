// What drivers and other thorns call: each call asks the validity core and makes the copies it wants.
#include "cctk.h"
#include "cctk_Parameters.h"
#include "copies.hpp"
#include "places.hpp"

using namespace accelerator;

namespace {

std::string name_of(cFunctionData const& function) { return std::string(function.thorn) + "::" + function.routine; }

std::string at_iteration(cGH const* cctkGH) { return " at iteration " + std::to_string(cctkGH->cctk_iteration); }

void tell(char const* call, std::string const& about) {
  DECLARE_CCTK_PARAMETERS
  if (veryverbose) CCTK_VINFO("%s %s", call, about.c_str());
}

/// Asks for valid data and ends the run with the last writers' names when there are none.
void read_or_stop(cGH const* cctkGH, std::vector<Place> const& wanted, Side side, std::string const& reader) {
  try {
    make(cctkGH, validity().read(wanted, side, reader), Extent::whole);
  } catch (InvalidRead const& error) {
    CCTK_VERROR("%s is read by %s, but it is valid neither on the host nor on the device: %s. Declare in schedule.ccl "
                "who writes it (WRITES), or have that function call Accelerator_NotifyDataModified.",
                accelerator::name_of(error.place).c_str(), error.reader.c_str(), error.reason.c_str());
  }
}

} // namespace

extern "C" CCTK_INT AcceleratorThorn_PreCallFunction(CCTK_POINTER_TO_CONST gh, CCTK_POINTER_TO_CONST attribute) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const& function = *static_cast<cFunctionData const*>(attribute);
  tell("before", name_of(function));
  Side const side = side_of(cctkGH, function);
  Declared const access = declared(cctkGH, function);
  read_or_stop(cctkGH, access.reads, side, name_of(function));
  make(cctkGH, validity().before_partial_write(access.partial_writes, side, name_of(function)), Extent::whole);
  if (side == Side::device) introduce(cctkGH, access.writes);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PostCallFunction(CCTK_POINTER_TO_CONST gh, CCTK_POINTER_TO_CONST attribute) {
  DECLARE_CCTK_PARAMETERS
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const& function = *static_cast<cFunctionData const*>(attribute);
  tell("after", name_of(function));
  Side const side = side_of(cctkGH, function);
  Declared const access = declared(cctkGH, function);
  std::string const writer = name_of(function) + at_iteration(cctkGH);
  if (access.declares_nothing) validity().written_by_undeclared(writer);
  validity().written(access.writes, side, writer);
  bool const is_analysis = CCTK_EQUALS(function.where, "CCTK_ANALYSIS");
  if (side == Side::device && is_analysis && copy_back_all_written_variables_in_analysis)
    read_or_stop(cctkGH, access.writes, Side::host, "output");
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PreSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* groups, CCTK_INT ngroups) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  make(cctkGH, validity().before_exchange(places_of_groups(cctkGH, groups, ngroups)), Extent::parts);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_PostSync(CCTK_POINTER_TO_CONST gh, CCTK_INT const* groups, CCTK_INT ngroups) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  make(cctkGH, validity().after_exchange(places_of_groups(cctkGH, groups, ngroups)), Extent::parts);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_Cycle(CCTK_POINTER_TO_CONST gh) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  tell("rotating", "all time levels");
  int const level = refinement_level(cctkGH);
  std::vector<Place> on_device;
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    if (CCTK_GroupTypeFromVarI(variable) != CCTK_GF) continue;
    int const n_time_levels = CCTK_ActiveTimeLevelsVI(cctkGH, variable);
    if (n_time_levels < 2) continue;
    bool is_on_device = false;
    for (int time_level = 0; time_level < n_time_levels; ++time_level)
      is_on_device = is_on_device || validity().state({variable, level, time_level}).on_device;
    if (is_on_device) on_device.push_back({variable, level, n_time_levels});
    validity().rotate(variable, level, n_time_levels, "its time levels were rotated" + at_iteration(cctkGH));
  }
  if (on_device.empty()) return 0;
  Lists const l(on_device);
  return Device_CopyCycle(cctkGH, l.variables.data(), l.levels.data(), l.time_levels.data(), l.size());
}

extern "C" CCTK_INT AcceleratorThorn_CopyFromPast(CCTK_POINTER_TO_CONST gh, CCTK_INT const* vars, CCTK_INT nvars) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  int const level = refinement_level(cctkGH);
  std::vector<Place> on_device;
  for (CCTK_INT i = 0; i < nvars; ++i)
    if (is_tracked(cctkGH, {vars[i], level, 1}) &&
        validity().copy_from_past(vars[i], level, "the driver" + at_iteration(cctkGH)))
      on_device.push_back({vars[i], level, 0});
  if (on_device.empty()) return 0;
  Lists const l(on_device);
  return Device_CopyFromPast(cctkGH, l.variables.data(), l.levels.data(), l.time_levels.data(), l.size());
}

extern "C" CCTK_INT AcceleratorThorn_NotifyDataModified(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                        CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables,
                                                        CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const* const function = CCTK_ScheduleQueryCurrentFunction(cctkGH);
  std::string const writer = (function ? name_of(*function) : std::string("the driver")) + at_iteration(cctkGH);
  validity().written(places(cctkGH, variables, rls, tls, nvariables), on_device ? Side::device : Side::host, writer);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_RequireInvalidData(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                        CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables,
                                                        CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const wanted = places(cctkGH, variables, rls, tls, nvariables);
  // The caller overwrites the data on this side: what the other side has must not be copied over it later.
  validity().invalidate(wanted, on_device ? Side::device : Side::host,
                        "a request to overwrite it" + at_iteration(cctkGH));
  if (on_device) introduce(cctkGH, wanted);
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_RequireValidData(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                      CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables,
                                                      CCTK_INT on_device) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  auto const* const function = CCTK_ScheduleQueryCurrentFunction(cctkGH);
  read_or_stop(cctkGH, places(cctkGH, variables, rls, tls, nvariables), on_device ? Side::device : Side::host,
               function ? name_of(*function) : "the driver");
  return 0;
}

extern "C" CCTK_INT AcceleratorThorn_FetchToHost(CCTK_POINTER_TO_CONST gh, CCTK_INT const* variables,
                                                 CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT nvariables) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  std::vector<Place> on_device;
  for (auto const& place : places(cctkGH, variables, rls, tls, nvariables))
    if (State const& known = validity().state(place); known.on_device && !known.on_host) on_device.push_back(place);
  read_or_stop(cctkGH, on_device, Side::host, "a checkpoint");
  return 0;
}
