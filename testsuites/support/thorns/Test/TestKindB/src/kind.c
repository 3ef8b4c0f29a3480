/* Defines the functions that differ between the thorns TestKindA and TestKindB of the implementation testkind. */
#include "cctk.h"
#include "cctk_Arguments.h"

void TestKindB_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestKindB_Fill);
  *k = 2;
  *secret = 10 * 2;
}

CCTK_REAL TestKindB_DoApply(CCTK_REAL (*operation)(CCTK_REAL x), CCTK_REAL x, CCTK_STRING name) {
  CCTK_VINFO("TestKindB applies %s", name);
  return 2 * operation(x);
}
