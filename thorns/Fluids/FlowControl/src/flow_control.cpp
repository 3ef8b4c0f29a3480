// Scheduled functions that repeat the mass conservation of a time step, and checks that the time step, the relaxation
// and the walls suit the explicit time step of thorn IncompressibleFlow.
#include "Numerics/ThornTools/src/host_access.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cmath>

namespace {

template <class Type>
Type flow_parameter(char const* name) {
  return *static_cast<Type const*>(CCTK_ParameterGet(name, "IncompressibleFlow", nullptr));
}

/// Forward Euler steps with centred differences are stable if 2 viscosity dt sum_a 1/dx_a^2 <= 1 and speed^2 dt <= 2
/// viscosity (Hindmarsh, Gresho, Griffiths, International Journal for Numerical Methods in Fluids 4 (1984) 853). The
/// fluid is nowhere faster than the lid.
void check_time_step(cGH const* cctkGH, CCTK_INT dimensions) {
  CCTK_REAL const speed = flow_parameter<CCTK_REAL>("speed"), length = flow_parameter<CCTK_REAL>("length");
  CCTK_REAL const viscosity = speed * length / flow_parameter<CCTK_REAL>("reynolds");
  CCTK_REAL inverse_squares = 0;
  if (*std::min_element(cctkGH->cctk_delta_space, cctkGH->cctk_delta_space + dimensions) <= 0)
    return; // an error of the grid
  for (int d = 0; d < dimensions; ++d) inverse_squares += std::pow(cctkGH->cctk_delta_space[d], -2);
  CCTK_REAL const by_viscosity = 1 / (2 * viscosity * inverse_squares), by_advection = 2 * viscosity / (speed * speed);
  CCTK_REAL const largest = std::min(by_viscosity, by_advection), dt = cctkGH->cctk_delta_time;
  if (!(dt > 0))
    CCTK_PARAMWARN("Thorn IncompressibleFlow requires a positive time step that is known before the first step. Set "
                   "time::timestep_method = \"given\" and time::timestep, or \"courant_static\" and time::dtfac.");
  if (dt > largest)
    CCTK_VPARAMWARN("The time step %g of thorn IncompressibleFlow is unstable. The largest allowed time step is %.6g: "
                    "viscosity %g allows %.6g, and advection with speed %g allows %.6g. Set time::dtfac or "
                    "time::timestep to a smaller value.",
                    dt, largest, viscosity, by_viscosity, speed, by_advection);
}

/// The lid, the upper wall in y, moves a fluid that is at rest initially.
void check_lid(cGH const* cctkGH) {
  bool const is_at_upper_end = cctkGH->cctk_lbnd[1] + cctkGH->cctk_lsh[1] == cctkGH->cctk_gsh[1];
  if (CCTK_Equals(flow_parameter<char const*>("initial"), "rest") && is_at_upper_end && !cctkGH->cctk_bbox[3])
    CCTK_PARAMWARN("IncompressibleFlow::initial = \"rest\" requires a lid, the upper wall in y, but the grid has no "
                   "boundary there. Set driver::periodic_y = \"no\".");
}

/// Checks that the vortices fit onto the grid. Their exact solution has the period `length` along x and y.
void check_vortices(cGH const* cctkGH) {
  if (!CCTK_Equals(flow_parameter<char const*>("initial"), "vortices")) return;
  CCTK_REAL const length = flow_parameter<CCTK_REAL>("length");
  for (int d = 0; d < 3; ++d) {
    if (cctkGH->cctk_bbox[2 * d] || cctkGH->cctk_bbox[2 * d + 1]) {
      CCTK_PARAMWARN("IncompressibleFlow::initial = \"vortices\" requires a grid without boundaries. Set "
                     "driver::periodic = \"yes\".");
      return;
    }
    int const cells = cctkGH->cctk_gsh[d] - 2 * cctkGH->cctk_nghostzones[d];
    CCTK_REAL const periods = cells * cctkGH->cctk_delta_space[d] / length;
    if (d < 2 && std::abs(periods - std::round(periods)) > 1e-6)
      CCTK_VPARAMWARN("The grid has the edge %g along %c, which must be a multiple of the period of the vortices, "
                      "IncompressibleFlow::length = %g. Change the grid or this parameter.",
                      periods * length, "xy"[d], length);
  }
}

/// One correction multiplies the divergence of a Fourier mode by 1 - m with 0 < m <= 2 relaxation. The next time step
/// starts with the new pressure. Without viscosity it is stable if the product of the factors of all corrections is
/// above -1/3. An even number of corrections has positive products.
void check_relaxation() {
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL const relaxation = flow_parameter<CCTK_REAL>("relaxation");
  CCTK_REAL const limit = 0.5 + 0.5 * std::pow(3.0, -1.0 / static_cast<CCTK_REAL>(iterations));
  if (iterations % 2 != 0 && relaxation >= limit)
    CCTK_VPARAMWARN("FlowControl::iterations = %d is odd, and IncompressibleFlow::relaxation = %g is then unstable for "
                    "weak viscosity. Use "
                    "an even number of iterations, or a relaxation below %.4g.",
                    static_cast<int>(iterations), relaxation, limit);
}

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

extern "C" void FlowControl_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  if (!CCTK_IsThornActive("IncompressibleFlow")) {
    CCTK_PARAMWARN("Thorn FlowControl controls thorn IncompressibleFlow, which is not active. Activate it.");
    return;
  }
  CCTK_INT const dimensions = flow_parameter<CCTK_INT>("dimensions");
  if (dimensions == 2 && (cctk_bbox[4] || cctk_bbox[5]))
    CCTK_PARAMWARN("IncompressibleFlow::dimensions = 2 requires that nothing depends on z, but the grid has boundaries "
                   "in z. Set driver::periodic and driver::periodic_z to \"yes\".");
  if (CCTK_IsImplementationActive("time"))
    check_time_step(cctkGH, dimensions);
  else
    CCTK_PARAMWARN("Thorn IncompressibleFlow requires thorn Time, which sets the time step. Activate it.");
  check_lid(cctkGH);
  check_vortices(cctkGH);
  check_relaxation();
}

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
/// (check_relaxation). A NaN does not end the mass conservation before the largest number of corrections.
extern "C" void FlowControl_Count(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(FlowControl_Count);
  DECLARE_CCTK_PARAMETERS;
  ++*corrections;
  bool const is_compared = tolerance > 0 && *corrections % 2 == 0 && *corrections < iterations;
  bool const is_small = is_compared && largest_divergence(cctkGH) <= tolerance;
  *continues = *corrections < iterations && !is_small;
}
