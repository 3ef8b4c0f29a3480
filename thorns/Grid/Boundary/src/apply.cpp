// The scheduled functions: register, compile, apply, forget.
#include "account.hpp"
#include "known_conditions.hpp"
#include "run_updates.hpp"
#include "selection.hpp"

#include "Numerics/ThornTools/src/acting_for.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

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
  static bool const is_provided = CCTK_IsFunctionAliased("Driver_NotifyDataModified") != 0;
  if (!is_provided) return;
  std::vector<CCTK_INT> const levels(requests.variables.size(), 0),
      regions(requests.variables.size(), CCTK_VALID_BOUNDARY);
  Driver_NotifyDataModified(cctkGH, requests.variables.data(), levels.data(),
                            static_cast<CCTK_INT>(requests.variables.size()), regions.data());
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

// Of conditions of other thorns nothing is known, and nothing can be told of parts to an Accelerator that does not know
// them, as that of CactusUtils: whole variables come to the host.
void apply_on_host(cGH const* cctkGH, std::string const& condition, Arrays const& requests) {
  bool const does_something = conditions().at(condition).function != reinterpret_cast<phys_bc_fn_ptr>(BndNone);
  if (does_something && CCTK_IsFunctionAliased("Accelerator_RequireValidData"))
    tell_of_everything(Accelerator_RequireValidData, cctkGH, requests, 2);
  int const error = conditions().at(condition).function(cctkGH, static_cast<CCTK_INT>(requests.variables.size()),
                                                        requests.variables.data(), requests.faces.data(),
                                                        requests.widths.data(), requests.tables.data());
  if (error < 0) CCTK_VWARN(CCTK_WARN_ALERT, "the boundary condition '%s' returned error %d", condition.c_str(), error);
  if (does_something && CCTK_IsFunctionAliased("Accelerator_NotifyDataModified"))
    tell_of_everything(Accelerator_NotifyDataModified, cctkGH, requests, 1);
}

void apply_known(cGH const* cctkGH, std::string const& condition, Arrays const& requests) {
  std::vector<Update> updates;
  updates.reserve(requests.variables.size());
  for (std::size_t i = 0; i < requests.variables.size(); ++i) {
    Request const request{requests.variables[i], requests.faces[i], requests.widths[i], requests.tables[i]};
    updates.push_back(updates.empty() ? known_update(cctkGH, condition.c_str(), request)
                                      : known_update_after(updates.back(), condition.c_str(), request));
  }
  run_updates(cctkGH, updates);
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
  register_condition(cctkGH, register_extrapolation, "Extrapolation", BndExtrapolation);
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
    // Copies are counted for the condition that needs them, such as those that run on the host.
    thorntools::ActingFor const acting(cctkGH, "Boundary::Boundary_ApplyPhysicalBCs, " + condition);
    if (keeps_account() && is_known(conditions().at(condition).function))
      apply_known(cctkGH, condition, requests);
    else
      apply_on_host(cctkGH, condition, requests);
    tell_driver(cctkGH, requests);
  }
}

// Which conditions will be selected is not known: all that are registered.
void Boundary_CompileConditions(CCTK_ARGUMENTS) {
  for (auto const& [name, condition] : conditions()) {
    auto const [graphs, are_costly] = graphs_of(name);
    if (!is_known(condition.function) || !may_be_by_kernels(cctkGH, are_costly)) continue;
    for (auto const& [graph, thin_axis] : graphs) CaKernel_BoxKernel(cctkGH, graph.c_str(), thin_axis);
  }
}

void Boundary_ClearSelection(CCTK_ARGUMENTS) { selected().clear(); }

} // extern "C"
} // namespace boundary
