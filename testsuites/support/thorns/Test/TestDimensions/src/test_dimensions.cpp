// Fills and checks grid functions of 1 to 4 dimensions by their global index.
#include "Numerics/ThornTools/src/grid.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"

#include <string>

namespace test_dimensions {
namespace {

// Calls visit(actual value, expected value, whether this process owns the point) for each local point.
template <typename Visit>
void for_each_point(cGH const* gh, int dimension, Visit visit) {
  int const variable = CCTK_VarIndex(("TestDimensions::f" + std::to_string(dimension)).c_str());
  auto* const values = static_cast<CCTK_REAL*>(CCTK_VarDataPtrI(gh, 0, variable));
  cGroupDynamicData data;
  CCTK_GroupDynamicData(gh, CCTK_GroupIndexFromVarI(variable), &data);
  int begin[4], end[4];
  thorntools::owned_points(data, begin, end);
  long n = data.dim == dimension ? 1 : 0;
  for (int d = 0; d < data.dim; ++d) n *= data.lsh[d];
  for (long point = 0; point < n; ++point) {
    double number = dimension;
    bool is_owned = true;
    long rest = point;
    for (int d = 0; d < dimension; ++d) {
      int const local = static_cast<int>(rest % data.lsh[d]);
      rest /= data.lsh[d];
      number = 100 * number + local + data.lbnd[d];
      is_owned = is_owned && local >= begin[d] && local < end[d];
    }
    visit(values[point], number, is_owned);
  }
}

} // namespace

extern "C" void TestDimensions_Fill(CCTK_ARGUMENTS) {
  for (int dimension = 1; dimension <= 4; ++dimension)
    for_each_point(cctkGH, dimension,
                   [](CCTK_REAL& value, double number, bool is_owned) { value = is_owned ? number : -1; });
}

extern "C" void TestDimensions_Check(CCTK_ARGUMENTS) {
  CCTK_INT points[5] = {}, total = 0;
  for (int dimension = 1; dimension <= 4; ++dimension) {
    for_each_point(cctkGH, dimension, [&](CCTK_REAL& value, double number, bool is_owned) {
      if (value != number) CCTK_VERROR("f%d is %.17g, not %.17g", dimension, value, number);
      points[dimension] += is_owned;
    });
    CCTK_ReduceLocalScalar(cctkGH, -1, CCTK_ReductionArrayHandle("sum"), &points[dimension], &total, CCTK_VARIABLE_INT);
    CCTK_VINFO("f%d has %d points", dimension, static_cast<int>(total));
  }
}

} // namespace test_dimensions
