// Which boundary conditions exist, and which variables are waiting for which of them: the aliased functions.
#include "selection.hpp"

#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <strings.h>
#include <tuple>

namespace boundary {
namespace {

enum Error {
  no_such_condition = -2,
  faces_taken = -3,
  no_such_group = -6,
  no_such_index = -7,
  empty_group = -8,
  no_such_variable = -11,
};

// Whether a request for one of these faces of the variable is waiting already.
bool taken(int variable, int faces) {
  for (auto const& [name, requests] : selected())
    for (Request const& request : requests)
      if (request.variable == variable && (request.faces & faces)) return true;
  return false;
}

bool waiting_already(std::vector<Request> const& requests, Request const& wanted) {
  return std::any_of(requests.begin(), requests.end(), [&](Request const& request) {
    return request.variable == wanted.variable && request.faces == wanted.faces && request.width == wanted.width &&
           request.table == wanted.table;
  });
}

int select(Request const& wanted, char const* condition) {
  DECLARE_CCTK_PARAMETERS;
  char const* const name = CCTK_FullVarName(wanted.variable);
  if (!conditions().contains(condition)) {
    CCTK_VWARN(CCTK_WARN_ALERT, "%s is selected for the boundary condition '%s', which no thorn has registered", name,
               condition);
    return no_such_condition;
  }
  auto& requests = selected()[condition];
  if (taken(wanted.variable, wanted.faces)) {
    if (!CCTK_Equals(presync_mode, "off") && waiting_already(requests, wanted)) return 0;
    CCTK_VWARN(CCTK_WARN_ALERT, "%s is selected twice for a boundary condition, now for '%s'; the first one stays",
               name, condition);
    return faces_taken;
  }
  auto const key = [](Request const& request) { return std::tuple(request.table, request.variable); };
  auto const place = std::upper_bound(requests.begin(), requests.end(), wanted,
                                      [&](Request const& a, Request const& b) { return key(a) < key(b); });
  requests.insert(place, wanted);
  return 0;
}

bool is_left_to_driver(cGH const* cctkGH, int variable) {
  DECLARE_CCTK_PARAMETERS;
  return !CCTK_Equals(presync_mode, "off") && CCTK_IsFunctionAliased("Driver_FilterOutVarForBCI") &&
         Driver_FilterOutVarForBCI(cctkGH, variable);
}

} // namespace

bool LessIgnoringCase::operator()(std::string const& a, std::string const& b) const {
  return strcasecmp(a.c_str(), b.c_str()) < 0;
}

ByName<Condition>& conditions() {
  static ByName<Condition> all;
  return all;
}

ByName<std::vector<Request>>& selected() {
  static ByName<std::vector<Request>> all;
  return all;
}

extern "C" {

// A null function stands for one that does nothing: the condition is applied by other means.
CCTK_INT Bdry_Boundary_RegisterPhysicalBC(CCTK_POINTER_TO_CONST, phys_bc_fn_ptr function, CCTK_STRING bc_name) {
  auto const nothing = [](CCTK_POINTER_TO_CONST, CCTK_INT, CCTK_INT const*, CCTK_INT const*, CCTK_INT const*,
                          CCTK_INT const*) -> CCTK_INT { return 0; };
  bool const is_new =
      conditions()
          .emplace(bc_name, Condition{bc_name, function ? function : static_cast<phys_bc_fn_ptr>(nothing)})
          .second;
  if (is_new) return 0;
  CCTK_VWARN(CCTK_WARN_ALERT, "the boundary condition '%s' is registered twice; the first one stays", bc_name);
  return -2;
}

CCTK_POINTER_TO_CONST Bdry_Boundary_QueryRegisteredPhysicalBC(CCTK_POINTER_TO_CONST, CCTK_STRING bc_name) {
  auto const found = conditions().find(bc_name);
  return found == conditions().end() ? nullptr : reinterpret_cast<CCTK_POINTER_TO_CONST>(found->second.function);
}

CCTK_INT Bdry_Boundary_SelectVarForBCI(CCTK_POINTER_TO_CONST, CCTK_INT faces, CCTK_INT boundary_width,
                                       CCTK_INT table_handle, CCTK_INT var_index, CCTK_STRING bc_name) {
  if (var_index < 0 || var_index >= CCTK_NumVars()) {
    CCTK_VWARN(CCTK_WARN_ALERT, "variable number %d, selected for the boundary condition '%s', does not exist",
               static_cast<int>(var_index), bc_name);
    return no_such_index;
  }
  return select({var_index, faces, boundary_width, table_handle}, bc_name);
}

CCTK_INT Bdry_Boundary_SelectVarForBC(CCTK_POINTER_TO_CONST GH, CCTK_INT faces, CCTK_INT boundary_width,
                                      CCTK_INT table_handle, CCTK_STRING var_name, CCTK_STRING bc_name) {
  int const variable = CCTK_VarIndex(var_name);
  if (variable < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT, "'%s', selected for the boundary condition '%s', is not a variable", var_name, bc_name);
    return no_such_variable;
  }
  return Bdry_Boundary_SelectVarForBCI(GH, faces, boundary_width, table_handle, variable, bc_name);
}

// The first error, if any; the other variables of the group are selected all the same.
CCTK_INT Bdry_Boundary_SelectGroupForBCI(CCTK_POINTER_TO_CONST GH, CCTK_INT faces, CCTK_INT boundary_width,
                                         CCTK_INT table_handle, CCTK_INT group_index, CCTK_STRING bc_name) {
  int const n = CCTK_NumVarsInGroupI(group_index);
  if (n < 0) {
    CCTK_VWARN(CCTK_WARN_ALERT, "group number %d, selected for the boundary condition '%s', does not exist",
               static_cast<int>(group_index), bc_name);
    return no_such_index;
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
    return no_such_group;
  }
  return Bdry_Boundary_SelectGroupForBCI(GH, faces, boundary_width, table_handle, group, bc_name);
}

// Fills as many entries of the arrays (each may be null) as they have; returns how many there are. A null name: all.
CCTK_INT Bdry_Boundary_SelectedGVs(CCTK_POINTER_TO_CONST GH, CCTK_INT array_size, CCTK_INT* var_indicies,
                                   CCTK_INT* faces, CCTK_INT* boundary_widths, CCTK_INT* table_handles,
                                   CCTK_STRING bc_name) {
  CCTK_INT n = 0;
  for (auto const& [name, requests] : selected()) {
    if (bc_name && !CCTK_Equals(name.c_str(), bc_name)) continue;
    for (Request const& request : requests) {
      if (is_left_to_driver(static_cast<cGH const*>(GH), request.variable)) continue;
      if (n < array_size) {
        if (var_indicies) var_indicies[n] = request.variable;
        if (faces) faces[n] = request.faces;
        if (boundary_widths) boundary_widths[n] = request.width;
        if (table_handles) table_handles[n] = request.table;
      }
      ++n;
    }
  }
  return bc_name && !conditions().contains(bc_name) ? -1 : n;
}

} // extern "C"
} // namespace boundary
