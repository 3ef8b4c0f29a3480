// Driver_SelectVarForBC and Driver_SelectGroupForBC.
#include "boundary_selection.hpp"

#include "cctk_Functions.h"

#include <map>
#include <string>
#include <vector>

namespace pugh {
namespace {

struct Condition {
  CCTK_INT faces, width, table;
  std::string name;
};

std::map<int, std::vector<Condition>>& conditions() {
  static std::map<int, std::vector<Condition>> by_variable;
  return by_variable;
}

} // namespace

bool has_boundary_condition(int variable) { return conditions().contains(variable); }

bool pass_selection_to_boundary(cGH const* gh, int variable) {
  if (!has_boundary_condition(variable)) return false;
  if (!CCTK_IsFunctionAliased("Boundary_SelectVarForBCI"))
    CCTK_VERROR("%s needs its boundary conditions, but no active thorn provides Boundary_SelectVarForBCI. Activate "
                "Boundary.",
                CCTK_FullVarName(variable));
  for (auto const& condition : conditions()[variable])
    Boundary_SelectVarForBCI(gh, condition.faces, condition.width, condition.table, variable, condition.name.c_str());
  return true;
}

} // namespace pugh

// 0, or -1: no such variable.
extern "C" CCTK_INT PUGH_SelectVarForBC(CCTK_POINTER_TO_CONST, CCTK_INT faces, CCTK_INT width, CCTK_INT table,
                                        CCTK_STRING variable, CCTK_STRING condition) {
  int const index = CCTK_VarIndex(variable);
  if (index < 0) return -1;
  pugh::conditions()[index].push_back({faces, width, table, condition});
  return 0;
}

// 0, or -1: no such group.
extern "C" CCTK_INT PUGH_SelectGroupForBC(CCTK_POINTER_TO_CONST gh, CCTK_INT faces, CCTK_INT width, CCTK_INT table,
                                          CCTK_STRING group, CCTK_STRING condition) {
  int const index = CCTK_GroupIndex(group);
  if (index < 0) return -1;
  int const first = CCTK_FirstVarIndexI(index);
  for (int variable = first; variable < first + CCTK_NumVarsInGroupI(index); ++variable)
    PUGH_SelectVarForBC(gh, faces, width, table, CCTK_FullVarName(variable), condition);
  return 0;
}
