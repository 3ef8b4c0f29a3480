// Fills grid functions with simple functions of the global index or of the coordinates, and marks boundary points.
#include "Symmetry.h"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

namespace test_grid {
namespace {

constexpr double mark = -999; // value of a boundary point before the boundary condition is applied

bool is_marked(cGH const* cctkGH, int const (&global)[3]) {
  DECLARE_CCTK_PARAMETERS;
  int const layers = width < 0 ? 0 : width;
  for (int d = 0; d < 3; ++d)
    if (global[d] < layers || global[d] >= cctkGH->cctk_gsh[d] - layers) return true;
  return false;
}

} // namespace

extern "C" {

void TestGrid_SetSymmetries(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  int const even[] = {1, 1, 1}, chosen[] = {parity, parity, parity};
  SetCartSymVN(cctkGH, chosen, "TestGrid::f");
  SetCartSymGN(cctkGH, even, "TestGrid::numbers");
}

void TestGrid_SetSpeed(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestGrid_SetSpeed);
  DECLARE_CCTK_PARAMETERS;
  if (wave_speed > 0) *courant_wave_speed = wave_speed;
}

// The fields are f = i + 100 j + 10000 k + 1/(1 + r^2), f_p = 2 f + i, g = -f and n = i + 100 j + 10000 k, where i, j,
// k are the global indices.
void TestGrid_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestGrid_Fill);
  for (int k = 0; k < cctk_lsh[2]; ++k)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        int const point = CCTK_GFINDEX3D(cctkGH, i, j, k);
        int const global[] = {i + cctk_lbnd[0], j + cctk_lbnd[1], k + cctk_lbnd[2]};
        int const number = global[0] + 100 * (global[1] + 100 * global[2]);
        double const value = number + 1 / (1 + r[point] * r[point]);
        bool const marked = is_marked(cctkGH, global);
        f[point] = marked ? mark : value;
        f_p[point] = 2 * value + global[0];
        g[point] = -value;
        n[point] = marked ? static_cast<int>(mark) : number;
      }
}

void TestGrid_SelectEarlier(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  int const table = *earlier_options ? Util_TableCreateFromString(earlier_options) : -1;
  if (Boundary_SelectGroupForBC(cctkGH, faces, earlier_width, table, "TestGrid::field", condition) < 0)
    CCTK_ERROR("The field cannot be selected.");
}

void TestGrid_Select(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  int const table = *options ? Util_TableCreateFromString(options) : -1;
  if (*options && table < 0) CCTK_VERROR("The options '%s' are not a table: error %d.", options, table);
  if (*condition && Boundary_SelectGroupForBC(cctkGH, faces, width, table, "TestGrid::field", condition) < 0)
    CCTK_ERROR("The field cannot be selected.");
  if (*number_condition &&
      Boundary_SelectGroupForBC(cctkGH, faces, width, table, "TestGrid::numbers", number_condition) < 0)
    CCTK_ERROR("The numbers cannot be selected.");
}

} // extern "C"
} // namespace test_grid
