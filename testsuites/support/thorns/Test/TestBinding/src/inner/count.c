/* Loops and conditions of the schedule. */
#include "cctk.h"
#include "cctk_Arguments.h"

void TestBinding_Count(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_TestBinding_Count;
  CCTK_VINFO("pass with n_more = %d", (int)*n_more);
  --*n_more;
}

void TestBinding_Conditional(CCTK_ARGUMENTS) {
  CCTK_VINFO("the condition holds at iteration %d", cctkGH->cctk_iteration);
}

void TestBinding_Never(CCTK_ARGUMENTS) {
  (void)cctkGH;
  CCTK_INFO("the condition does not hold");
}
