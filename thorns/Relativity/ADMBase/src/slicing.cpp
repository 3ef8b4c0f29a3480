// The lapse's evolution method in the registry of thorn CoordGauge, where that thorn is compiled and active.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include "Slicing.h" // empty where no thorn offers it

/// CoordGauge ends the run if the evolution method of the lapse is not registered as a slicing. Thorns written for it
/// register theirs at start-up; a second registration is an error. All other methods are registered here.
extern "C" void ADMBase_RegisterSlicing(CCTK_ARGUMENTS) {
#ifdef SLICING_YES
  DECLARE_CCTK_PARAMETERS;
  bool const chooses_itself = CCTK_EQUALS(lapse_evolution_method, "coordgauge");
  if (CCTK_IsImplementationActive("CoordGauge") && !chooses_itself &&
      Einstein_GetSlicingHandle(lapse_evolution_method) < 0)
    Einstein_RegisterSlicing(lapse_evolution_method);
#endif
}
