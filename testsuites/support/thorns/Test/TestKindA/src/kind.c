/* Defines the functions that differ between the thorns TestKindA and TestKindB of the implementation testkind. */
#include "cctk.h"
#include "cctk_Arguments.h"

void TestKindA_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestKindA_Fill);
  *k = 1;
  *secret = 10 * 1;
}

CCTK_REAL TestKindA_DoApply(CCTK_REAL (*operation)(CCTK_REAL x), CCTK_REAL x, CCTK_STRING name) {
  CCTK_VINFO("TestKindA applies %s", name);
  return 1 * operation(x);
}
