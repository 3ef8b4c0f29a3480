// Interpolates at points of all octants. Beyond the mirrors, the signs of interpolated values follow from the
// symmetries.
#include "fields.hpp"

#include "cctk_Arguments.h"
#include "util_Table.h"

#include <cmath>

namespace test_symmetry {

extern "C" void TestSymmetry_Interpolate(CCTK_ARGUMENTS) {
  std::vector<CCTK_REAL> at[3];
  for (int octant = 0; octant < 8; ++octant)
    for (int d = 0; d < 3; ++d) at[d].push_back((octant >> d & 1 ? -1 : 1) * (0.7 + 0.2 * d + 0.05 * octant));
  std::vector<CCTK_INT> variables, types;
  std::vector<std::vector<CCTK_COMPLEX>> results(fields().size(), std::vector<CCTK_COMPLEX>(8));
  std::vector<void*> outputs;
  for (std::size_t i = 0; i < fields().size(); ++i) {
    variables.push_back(CCTK_VarIndex(("TestSymmetry::" + fields()[i].name).c_str()));
    types.push_back(fields()[i].is_complex ? CCTK_VARIABLE_COMPLEX : CCTK_VARIABLE_REAL);
    outputs.push_back(results[i].data());
  }
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  Util_TableSetInt(table, 3, "order");
  void const* const coordinates[] = {at[0].data(), at[1].data(), at[2].data()};
  int const n = static_cast<int>(variables.size());
  int const code =
      CCTK_InterpGridArrays(cctkGH, 3, CCTK_InterpHandle("uniform cartesian"), table, CCTK_CoordSystemHandle("cart3d"),
                            8, CCTK_VARIABLE_REAL, coordinates, n, variables.data(), n, types.data(), outputs.data());
  if (code < 0) CCTK_VERROR("TestSymmetry: the interpolation returns %d", code);
  Util_TableDestroy(table);
  for (std::size_t i = 0; i < fields().size(); ++i)
    for (int octant = 0; octant < 8; ++octant) {
      double const point[] = {at[0][octant], at[1][octant], at[2][octant]};
      Field const& field = fields()[i];
      CCTK_REAL const* const reals = reinterpret_cast<CCTK_REAL const*>(results[i].data());
      double const found = field.is_complex ? 0.5 * results[i][octant].imag() : reals[octant];
      if (std::abs(found - value(field, point)) > 1e-3)
        CCTK_VERROR("TestSymmetry: %s in octant %d is %g, not %g", field.name.c_str(), octant, found,
                    value(field, point));
    }
  CCTK_INFO("All interpolated values are right");
}

} // namespace test_symmetry
