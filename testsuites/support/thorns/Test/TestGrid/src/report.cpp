// Prints the results of the query functions of the thorns that set up the grid.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "util_Table.h"

namespace test_grid {
namespace {

void report_faces(cGH const* cctkGH) {
  CCTK_INT size[6], is_ghost[6], is_symmetry[6], is_physical[6];
  GetBoundarySizesAndTypes(cctkGH, 6, size, is_ghost, is_symmetry, is_physical);
  for (int face = 0; face < 6; ++face)
    CCTK_VINFO("face %d: %d points, %s", face, static_cast<int>(size[face]),
               is_ghost[face]      ? "ghost"
               : is_symmetry[face] ? "symmetry"
               : is_physical[face] ? "physical"
                                   : "nothing");
}

void report_coordinates(cGH const* cctkGH) {
  CCTK_REAL lower[3], upper[3];
  int first[3], last[3];
  for (int d = 0; d < 3; ++d) {
    CCTK_CoordRange(cctkGH, &lower[d], &upper[d], d + 1, nullptr, "cart3d");
    CCTK_CoordRangePhysIndex(cctkGH, &first[d], &last[d], d + 1, nullptr, "cart3d");
    CCTK_VINFO("coordinate %c: %.17g to %.17g, physical %d to %d", "xyz"[d], lower[d], upper[d], first[d], last[d]);
  }
  char system[20] = "";
  Util_TableGetString(Coord_GroupSystem(cctkGH, "TestGrid::field"), sizeof(system), system, "NAME");
  CCTK_REAL delta = 0;
  CCTK_INT variable = -1;
  int const y = Coord_CoordHandle(cctkGH, "y", system);
  Util_TableGetReal(y, &delta, "DELTA");
  Util_TableGetInt(y, &variable, "GAINDEX");
  CCTK_VINFO("the system of field is %s, in which y is %s with spacing %.17g", system, CCTK_FullVarName(variable),
             delta);
}

} // namespace

extern "C" void TestGrid_Report(CCTK_ARGUMENTS) {
  report_faces(cctkGH);
  report_coordinates(cctkGH);
}

} // namespace test_grid
