// Sets the coordinates of a one-dimensional grid, which start at 0.5 with spacing 0.25.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"

namespace test_line {

constexpr CCTK_REAL origin = 0.5, spacing = 0.25;

extern "C" void TestLine_RegisterCoordinates(CCTK_ARGUMENTS) {
  Coord_SystemRegister(cctkGH, 1, "line");
  Coord_SetDefaultSystem(cctkGH, "line");
}

extern "C" void TestLine_SetCoordinates(CCTK_ARGUMENTS) {
  cctkGH->cctk_origin_space[0] = origin;
  cctkGH->cctk_delta_space[0] = spacing;
}

extern "C" void TestLine_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for (int i = 0; i < cctk_lsh[0]; ++i) value[i] = 2 * (origin + spacing * (cctk_lbnd[0] + i));
}

} // namespace test_line
