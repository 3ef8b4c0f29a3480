// Registered conditions and variables selected for them: the aliased functions of interface.ccl, and the functions of
// schedule.ccl that register, compile and apply conditions.
#include "condition.hpp"

#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <strings.h>
#include <tuple>

namespace boundary {
namespace {

struct CompareIgnoringCase {
  bool operator()(std::string const& a, std::string const& b) const { return strcasecmp(a.c_str(), b.c_str()) < 0; }
};
template <class Value>
using ByName = std::map<std::string, Value, CompareIgnoringCase>;

/// Functions of the conditions of all thorns, by the name under which they were registered.
ByName<phys_bc_fn_ptr> registered_conditions;

/// Requests by condition, each list ordered by table, then by variable.
ByName<std::vector<Request>> selected_requests;

/// Return values of the Cactus interface.
enum Error {
  unknown_condition = -2,
  faces_selected_before = -3,
  unknown_group = -6,
  invalid_index = -7,
  empty_group = -8,
  unknown_variable = -11,
};

/// Whether one of these faces of the variable is selected already, for any condition.
bool is_selected(int variable, int faces) {
  for (auto const& [name, requests] : selected_requests)
    for (Request const& request : requests)
      if (request.variable == variable && (request.faces & faces)) return true;
  return false;
}

/// The name of the parameter that enables the condition: `register_flat` for `Flat`.
std::string registration_parameter(char const* condition) {
  std::string parameter = std::string("register_") + condition;
  std::transform(parameter.begin(), parameter.end(), parameter.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return parameter;
}

/// A condition without a parameter `register_<condition>` is always registered.
bool is_enabled(char const* condition) {
  int type = 0;
  auto const* const value = static_cast<CCTK_INT const*>(
      CCTK_ParameterGet(registration_parameter(condition).c_str(), CCTK_THORNSTRING, &type));
  return !value || *value != 0;
}

int select(Request const& request, char const* condition) {
  DECLARE_CCTK_PARAMETERS;
  char const* const name = CCTK_FullVarName(request.variable);
  if (!registered_conditions.contains(condition)) {
    if (is_enabled(condition))
      CCTK_VWARN(CCTK_WARN_ALERT, "%s is selected for the boundary condition '%s', which no thorn has registered", name,
                 condition);
    else
      CCTK_VWARN(CCTK_WARN_ALERT,
                 "%s is selected for the boundary condition '%s', which Boundary::%s = \"no\" disables. Set this "
                 "parameter to \"yes\"",
                 name, condition, registration_parameter(condition).c_str());
    return unknown_condition;
  }
  auto& requests = selected_requests[condition];
  if (is_selected(request.variable, request.faces)) {
    if (!CCTK_Equals(presync_mode, "off") && std::find(requests.begin(), requests.end(), request) != requests.end())
      return 0;
    CCTK_VWARN(CCTK_WARN_ALERT,
               "%s is selected twice for a boundary condition, now for '%s'; the first selection is used", name,
               condition);
    return faces_selected_before;
  }
  auto const key = [](Request const& entry) { return std::tuple(entry.table, entry.variable); };
  auto const position = std::upper_bound(requests.begin(), requests.end(), request,
                                         [&](Request const& a, Request const& b) { return key(a) < key(b); });
  requests.insert(position, request);
  return 0;
}

/// Returns the requests without variables whose boundary conditions the driver applies.
std::vector<Request> requests_to_apply(cGH const* cctkGH, std::vector<Request> requests) {
  DECLARE_CCTK_PARAMETERS;
  if (!CCTK_Equals(presync_mode, "off") && CCTK_IsFunctionAliased("Driver_FilterOutVarForBCI"))
    std::erase_if(requests,
                  [&](Request const& request) { return Driver_FilterOutVarForBCI(cctkGH, request.variable) != 0; });
  return requests;
}

/// The first `max_levels` time levels of the variables.
thorntools::TimeLevels time_levels(cGH const* cctkGH, std::vector<Request> const& requests, int max_levels) {
  thorntools::TimeLevels list;
  for (Request const& request : requests)
    for (int level = 0; level < std::min(max_levels, CCTK_ActiveTimeLevelsVI(cctkGH, request.variable)); ++level)
      list.add(request.variable, level);
  return list;
}

/// Calls the registered function on the host. Whole variables are copied to the host, because the points that the
/// function reads are unknown. Used for boundary conditions of other thorns and for those that change
/// nothing; used for all conditions if Accelerator does not track boxes.
void call_function(cGH const* cctkGH, std::string const& condition, phys_bc_fn_ptr function,
                   std::vector<Request> const& requests) {
  Condition const* const own = find_condition(function);
  bool const does_nothing = own && !own->update;
  if (!does_nothing && CCTK_IsFunctionAliased("Accelerator_RequireValidData"))
    thorntools::call_for_host(Accelerator_RequireValidData, cctkGH, time_levels(cctkGH, requests, 2));
  std::vector<CCTK_INT> variables, faces, widths, tables;
  for (Request const& request : requests) {
    variables.push_back(request.variable);
    faces.push_back(request.faces);
    widths.push_back(request.width);
    tables.push_back(request.table);
  }
  CCTK_INT const error = function(cctkGH, static_cast<CCTK_INT>(requests.size()), variables.data(), faces.data(),
                                  widths.data(), tables.data());
  if (error < 0)
    CCTK_VWARN(CCTK_WARN_ALERT, "the boundary condition '%s' returned error %d", condition.c_str(),
               static_cast<int>(error));
  if (!does_nothing && CCTK_IsFunctionAliased("Accelerator_NotifyDataModified"))
    thorntools::call_for_host(Accelerator_NotifyDataModified, cctkGH, time_levels(cctkGH, requests, 1));
}

void notify_driver(cGH const* cctkGH, std::vector<Request> const& requests) {
  static bool const is_provided = CCTK_IsFunctionAliased("Driver_NotifyDataModified") != 0;
  if (!is_provided) return;
  std::vector<CCTK_INT> variables;
  for (Request const& request : requests) variables.push_back(request.variable);
  std::vector<CCTK_INT> const levels(variables.size(), 0), regions(variables.size(), CCTK_VALID_BOUNDARY);
  Driver_NotifyDataModified(cctkGH, variables.data(), levels.data(), static_cast<CCTK_INT>(variables.size()),
                            regions.data());
}

void apply(cGH const* cctkGH, std::string const& name, std::vector<Request> const& requests) {
  for (Request const& request : requests)
    if (!CCTK_VarDataPtrI(cctkGH, 0, request.variable))
      CCTK_VERROR("%s is selected for the boundary condition '%s', but has no storage.",
                  CCTK_FullVarName(request.variable), name.c_str());
  thorntools::ActingFor const acting(cctkGH, "Boundary::Boundary_ApplyPhysicalBCs, " + name);
  phys_bc_fn_ptr const function = registered_conditions.at(name);
  Condition const* const condition = find_condition(function);
  if (condition && condition->update && accelerator_tracks_boxes())
    apply_updates(make_updates(cctkGH, *condition, requests));
  else
    call_function(cctkGH, name, function, requests);
  notify_driver(cctkGH, requests);
}

/// The real types of grid functions with storage.
std::set<int> types_of_functions(cGH const* cctkGH) {
  std::set<int> types;
  for (int group = 0; group < CCTK_NumGroups(); ++group) {
    cGroup data;
    CCTK_GroupData(group, &data);
    bool const is_real = data.vartype == CCTK_VARIABLE_REAL || data.vartype == CCTK_VARIABLE_REAL4;
    if (is_real && data.grouptype == CCTK_GF && data.dim == 3 && CCTK_ActiveTimeLevelsGI(cctkGH, group) > 0)
      types.insert(data.vartype);
  }
  return types;
}

} // namespace

extern "C" {

/// A null function registers a condition that is applied by other means.
CCTK_INT Bdry_Boundary_RegisterPhysicalBC(CCTK_POINTER_TO_CONST, phys_bc_fn_ptr function, CCTK_STRING bc_name) {
  auto const do_nothing = [](CCTK_POINTER_TO_CONST, CCTK_INT, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                             CCTK_INT const*) -> CCTK_INT { return 0; };
  if (registered_conditions.emplace(bc_name, function ? function : +do_nothing).second) return 0;
  CCTK_VWARN(CCTK_WARN_ALERT, "the boundary condition '%s' is registered twice; the first registration is used",
             bc_name);
  return -2;
}

CCTK_POINTER_TO_CONST Bdry_Boundary_QueryRegisteredPhysicalBC(CCTK_POINTER_TO_CONST, CCTK_STRING bc_name) {
  auto const position = registered_conditions.find(bc_name);
  if (position == registered_conditions.end()) return nullptr;
  return reinterpret_cast<CCTK_POINTER_TO_CONST>(position->second);
}

CCTK_INT Bdry_Boundary_SelectVarForBCI(CCTK_POINTER_TO_CONST, CCTK_INT faces, CCTK_INT boundary_width,
                                       CCTK_INT table_handle, CCTK_INT var_index, CCTK_STRING bc_name) {
  if (var_index < 0 || var_index >= CCTK_NumVars()) {
    CCTK_VWARN(CCTK_WARN_ALERT, "the variable index %d, selected for the boundary condition '%s', is not valid",
               static_cast<int>(var_index), bc_name);
    return invalid_index;
  }
  return select({var_index, faces, boundary_width, table_handle}, bc_name);
}

CCTK_INT Bdry_Boundary_SelectVarForBC(CCTK_POINTER_TO_CONST GH, CCTK_INT faces, CCTK_INT boundary_width,
                                      CCTK_INT table_handle, CCTK_STRING var_name, CCTK_STRING bc_name) {
  int const variable = CCTK_VarIndex(var_name);
  if (variable >= 0) return Bdry_Boundary_SelectVarForBCI(GH, faces, boundary_width, table_handle, variable, bc_name);
  CCTK_VWARN(CCTK_WARN_ALERT, "'%s', selected for the boundary condition '%s', is not a variable", var_name, bc_name);
  return unknown_variable;
}

/// Selects all variables of the group, also after an error; returns the first error.
CCTK_INT Bdry_Boundary_SelectGroupForBCI(CCTK_POINTER_TO_CONST GH, CCTK_INT faces, CCTK_INT boundary_width,
                                         CCTK_INT table_handle, CCTK_INT group_index, CCTK_STRING bc_name) {
  int const n = CCTK_NumVarsInGroupI(group_index);
  if (n < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT, "the group index %d, selected for the boundary condition '%s', is not valid",
               static_cast<int>(group_index), bc_name);
    return invalid_index;
  }
  int result = n == 0 ? empty_group : 0;
  for (int i = 0; i < n; ++i) {
    int const error = Bdry_Boundary_SelectVarForBCI(GH, faces, boundary_width, table_handle,
                                                    CCTK_FirstVarIndexI(group_index) + i, bc_name);
    if (result == 0) result = error;
  }
  return result;
}

CCTK_INT Bdry_Boundary_SelectGroupForBC(CCTK_POINTER_TO_CONST GH, CCTK_INT faces, CCTK_INT boundary_width,
                                        CCTK_INT table_handle, CCTK_STRING group_name, CCTK_STRING bc_name) {
  int const group = CCTK_GroupIndex(group_name);
  if (group >= 0) return Bdry_Boundary_SelectGroupForBCI(GH, faces, boundary_width, table_handle, group, bc_name);
  CCTK_VWARN(CCTK_WARN_ALERT, "'%s', selected for the boundary condition '%s', is not a group", group_name, bc_name);
  return unknown_group;
}

/// Fills the first array_size entries of the arrays, each of which may be null, and returns the number of selections.
/// Without a name, selections for all conditions are returned.
CCTK_INT Bdry_Boundary_SelectedGVs(CCTK_POINTER_TO_CONST GH, CCTK_INT array_size, CCTK_INT* var_indicies,
                                   CCTK_INT* faces, CCTK_INT* boundary_widths, CCTK_INT* table_handles,
                                   CCTK_STRING bc_name) {
  if (bc_name && !registered_conditions.contains(bc_name)) return -1;
  CCTK_INT n = 0;
  for (auto const& [name, requests] : selected_requests) {
    if (bc_name && !CCTK_Equals(name.c_str(), bc_name)) continue;
    for (Request const& request : requests_to_apply(static_cast<cGH const*>(GH), requests)) {
      if (n < array_size) {
        if (var_indicies) var_indicies[n] = request.variable;
        if (faces) faces[n] = request.faces;
        if (boundary_widths) boundary_widths[n] = request.width;
        if (table_handles) table_handles[n] = request.table;
      }
      ++n;
    }
  }
  return n;
}

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
  for (auto const& [name, selected] : selected_requests)
    if (auto const requests = requests_to_apply(cctkGH, selected); !requests.empty()) apply(cctkGH, name, requests);
}

/// Compiles the kernels of all registered conditions, because the selections of the run are not known yet.
void Boundary_CompileConditions(CCTK_ARGUMENTS) {
  auto const types = types_of_functions(cctkGH);
  for (auto const& [name, function] : registered_conditions) {
    Condition const* const condition = find_condition(function);
    if (!condition || !condition->method) continue;
    Method const method = condition->method();
    if (!uses_kernels(cctkGH, method)) continue;
    for (int const type : types)
      for (int face = 0; face < (method.depth > 0 ? max_faces : 1); ++face)
        CaKernel_BoxKernel(cctkGH, graph_for_type(method, face, type).c_str(), method.depth > 0 ? face / 2 : -1);
  }
}

void Boundary_ClearSelection(CCTK_ARGUMENTS) { selected_requests.clear(); }

} // extern "C"
} // namespace boundary
