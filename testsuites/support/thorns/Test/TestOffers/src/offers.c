/* Variables and functions that TestBinding inherits and calls. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

void TestOffers_Initialise(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestOffers_Initialise);
  DECLARE_CCTK_PARAMETERS;
  *offered_a = 1.5;
  *offered_b = 10 * *offered_a;
  *not_offered = count;
  CCTK_VINFO("mode = %s, count = %d, square = %d, missing function = %d", mode, (int)count, (int)TestBinding_Square(5),
             CCTK_IsFunctionAliased("TestBinding_Missing"));
}

CCTK_REAL TestOffers_DoSum(const CCTK_REAL* values, CCTK_INT n, CCTK_STRING what, CCTK_INT* n_calls) {
  CCTK_REAL sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i];
  CCTK_VINFO("the sum of %s is %g", what, (double)sum);
  ++*n_calls;
  return sum;
}
