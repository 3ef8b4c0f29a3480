// The time step, from the parameter file or from a Courant condition.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cmath>

namespace time_thorn {
namespace {

// The smallest distance of grid points on the base level.
CCTK_REAL smallest_spacing(cGH const* cctkGH) {
  return *std::min_element(cctkGH->cctk_delta_space, cctkGH->cctk_delta_space + cctkGH->cctk_dim);
}

// The last step ends a little after the final time, so that the run stops there.
CCTK_REAL up_to_final_time(CCTK_REAL dt, CCTK_REAL now) {
  DECLARE_CCTK_PARAMETERS;
  constexpr double slightly_more = 1 + 1e-10;
  bool const ends_by_time = CCTK_Equals(terminate, "time") || CCTK_Equals(terminate, "both");
  return ends_by_time && now + dt > cctk_final_time ? slightly_more * (cctk_final_time - now) : dt;
}

} // namespace

extern "C" {

void Time_Initialise(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(Time_Initialise);
  *courant_wave_speed = 0;
  *courant_min_time = 0;
  *courant_dt = 0;
}

void Time_Given(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  cctkGH->cctk_delta_time = timestep;
}

// dt = dtfac * min dx
void Time_Simple(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  CCTK_REAL const spacing = smallest_spacing(cctkGH);
  cctkGH->cctk_delta_time = dtfac * spacing;
  CCTK_VINFO("Time step %g", static_cast<double>(cctkGH->cctk_delta_time / cctkGH->cctk_timefac));
  if (verbose)
    CCTK_VINFO("   = dtfac %g times smallest spacing %g", static_cast<double>(dtfac), static_cast<double>(spacing));
}

// dt = courant_fac * min dx / (speed * sqrt(dim)),  or  courant_fac * (time to cross a cell) / sqrt(dim)
void Time_Courant(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(Time_Courant);
  DECLARE_CCTK_PARAMETERS;
  bool const by_time = CCTK_Equals(timestep_method, "courant_time");
  CCTK_REAL const spacing = smallest_spacing(cctkGH), speed = *courant_wave_speed;
  CCTK_REAL const crossing = by_time ? *courant_min_time : spacing / speed;
  if (!by_time && speed == 0) {
    CCTK_WARN(CCTK_WARN_ALERT, "no thorn has set time::courant_wave_speed; the time step follows from dtfac");
    cctkGH->cctk_delta_time = dtfac * spacing;
    return;
  }
  *courant_dt = up_to_final_time(courant_fac * crossing / std::sqrt(static_cast<CCTK_REAL>(cctk_dim)), cctk_time);
  if (timestep_outonly) {
    cctkGH->cctk_delta_time = dtfac * spacing;
    if (cctk_iteration % timestep_outevery == 0)
      CCTK_VINFO("By the Courant condition the time step would be %g", static_cast<double>(*courant_dt));
    return;
  }
  cctkGH->cctk_delta_time = *courant_dt;
  if (verbose)
    CCTK_VINFO("Time step %g by the Courant condition",
               static_cast<double>(cctkGH->cctk_delta_time / cctkGH->cctk_timefac));
}

} // extern "C"
} // namespace time_thorn
