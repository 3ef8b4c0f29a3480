/// Registration with other thorns: parities at mirrors, and the slicing method.
#include "Slicing.h" // empty if no thorn provides it
#include "Symmetry.h"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <string>

namespace admbase {
namespace {

/// Registers the parities of a component. Each of its indices across a mirror changes the sign.
void register_parities(cGH const* cctkGH, std::string const& tensor, std::string const& indices) {
  int parity[3];
  for (int d = 0; d < 3; ++d) {
    parity[d] = 1;
    for (char const index : indices)
      if (index == "xyz"[d]) parity[d] = -parity[d];
  }
  SetCartSymVN(cctkGH, parity, ("ADMBase::" + tensor + indices).c_str());
}

} // namespace

extern "C" void ADMBase_RegisterParities(CCTK_ARGUMENTS) {
  for (char const* const scalar : {"alp", "dtalp"}) register_parities(cctkGH, scalar, "");
  for (char const* const vector : {"beta", "dtbeta"})
    for (char const* const index : {"x", "y", "z"}) register_parities(cctkGH, vector, index);
  for (char const* const tensor : {"g", "k"})
    for (char const* const indices : {"xx", "xy", "xz", "yy", "yz", "zz"}) register_parities(cctkGH, tensor, indices);
}

} // namespace admbase

/// CoordGauge ends the run if the evolution method of the lapse is not registered as a slicing. Thorns written for it
/// register theirs at start-up; a second registration is an error. This function registers all other methods.
extern "C" void ADMBase_RegisterSlicing(CCTK_ARGUMENTS) {
#ifdef SLICING_YES
  DECLARE_CCTK_PARAMETERS;
  bool const is_own_method = CCTK_EQUALS(lapse_evolution_method, "coordgauge");
  if (CCTK_IsImplementationActive("CoordGauge") && !is_own_method &&
      Einstein_GetSlicingHandle(lapse_evolution_method) < 0)
    Einstein_RegisterSlicing(lapse_evolution_method);
#endif
}
