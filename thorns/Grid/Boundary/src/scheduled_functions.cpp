// Functions of schedule.ccl: register conditions, compile kernels, apply the selected conditions, clear the selection.
#include "accelerator.hpp"
#include "apply_updates.hpp"
#include "conditions/conditions.hpp"
#include "selection.hpp"

#include "Numerics/ThornTools/src/acting_for.hpp"
#include "Numerics/ThornTools/src/host_data.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace boundary {
namespace {

/// The requests for one condition as the arrays that a registered function takes.
struct RequestArrays {
  std::vector<CCTK_INT> variables, faces, widths, tables;

  bool is_empty() const { return variables.empty(); }
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

RequestArrays requests_for(cGH const* cctkGH, std::string const& condition) {
  CCTK_INT const n = Boundary_SelectedGVs(cctkGH, 0, nullptr, nullptr, nullptr, nullptr, condition.c_str());
  RequestArrays requests;
  if (n <= 0) return requests;
  for (auto* list : {&requests.variables, &requests.faces, &requests.widths, &requests.tables}) list->resize(n);
  Boundary_SelectedGVs(cctkGH, n, requests.variables.data(), requests.faces.data(), requests.widths.data(),
                       requests.tables.data(), condition.c_str());
  return requests;
}

void check_storage(cGH const* cctkGH, RequestArrays const& requests, std::string const& condition) {
  for (CCTK_INT const variable : requests.variables)
    if (!CCTK_VarDataPtrI(cctkGH, 0, variable))
      CCTK_VERROR("%s is selected for the boundary condition '%s', but has no storage.", CCTK_FullVarName(variable),
                  condition.c_str());
}

void notify_driver(cGH const* cctkGH, RequestArrays const& requests) {
  static bool const is_provided = CCTK_IsFunctionAliased("Driver_NotifyDataModified") != 0;
  if (!is_provided) return;
  std::vector<CCTK_INT> const time_levels(requests.variables.size(), 0),
      regions(requests.variables.size(), CCTK_VALID_BOUNDARY);
  Driver_NotifyDataModified(cctkGH, requests.variables.data(), time_levels.data(), requests.size(), regions.data());
}

/// The first `max_levels` time levels of the variables.
thorntools::TimeLevels time_levels(cGH const* cctkGH, RequestArrays const& requests, int max_levels) {
  thorntools::TimeLevels list;
  for (CCTK_INT const variable : requests.variables)
    for (int level = 0; level < std::min(max_levels, CCTK_ActiveTimeLevelsVI(cctkGH, variable)); ++level)
      list.add(variable, level);
  return list;
}

/// Calls the registered function on the host. What it reads is unknown, so that whole variables are copied to the host.
/// This is the case for conditions of other thorns, and for an Accelerator that does not track boxes.
void call_function(cGH const* cctkGH, std::string const& condition, RequestArrays const& requests) {
  phys_bc_fn_ptr const function = registered_conditions().at(condition);
  Condition const* const own = find_condition(function);
  bool const does_nothing = own && !own->update;
  if (!does_nothing && CCTK_IsFunctionAliased("Accelerator_RequireValidData"))
    thorntools::call_for_host(Accelerator_RequireValidData, cctkGH, time_levels(cctkGH, requests, 2));
  CCTK_INT const error = function(cctkGH, requests.size(), requests.variables.data(), requests.faces.data(),
                                  requests.widths.data(), requests.tables.data());
  if (error < 0)
    CCTK_VWARN(CCTK_WARN_ALERT, "the boundary condition '%s' returned error %d", condition.c_str(),
               static_cast<int>(error));
  if (!does_nothing && CCTK_IsFunctionAliased("Accelerator_NotifyDataModified"))
    thorntools::call_for_host(Accelerator_NotifyDataModified, cctkGH, time_levels(cctkGH, requests, 1));
}

/// Parameters `register_<condition>` exist for the conditions of CactusBase; others are always registered.
bool is_enabled(char const* condition) {
  std::string parameter = std::string("register_") + condition;
  std::transform(parameter.begin(), parameter.end(), parameter.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  int type = 0;
  auto const* const value = static_cast<CCTK_INT const*>(CCTK_ParameterGet(parameter.c_str(), CCTK_THORNSTRING, &type));
  return !value || *value != 0;
}

} // namespace

extern "C" {

void Boundary_Check(CCTK_ARGUMENTS) {
  constexpr int max_dimensions = 15; // two bits each in an integer
  if (CCTK_MaxDim() > max_dimensions)
    CCTK_VPARAMWARN("A variable has %d dimensions; boundary conditions are possible for up to %d.", CCTK_MaxDim(),
                    max_dimensions);
}

void Boundary_RegisterBCs(CCTK_ARGUMENTS) {
  for (Condition const& condition : conditions())
    if (is_enabled(condition.name)) Boundary_RegisterPhysicalBC(cctkGH, condition.function, condition.name);
}

void Boundary_ApplyPhysicalBCs(CCTK_ARGUMENTS) {
  for (auto const& entry : selected_requests()) {
    std::string const& name = entry.first;
    RequestArrays const requests = requests_for(cctkGH, name);
    if (requests.is_empty()) continue;
    check_storage(cctkGH, requests, name);
    thorntools::ActingFor const acting(cctkGH, "Boundary::Boundary_ApplyPhysicalBCs, " + name);
    Condition const* const condition = find_condition(registered_conditions().at(name));
    if (condition && condition->update && accelerator_tracks_boxes()) {
      std::vector<Request> list;
      for (std::size_t i = 0; i < requests.variables.size(); ++i)
        list.push_back({requests.variables[i], requests.faces[i], requests.widths[i], requests.tables[i]});
      apply_updates(cctkGH, make_updates(cctkGH, *condition, list));
    } else {
      call_function(cctkGH, name, requests);
    }
    notify_driver(cctkGH, requests);
  }
}

/// Compiles the kernels of all registered conditions, because the selections of the run are not known yet.
void Boundary_CompileConditions(CCTK_ARGUMENTS) {
  for (auto const& [name, function] : registered_conditions()) {
    Condition const* const condition = find_condition(function);
    if (!condition || !condition->method) continue;
    Method const method = condition->method();
    if (!uses_kernels(cctkGH, method)) continue;
    for (int face = 0; face < (method.depth > 0 ? max_faces : 1); ++face)
      CaKernel_BoxKernel(cctkGH, method.graph(face).c_str(), method.depth > 0 ? face / 2 : -1);
  }
}

void Boundary_ClearSelection(CCTK_ARGUMENTS) { selected_requests().clear(); }

} // extern "C"
} // namespace boundary
