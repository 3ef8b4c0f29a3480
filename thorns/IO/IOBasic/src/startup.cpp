// Registers both output methods and checks their parameters.
#include "info_output.hpp"
#include "scalar_output.hpp"

#include <cctk.h>
#include <cctk_Arguments.h>

extern "C" int IOBasic_Startup(void) {
  iobasic::register_info_method();
  iobasic::register_scalar_method();
  return 0;
}

extern "C" void IOBasic_CheckParameters(CCTK_ARGUMENTS) {
  iobasic::check_info_parameters(cctkGH);
  iobasic::check_scalar_parameters(cctkGH);
}
