// Punctures move with the shift.
#include "Numerics/ThornTools/src/interpolation.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <string>

extern "C" void PunctureTracker_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  bool const any = std::any_of(track, track + 10, [](CCTK_INT wanted) { return wanted != 0; });
  if (any && CCTK_EQUALS(initial_shift, "none"))
    CCTK_PARAMWARN("PunctureTracker follows punctures along the shift, but there is none: ADMBase::initial_shift = "
                   "\"none\". Set it to \"zero\", for instance, and evolve it.");
  std::string const advice = thorntools::advice_to_interpolate();
  if (any && !advice.empty()) CCTK_VPARAMWARN("PunctureTracker interpolates the shift; %s", advice.c_str());
  for (int i = 0; i < 10; ++i)
    if (which_surface_to_store_info[i] >= 0)
      CCTK_VWARN(CCTK_WARN_ALERT,
                 "PunctureTracker::which_surface_to_store_info[%d] = %d has no effect: places are in the grid scalars "
                 "pt_loc only.",
                 i, static_cast<int>(which_surface_to_store_info[i]));
  struct Wish {
    char const* name;
    bool is_wanted;
  };
  for (Wish const& wish : {Wish{"modify_puncture", modify_puncture[0] >= 0 || modify_puncture[1] >= 0},
                           {"modify_distance", modify_distance > 0},
                           {"new_reflevel_number", new_reflevel_number[0] >= 0 || new_reflevel_number[1] >= 0}})
    if (wish.is_wanted)
      CCTK_VWARN(CCTK_WARN_ALERT,
                 "PunctureTracker::%s has no effect: there is no mesh refinement that it could change.", wish.name);
}
