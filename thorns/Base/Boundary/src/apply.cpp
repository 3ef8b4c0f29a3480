// The scheduled functions: register, apply, forget.
#include "selection.hpp"

#include "Base/ThornTools/src/host_boundary.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <optional>
#include <string>
#include <vector>

namespace boundary {
namespace {

// One condition's requests as the arrays that its function takes.
struct Arrays {
  std::vector<CCTK_INT> variables, faces, widths, tables;
};

Arrays waiting_for(cGH const* cctkGH, std::string const& condition) {
  CCTK_INT const n = Boundary_SelectedGVs(cctkGH, 0, nullptr, nullptr, nullptr, nullptr, condition.c_str());
  Arrays found;
  if (n <= 0) return found;
  for (auto* list : {&found.variables, &found.faces, &found.widths, &found.tables}) list->resize(n);
  Boundary_SelectedGVs(cctkGH, n, found.variables.data(), found.faces.data(), found.widths.data(), found.tables.data(),
                       condition.c_str());
  return found;
}

void check_storage(cGH const* cctkGH, Arrays const& requests, std::string const& condition) {
  for (CCTK_INT const variable : requests.variables)
    if (!CCTK_VarDataPtrI(cctkGH, 0, variable))
      CCTK_VERROR("%s is selected for the boundary condition '%s', but has no storage.", CCTK_FullVarName(variable),
                  condition.c_str());
}

void tell_driver(cGH const* cctkGH, Arrays const& requests) {
  if (!CCTK_IsFunctionAliased("Driver_NotifyDataModified")) return;
  std::vector<CCTK_INT> const levels(requests.variables.size(), 0),
      regions(requests.variables.size(), CCTK_VALID_BOUNDARY);
  Driver_NotifyDataModified(cctkGH, requests.variables.data(), levels.data(),
                            static_cast<CCTK_INT>(requests.variables.size()), regions.data());
}

enum class Reads { nothing, present, past, both };

// Which time levels a condition reads near the boundary. Nothing is known of those of other thorns, and nothing can be
// told to an Accelerator that does not know regions, as that of CactusUtils.
std::optional<Reads> reads_near_boundary(std::string const& condition) {
  if (!CCTK_IsFunctionAliased("Accelerator_RequireValidRegions")) return std::nullopt;
  auto const is = [&](char const* name) { return CCTK_Equals(condition.c_str(), name) != 0; };
  if (is("None") || is("Scalar") || is("Copy")) return Reads::nothing;
  if (is("Flat") || is("Robin")) return Reads::present;
  if (is("Static")) return Reads::past;
  if (is("Radiation")) return Reads::both;
  return std::nullopt;
}

template <class Function>
void tell_of_everything(Function const& function, cGH const* cctkGH, Arrays const& requests, int levels) {
  CCTK_INT const refinement = CCTK_IsFunctionAliased("GetRefinementLevel") ? GetRefinementLevel(cctkGH) : 0;
  std::vector<CCTK_INT> variables, time_levels;
  for (CCTK_INT const variable : requests.variables)
    for (int level = 0; level < levels && level < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++level) {
      variables.push_back(variable);
      time_levels.push_back(level);
    }
  std::vector<CCTK_INT> const refinements(variables.size(), refinement);
  CCTK_INT const on_host = 0;
  function(cctkGH, variables.data(), refinements.data(), time_levels.data(), static_cast<CCTK_INT>(variables.size()),
           on_host);
}

// Boundary conditions run on the host. What is not filled of the boundary, because a face was not chosen, stays.
void bring_to_host(cGH const* cctkGH, std::string const& condition, Arrays const& requests) {
  auto const reads = reads_near_boundary(condition);
  if (!reads && CCTK_IsFunctionAliased("Accelerator_RequireValidData"))
    return tell_of_everything(Accelerator_RequireValidData, cctkGH, requests, 2);
  thorntools::HostBoundary const present(cctkGH, requests.variables, 0), past(cctkGH, requests.variables, 1);
  if (reads == Reads::past || reads == Reads::both) past.before_reading();
  if (reads == Reads::present || reads == Reads::both)
    present.before_reading();
  else
    present.before_writing();
}

void tell_of_writing(cGH const* cctkGH, std::string const& condition, Arrays const& requests) {
  if (reads_near_boundary(condition))
    thorntools::HostBoundary(cctkGH, requests.variables, 0).after_writing();
  else if (CCTK_IsFunctionAliased("Accelerator_NotifyDataModified"))
    tell_of_everything(Accelerator_NotifyDataModified, cctkGH, requests, 1);
}

// A condition of this thorn: the parameter that enables it, its name, its function.
template <class Function>
void register_condition(cGH const* cctkGH, CCTK_INT enabled, char const* name, Function function) {
  if (enabled) Boundary_RegisterPhysicalBC(cctkGH, reinterpret_cast<phys_bc_fn_ptr>(function), name);
}

} // namespace

extern "C" {

void Boundary_Check(CCTK_ARGUMENTS) {
  constexpr int most_dimensions = 15; // two bits each in an integer
  if (CCTK_MaxDim() > most_dimensions)
    CCTK_VPARAMWARN("Variables of more than %d dimensions cannot have boundary conditions.", most_dimensions);
}

void Boundary_RegisterBCs(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  register_condition(cctkGH, register_scalar, "Scalar", BndScalar);
  register_condition(cctkGH, register_flat, "Flat", BndFlat);
  register_condition(cctkGH, register_radiation, "Radiation", BndRadiative);
  register_condition(cctkGH, register_copy, "Copy", BndCopy);
  register_condition(cctkGH, register_robin, "Robin", BndRobin);
  register_condition(cctkGH, register_static, "Static", BndStatic);
  register_condition(cctkGH, register_none, "None", BndNone);
}

void Boundary_ApplyPhysicalBCs(CCTK_ARGUMENTS) {
  for (auto const& entry : selected()) {
    std::string const& condition = entry.first;
    Arrays const requests = waiting_for(cctkGH, condition);
    if (requests.variables.empty()) continue;
    check_storage(cctkGH, requests, condition);
    bool const does_something = !CCTK_Equals(condition.c_str(), "None");
    if (does_something) bring_to_host(cctkGH, condition, requests);
    int const error = conditions().at(condition).function(cctkGH, static_cast<CCTK_INT>(requests.variables.size()),
                                                          requests.variables.data(), requests.faces.data(),
                                                          requests.widths.data(), requests.tables.data());
    if (error < 0)
      CCTK_VWARN(CCTK_WARN_ALERT, "the boundary condition '%s' returned error %d", condition.c_str(), error);
    if (does_something) tell_of_writing(cctkGH, condition, requests);
    tell_driver(cctkGH, requests);
  }
}

void Boundary_ClearSelection(CCTK_ARGUMENTS) { selected().clear(); }

} // extern "C"
} // namespace boundary
