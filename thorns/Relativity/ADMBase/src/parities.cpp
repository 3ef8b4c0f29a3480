// How the variables behave at the mirrors of the grid.
#include "Symmetry.h"

#include "cctk.h"
#include "cctk_Arguments.h"

#include <string>

namespace admbase {
namespace {

// A component changes its sign once for each of its indices across the mirror.
void set(cGH const* cctkGH, std::string const& tensor, std::string const& indices) {
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
  for (char const* const scalar : {"alp", "dtalp"}) set(cctkGH, scalar, "");
  for (char const* const vector : {"beta", "dtbeta"})
    for (char const* const index : {"x", "y", "z"}) set(cctkGH, vector, index);
  for (char const* const tensor : {"g", "k"})
    for (char const* const indices : {"xx", "xy", "xz", "yy", "yz", "zz"}) set(cctkGH, tensor, indices);
}

} // namespace admbase
