/* Scheduled functions that say in which order they run. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

static int is_due(const cGH* GH, int variable) {
  return variable == CCTK_VarIndex("TestFramework::triggered") && GH->cctk_iteration == 2;
}

static int write_triggered(const cGH* GH, int variable) {
  const CCTK_REAL* const value = CCTK_VarDataPtrI(GH, 0, variable);
  CCTK_VINFO("output of %s: %g", CCTK_FullVarName(variable), value ? *value : -1);
  return 1;
}

int TestFramework_Startup(void) {
  const int method = CCTK_RegisterIOMethod("TestFramework");
  CCTK_RegisterIOMethodTimeToOutput(method, is_due);
  CCTK_RegisterIOMethodTriggerOutput(method, write_triggered);
  return 0;
}

void TestFramework_Begin(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  *counter = 0;
  *toggle = 0;
  *now = 0;
}

void TestFramework_Flagged(CCTK_ARGUMENTS) {
  (void)cctkGH;
  CCTK_INFO("flagged");
}

void TestFramework_Set(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  *counter = 2;
  *toggle = cctk_iteration % 2;
  *now = cctk_iteration;
  CCTK_VINFO("iteration %d time %g levels %g %g %g", cctk_iteration, cctk_time, *now, *now_p, *now_p_p);
}

void TestFramework_First(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  const int group = CCTK_GroupIndex("TestFramework::temporary");
  CCTK_VINFO("first %d, temporary storage %d", (int)*counter, CCTK_ActiveTimeLevelsGI(cctkGH, group));
}

void TestFramework_Middle(CCTK_ARGUMENTS) {
  (void)cctkGH;
  CCTK_INFO("middle");
}

void TestFramework_Last(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  const cFunctionData* const self = CCTK_ScheduleQueryCurrentFunction(cctkGH);
  CCTK_VINFO("last, %s in %s reads %s writes %s", self->routine, self->where, self->ReadsClauses[0],
             self->WritesClauses[0]);
  --*counter;
}

void TestFramework_Triggered(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  *triggered = 10 + cctk_iteration;
  CCTK_INFO("computed what is to be written");
}
