/* Ends the run in the way that the parameter `fail` specifies. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

void TestFramework_Fail(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_EQUALS(fail, "parameter")) CCTK_PARAMWARN("This parameter is wrong.");
  if (CCTK_EQUALS(fail, "named"))
    CCTK_VPARAMWARN("number (%d) does not go with cactus::cctk_itlast, list, list[1] and TestFramework::mode.",
                    (int)number);
  if (CCTK_EQUALS(fail, "one parameter") && CCTK_MyProc(cctkGH) == CCTK_nProcs(cctkGH) - 1)
    CCTK_PARAMWARN("Only the last process reports this.");
  if (CCTK_EQUALS(fail, "all")) CCTK_ERROR("Every process fails.");
  if (CCTK_EQUALS(fail, "warning level")) CCTK_WARN(CCTK_WARN_ABORT, "A warning of level 0.");
  if (CCTK_EQUALS(fail, "exit")) CCTK_Exit(cctkGH, 3);
}

void TestFramework_FailOnOne(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  if (CCTK_EQUALS(fail, "end") && CCTK_MyProc(cctkGH) == CCTK_nProcs(cctkGH) - 1) CCTK_TerminateNext(cctkGH);
  if (CCTK_EQUALS(fail, "one") && CCTK_MyProc(cctkGH) == CCTK_nProcs(cctkGH) - 1) CCTK_ERROR("One process fails.");
  CCTK_Barrier(cctkGH);
}
