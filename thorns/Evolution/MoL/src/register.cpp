// Aliased functions with which thorns register variables and change their roles.

#include "arrays.hpp"
#include "step.hpp"
#include "updates/registry.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"

namespace mol {
namespace {

/// Whether the schedule group MoL_Register has begun.
bool is_registration_open = false;

/// Ends the run if MoL cannot integrate the variable. The error message contains `role`.
void check_variable(CCTK_INT variable, char const* role) {
  if (variable < 0 || variable >= CCTK_NumVars())
    CCTK_VERROR(
        "A thorn registers variable index %d with MoL as %s, but there is no such variable. Check the name in the call "
        "of CCTK_VarIndex.",
        static_cast<int>(variable), role);
  if (!is_registration_open)
    CCTK_VERROR("%s is registered with MoL too early. Schedule the registration IN MoL_Register.",
                CCTK_FullVarName(variable));
  int const type = CCTK_VarTypeI(variable);
  bool const is_real4_function = type == CCTK_VARIABLE_REAL4 && is_grid_function(variable);
  if (type != CCTK_VARIABLE_REAL && !is_real4_function)
    CCTK_VERROR("%s is registered with MoL as %s, but is of type %s. MoL integrates variables of type CCTK_REAL, and "
                "grid functions of type CCTK_REAL4.",
                CCTK_FullVarName(variable), role, CCTK_VarTypeName(type));
}

void check_pair(CCTK_INT variable, CCTK_INT rhs) {
  check_variable(variable, "evolved variable");
  check_variable(rhs, "right-hand side");
  if (CCTK_GroupTypeFromVarI(variable) != CCTK_GroupTypeFromVarI(rhs))
    CCTK_VERROR("%s and its right-hand side %s are not both grid functions, both grid arrays, or both scalars.",
                CCTK_FullVarName(variable), CCTK_FullVarName(rhs));
  if (CCTK_VarTypeI(variable) != CCTK_VarTypeI(rhs))
    CCTK_VERROR("%s is of type %s, but its right-hand side %s is of type %s. The types must be equal.",
                CCTK_FullVarName(variable), CCTK_VarTypeName(CCTK_VarTypeI(variable)), CCTK_FullVarName(rhs),
                CCTK_VarTypeName(CCTK_VarTypeI(rhs)));
  if (variable == rhs) CCTK_VERROR("%s is registered as its own right-hand side.", CCTK_FullVarName(variable));
}

CCTK_INT register_evolved(Evolved const& evolved) {
  check_pair(evolved.variable, evolved.rhs);
  if (!registry().add_evolved(evolved) && registry().rhs_of(evolved.variable) != evolved.rhs)
    CCTK_VWARN(CCTK_WARN_COMPLAIN, "%s keeps its right-hand side %s; the registration with %s is ignored",
               CCTK_FullVarName(evolved.variable), CCTK_FullVarName(registry().rhs_of(evolved.variable)),
               CCTK_FullVarName(evolved.rhs));
  return 0;
}

CCTK_INT change_to_evolved(Evolved const& evolved) {
  check_pair(evolved.variable, evolved.rhs);
  registry().change_to_evolved(evolved);
  return 0;
}

/// Calls function(variable, number in the group) for the variables of a group; returns the sum of the results.
template <class Function>
CCTK_INT for_each_variable(CCTK_INT group, Function const& function) {
  int const n = CCTK_NumVarsInGroupI(group);
  if (n < 0)
    CCTK_VERROR("A thorn registers group index %d with MoL, but there is no such group. Check the name in the call of "
                "CCTK_GroupIndex.",
                static_cast<int>(group));
  CCTK_INT total = 0;
  for (int i = 0; i < n; ++i) total += function(CCTK_FirstVarIndexI(group) + i, i);
  return total;
}

CCTK_INT register_evolved_group(CCTK_INT group, CCTK_INT rhs_group, bool is_slow) {
  if (CCTK_NumVarsInGroupI(group) != CCTK_NumVarsInGroupI(rhs_group))
    CCTK_VERROR("Group %d of evolved variables has %d variables, group %d of right-hand sides %d.",
                static_cast<int>(group), CCTK_NumVarsInGroupI(group), static_cast<int>(rhs_group),
                CCTK_NumVarsInGroupI(rhs_group));
  return for_each_variable(group, [&](int variable, int i) {
    return register_evolved({variable, CCTK_FirstVarIndexI(rhs_group) + i, is_slow});
  });
}

} // namespace

extern "C" {

void MoL_SetScheduleStatus(CCTK_ARGUMENTS) { is_registration_open = true; }

CCTK_INT MoL_RegisterEvolved(CCTK_INT EvolvedIndex, CCTK_INT RHSIndex) {
  return register_evolved({EvolvedIndex, RHSIndex});
}

CCTK_INT MoL_RegisterEvolvedGroup(CCTK_INT EvolvedIndex, CCTK_INT RHSIndex) {
  return register_evolved_group(EvolvedIndex, RHSIndex, false);
}

CCTK_INT MoL_RegisterEvolvedSlow(CCTK_INT EvolvedIndex, CCTK_INT RHSIndexSlow) {
  return register_evolved({EvolvedIndex, RHSIndexSlow, true});
}

CCTK_INT MoL_RegisterEvolvedGroupSlow(CCTK_INT EvolvedIndex, CCTK_INT RHSIndexSlow) {
  return register_evolved_group(EvolvedIndex, RHSIndexSlow, true);
}

/// Registers a constrained variable. A variable with one time level is ignored, because MoL has no values to copy.
CCTK_INT MoL_RegisterConstrained(CCTK_INT ConstrainedIndex) {
  check_variable(ConstrainedIndex, "constrained variable");
  if (CCTK_DeclaredTimeLevelsVI(ConstrainedIndex) > 1) registry().add_constrained(ConstrainedIndex);
  return 0;
}

CCTK_INT MoL_RegisterConstrainedGroup(CCTK_INT ConstrainedIndex) {
  return for_each_variable(ConstrainedIndex, [](int variable, int) { return MoL_RegisterConstrained(variable); });
}

CCTK_INT MoL_RegisterSaveAndRestore(CCTK_INT SandRIndex) {
  check_variable(SandRIndex, "save-and-restore variable");
  registry().add_saved(SandRIndex);
  return 0;
}

CCTK_INT MoL_RegisterSaveAndRestoreGroup(CCTK_INT SandRIndex) {
  return for_each_variable(SandRIndex, [](int variable, int) { return MoL_RegisterSaveAndRestore(variable); });
}

CCTK_INT MoL_ChangeToEvolved(CCTK_INT EvolvedIndex, CCTK_INT RHSIndex) {
  return change_to_evolved({EvolvedIndex, RHSIndex});
}

CCTK_INT MoL_ChangeToEvolvedSlow(CCTK_INT EvolvedIndex, CCTK_INT RHSIndexSlow) {
  return change_to_evolved({EvolvedIndex, RHSIndexSlow, true});
}

CCTK_INT MoL_ChangeToConstrained(CCTK_INT ConstrainedIndex) {
  check_variable(ConstrainedIndex, "constrained variable");
  registry().change_to_constrained(ConstrainedIndex);
  return 0;
}

CCTK_INT MoL_ChangeToSaveAndRestore(CCTK_INT SandRIndex) {
  check_variable(SandRIndex, "save-and-restore variable");
  registry().change_to_saved(SandRIndex);
  return 0;
}

CCTK_INT MoL_ChangeToNone(CCTK_INT RemoveIndex) {
  check_variable(RemoveIndex, "variable that it no longer integrates");
  registry().remove(RemoveIndex);
  return 0;
}

CCTK_INT MoL_QueryEvolvedRHS(CCTK_INT EvolvedIndex) {
  if (EvolvedIndex < 0)
    CCTK_VERROR("MoLQueryEvolvedRHS is called with the variable index %d, which is not valid.",
                static_cast<int>(EvolvedIndex));
  return registry().rhs_of(EvolvedIndex);
}

CCTK_INT MoL_NumIntegratorSubsteps() { return integrator().method.n_substeps(); }

} // extern "C"
} // namespace mol
