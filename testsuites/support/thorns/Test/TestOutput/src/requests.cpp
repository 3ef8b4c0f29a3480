// Steers the parameters of output methods and requests the output of single variables during a run.
#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

extern "C" void TestOutput_Steer(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (cctk_iteration == steer_at && CCTK_ParameterSet(steer_parameter, steer_thorn, steer_value) != 0)
    CCTK_VERROR("%s::%s cannot be steered to %s", steer_thorn, steer_parameter, steer_value);
}

extern "C" void TestOutput_Write(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_OutputVarAsByMethod(cctkGH, "TestOutput::f", write_with, "renamed") != 0)
    CCTK_VERROR("The output method %s could not write TestOutput::f", write_with);
}
