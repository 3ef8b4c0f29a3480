/// Checks the parameters of the horizons.
#include "Numerics/ThornTools/src/local_operators.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <string>

namespace {

bool is_tracked(CCTK_INT number) {
  std::string const name = "track[" + std::to_string(number) + "]";
  void const* const value = CCTK_ParameterGet(name.c_str(), "PunctureTracker", nullptr);
  return value != nullptr && *static_cast<CCTK_INT const*>(value) != 0;
}

void check_horizon(int i) {
  DECLARE_CCTK_PARAMETERS
  if (initial_radius[i] == 0)
    CCTK_VPARAMWARN("ApparentHorizon::n_horizons is %d, but initial_radius[%d] is not set.",
                    static_cast<int>(n_horizons), i);
  if (puncture[i] < 0) return;
  if (!CCTK_IsThornActive("PunctureTracker"))
    CCTK_VPARAMWARN(
        "ApparentHorizon::puncture[%d] = %d is a puncture of thorn PunctureTracker, which is not active. Add "
        "it to ActiveThorns.",
        i, static_cast<int>(puncture[i]));
  else if (!is_tracked(puncture[i]))
    CCTK_VPARAMWARN("ApparentHorizon::puncture[%d] = %d, but PunctureTracker::track[%d] = no: that puncture is not "
                    "followed.",
                    i, static_cast<int>(puncture[i]), static_cast<int>(puncture[i]));
}

} // namespace

extern "C" void ApparentHorizon_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  for (int i = 0; i < n_horizons; ++i) check_horizon(i);
  if (ntheta <= l_max || nphi <= 2 * l_max)
    CCTK_VPARAMWARN(
        "ApparentHorizon::ntheta = %d and nphi = %d are too few points for harmonics up to l_max = %d: more "
        "than %d and %d are needed.",
        static_cast<int>(ntheta), static_cast<int>(nphi), static_cast<int>(l_max), static_cast<int>(l_max),
        2 * static_cast<int>(l_max));
  if (metric_timelevels == 0 || lapse_timelevels == 0)
    CCTK_PARAMWARN("ApparentHorizon reads metric, extrinsic curvature and lapse, but ADMBase::metric_timelevels or "
                   "lapse_timelevels is 0: they have no storage.");
  if (std::string const advice = thorntools::advice_to_interpolate(); !advice.empty())
    CCTK_VPARAMWARN("ApparentHorizon interpolates the metric; %s", advice.c_str());
}
