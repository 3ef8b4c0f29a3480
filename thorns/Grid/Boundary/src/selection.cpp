#include "selection.hpp"

#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <strings.h>
#include <tuple>

namespace boundary {
namespace {

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
  for (auto const& [name, requests] : selected_requests())
    for (Request const& request : requests)
      if (request.variable == variable && (request.faces & faces)) return true;
  return false;
}

int select(Request const& request, char const* condition) {
  DECLARE_CCTK_PARAMETERS;
  char const* const name = CCTK_FullVarName(request.variable);
  if (!registered_conditions().contains(condition)) {
    CCTK_VWARN(CCTK_WARN_ALERT, "%s is selected for the boundary condition '%s', which no thorn has registered", name,
               condition);
    return unknown_condition;
  }
  auto& requests = selected_requests()[condition];
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

bool is_applied_by_driver(cGH const* cctkGH, int variable) {
  DECLARE_CCTK_PARAMETERS;
  return !CCTK_Equals(presync_mode, "off") && CCTK_IsFunctionAliased("Driver_FilterOutVarForBCI") &&
         Driver_FilterOutVarForBCI(cctkGH, variable);
}

} // namespace

bool CompareIgnoringCase::operator()(std::string const& a, std::string const& b) const {
  return strcasecmp(a.c_str(), b.c_str()) < 0;
}

ByName<phys_bc_fn_ptr>& registered_conditions() {
  static ByName<phys_bc_fn_ptr> functions;
  return functions;
}

ByName<std::vector<Request>>& selected_requests() {
  static ByName<std::vector<Request>> requests;
  return requests;
}

extern "C" {

/// A null function registers a condition that is applied by other means.
CCTK_INT Bdry_Boundary_RegisterPhysicalBC(CCTK_POINTER_TO_CONST, phys_bc_fn_ptr function, CCTK_STRING bc_name) {
  auto const do_nothing = [](CCTK_POINTER_TO_CONST, CCTK_INT, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                             CCTK_INT const*) -> CCTK_INT { return 0; };
  if (registered_conditions().emplace(bc_name, function ? function : +do_nothing).second) return 0;
  CCTK_VWARN(CCTK_WARN_ALERT, "the boundary condition '%s' is registered twice; the first registration is used",
             bc_name);
  return -2;
}

CCTK_POINTER_TO_CONST Bdry_Boundary_QueryRegisteredPhysicalBC(CCTK_POINTER_TO_CONST, CCTK_STRING bc_name) {
  auto const position = registered_conditions().find(bc_name);
  if (position == registered_conditions().end()) return nullptr;
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
  if (variable < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT, "'%s', selected for the boundary condition '%s', is not a variable", var_name, bc_name);
    return unknown_variable;
  }
  return Bdry_Boundary_SelectVarForBCI(GH, faces, boundary_width, table_handle, variable, bc_name);
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
  if (group < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT, "'%s', selected for the boundary condition '%s', is not a group", group_name, bc_name);
    return unknown_group;
  }
  return Bdry_Boundary_SelectGroupForBCI(GH, faces, boundary_width, table_handle, group, bc_name);
}

/// Fills the first array_size entries of the arrays, each of which may be null, and returns the number of selections.
/// Without a name, selections for all conditions are returned.
CCTK_INT Bdry_Boundary_SelectedGVs(CCTK_POINTER_TO_CONST GH, CCTK_INT array_size, CCTK_INT* var_indicies,
                                   CCTK_INT* faces, CCTK_INT* boundary_widths, CCTK_INT* table_handles,
                                   CCTK_STRING bc_name) {
  CCTK_INT n = 0;
  for (auto const& [name, requests] : selected_requests()) {
    if (bc_name && !CCTK_Equals(name.c_str(), bc_name)) continue;
    for (Request const& request : requests) {
      if (is_applied_by_driver(static_cast<cGH const*>(GH), request.variable)) continue;
      if (n < array_size) {
        if (var_indicies) var_indicies[n] = request.variable;
        if (faces) faces[n] = request.faces;
        if (boundary_widths) boundary_widths[n] = request.width;
        if (table_handles) table_handles[n] = request.table;
      }
      ++n;
    }
  }
  return bc_name && !registered_conditions().contains(bc_name) ? -1 : n;
}

} // extern "C"
} // namespace boundary
