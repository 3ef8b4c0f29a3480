/* Prints all values that this thorn can access in an implementation that two thorns provide. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

static CCTK_REAL square(CCTK_REAL x) { return x * x; }

void TestKindUser_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestKindUser_Check);
  DECLARE_CCTK_PARAMETERS;
  int n_parts = 0;
#include "TestKind.inc"
  CCTK_VINFO("k = %g, secret = %d, size = %d, parts = %d", (double)*k, (int)*secret, (int)size, n_parts);
  CCTK_VINFO("applied: %g", (double)TestKind_Apply(square, 3, "square"));
  int table_size[2], line_size = 0, line_ghosts = 0;
  CCTK_GroupgshGN(cctkGH, 2, table_size, "TestKindUser::table");
  CCTK_GroupgshGN(cctkGH, 1, &line_size, "TestKindUser::line");
  CCTK_GroupnghostzonesGN(cctkGH, 1, &line_ghosts, "TestKindUser::line");
  CCTK_VINFO("table %d x %d, line %d with %d ghost points, %d lines", table_size[0], table_size[1], line_size,
             line_ghosts, CCTK_NumVarsInGroup("TestKindUser::line"));
  t[0] = l[0] = 0;
}
