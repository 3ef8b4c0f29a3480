// A registry of slicings. The test checks that the evolution method of the lapse is registered exactly once.
#include "Slicing.h"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <string>
#include <vector>

namespace {

std::vector<std::string>& slicings() {
  static std::vector<std::string> names;
  return names;
}

} // namespace

extern "C" int Einstein_GetSlicingHandle(const char* name) {
  auto const found = std::find(slicings().begin(), slicings().end(), name);
  return found == slicings().end() ? -1 : static_cast<int>(found - slicings().begin());
}

extern "C" int Einstein_RegisterSlicing(const char* name) {
  if (Einstein_GetSlicingHandle(name) >= 0) CCTK_VERROR("The slicing %s is registered twice.", name);
  slicings().push_back(name);
  return Einstein_GetSlicingHandle(name);
}

extern "C" int TestCoordGauge_Startup() {
  DECLARE_CCTK_PARAMETERS;
  if (registered_at_startup[0] != '\0') Einstein_RegisterSlicing(registered_at_startup);
  return 0;
}

extern "C" void Einstein_ActivateSlicing(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  int const handle = Einstein_GetSlicingHandle(lapse_evolution_method);
  if (handle < 0 && !CCTK_EQUALS(lapse_evolution_method, "static"))
    CCTK_VERROR("The slicing %s is not registered.", lapse_evolution_method);
  CCTK_VINFO("Slicing %s is number %d of %zu", lapse_evolution_method, handle, slicings().size());
}
