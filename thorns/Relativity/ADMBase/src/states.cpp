// Which variables have storage, and what cannot work without.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "stays.hpp"

namespace admbase {
namespace {

// Initial data needs a place.
void require_level(char const* parameter, CCTK_INT levels, char const* data, char const* setting) {
  if (levels > 0) return;
  CCTK_VPARAMWARN("ADMBase::%s is 0, but ADMBase::%s = \"%s\" needs a time level: set it to 1 or more.", parameter,
                  data, setting);
}

// What somebody evolves needs a place, too: `none` gives it none.
void require_storage(char const* what, char const* method, char const* initial) {
  if (stays(method) || !CCTK_EQUALS(initial, "none")) return;
  CCTK_VPARAMWARN("ADMBase::%s_evolution_method is \"%s\", but ADMBase::initial_%s = \"none\" leaves the %s without "
                  "storage: set it to \"zero\", or to what an active thorn offers.",
                  what, method, what, what);
}

} // namespace

extern "C" void ADMBase_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  require_level("metric_timelevels", metric_timelevels, "initial_data", initial_data);
  require_level("lapse_timelevels", lapse_timelevels, "initial_lapse", initial_lapse);
  if (!CCTK_EQUALS(initial_shift, "none"))
    require_level("shift_timelevels", shift_timelevels, "initial_shift", initial_shift);
  require_storage("shift", shift_evolution_method, initial_shift);
  require_storage("dtlapse", dtlapse_evolution_method, initial_dtlapse);
  require_storage("dtshift", dtshift_evolution_method, initial_dtshift);
}

extern "C" void ADMBase_SetStates(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS;
  DECLARE_CCTK_PARAMETERS;
  *shift_state = !CCTK_EQUALS(initial_shift, "none");
  *dtlapse_state = !CCTK_EQUALS(initial_dtlapse, "none");
  *dtshift_state = !CCTK_EQUALS(initial_dtshift, "none");
}

} // namespace admbase
