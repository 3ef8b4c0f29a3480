// Reads the variables of the thorn from C++, with the local variables that follow from READS and WRITES.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <type_traits>

namespace TestBinding {

extern "C" void TestBinding_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestBinding_Check);
  DECLARE_CCTK_PARAMETERS;
  static_assert(std::is_same_v<decltype(f), CCTK_REAL const* restrict const>, "only read");
  static_assert(std::is_same_v<decltype(total), CCTK_REAL* restrict const>, "written");

  int const last = CCTK_GFINDEX3D(cctkGH, cctk_lsh[0] - 1, cctk_lsh[1] - 1, cctk_lsh[2] - 1);
  int const last_g = CCTK_VECTGFINDEX3D(cctkGH, cctk_lsh[0] - 1, cctk_lsh[1] - 1, cctk_lsh[2] - 1, n_fields - 1);
  CCTK_INT n_calls = 41;
  CCTK_REAL const values[]{plain_p[last], g[last_g], *offered_a, static_cast<CCTK_REAL>(numbers[2 * n - 1])};
  *total = TestOffers_Sum(values, 4, "four values", &n_calls);
  CCTK_VINFO("plain_p = %g, g = %g, offered_a = %g, last number = %g, total = %g, n_calls = %d", values[0], values[1],
             values[2], values[3], *total, static_cast<int>(n_calls));
}

} // namespace TestBinding
