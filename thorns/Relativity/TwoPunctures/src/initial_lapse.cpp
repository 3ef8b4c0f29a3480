// Lapses that are small at the punctures.
#include "parameters.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <cmath>

namespace twopunctures {
namespace {

enum class Profile { antisymmetric, averaged, power, brownsville };

Profile parse_profile(char const* name) {
  if (CCTK_EQUALS(name, "twopunctures-antisymmetric")) return Profile::antisymmetric;
  if (CCTK_EQUALS(name, "twopunctures-averaged")) return Profile::averaged;
  return CCTK_EQUALS(name, "psi^n") ? Profile::power : Profile::brownsville;
}

// The lapse from s, the sum of m/(2 r).
double lapse_of(Profile profile, double s, double exponent) {
  switch (profile) {
  case Profile::antisymmetric:
    return (1 - s) / (1 + s);
  case Profile::averaged:
    return 1 / (1 + s);
  case Profile::power:
    return std::pow(1 + s, exponent);
  case Profile::brownsville:
    break;
  }
  return 2 / (1 + std::pow(1 + s, exponent));
}

} // namespace

extern "C" void TwoPunctures_SetLapse(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  Binary binary = binary_from_parameters();
  binary.puncture[0].mass = *mp;
  binary.puncture[1].mass = *mm;
  Profile const profile = parse_profile(initial_lapse);
  Softening const softening = softening_from_parameters();
#pragma omp parallel for
  for (int k = 0; k < cctk_lsh[2]; ++k)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        int const point = CCTK_GFINDEX3D(cctkGH, i, j, k);
        Point const at = in_solver_coordinates(x[point], y[point], z[point]);
        alp[point] = lapse_of(profile, newtonian_part(binary, at, softening), initial_lapse_psi_exponent);
      }
}

} // namespace twopunctures
