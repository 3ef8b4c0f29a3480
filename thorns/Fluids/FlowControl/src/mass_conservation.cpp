// Scheduled functions that repeat the mass conservation of a time step.
#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

namespace {

/// The largest absolute value of the divergence before the last correction, on every process. Collective.
CCTK_REAL largest_divergence(cGH const* cctkGH) {
  int const variable = CCTK_VarIndex("IncompressibleFlow::divergence"), norm = CCTK_ReductionHandle("norm_inf");
  thorntools::require_on_host(cctkGH, variable);
  CCTK_REAL value = 0;
  if (CCTK_Reduce(cctkGH, -1, norm, 1, CCTK_VARIABLE_REAL, &value, 1, variable) < 0)
    CCTK_ERROR("FlowControl::tolerance requires the reduction \"norm_inf\" of thorn PUGHReduce, which is not active. "
               "Activate PUGHReduce, or set FlowControl::tolerance = 0.");
  return value;
}

} // namespace

extern "C" void FlowControl_Clear(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(FlowControl_Clear);
  *continues = 0;
  *corrections = 0;
}

extern "C" void FlowControl_Start(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(FlowControl_Start);
  *continues = 1;
  *corrections = 0;
}

/// Compares the divergence after even numbers of corrections only, because odd numbers can amplify short waves
/// (check_parameters.cpp). A NaN does not end the mass conservation before the largest number of corrections.
extern "C" void FlowControl_Count(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(FlowControl_Count);
  DECLARE_CCTK_PARAMETERS;
  ++*corrections;
  bool const is_compared = tolerance > 0 && *corrections % 2 == 0 && *corrections < iterations;
  bool const is_small = is_compared && largest_divergence(cctkGH) <= tolerance;
  *continues = *corrections < iterations && !is_small;
}
