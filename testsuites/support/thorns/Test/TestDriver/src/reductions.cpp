// Tests reductions. Results with an exact formula are checked. All other results are printed with all digits, and the
// test checks that they do not depend on the number of processes.
#include "points.hpp"

#include "cctk_Arguments.h"

#include <cmath>
#include <string>
#include <vector>

namespace {

constexpr char const* operators[] = {"count", "minimum", "maximum", "sum",   "average",
                                     "norm1", "norm2",   "norm3",   "norm4", "norm_inf"};

double by_handle(cGH const* gh, char const* reduction, char const* variable, int destination) {
  double result = std::nan("");
  int const code = CCTK_Reduce(gh, destination, CCTK_ReductionHandle(reduction), 1, CCTK_VARIABLE_REAL, &result, 1,
                               CCTK_VarIndex(variable));
  if (code != 0) CCTK_VERROR("CCTK_Reduce(%s, %s) returns %d", reduction, variable, code);
  return result;
}

double by_grid_array(cGH const* gh, char const* reduction, char const* variable) {
  double result = std::nan("");
  CCTK_INT const index = CCTK_VarIndex(variable), type = CCTK_VARIABLE_REAL;
  void* const output[] = {&result};
  int const code =
      CCTK_ReduceGridArrays(gh, -1, CCTK_LocalArrayReductionHandle(reduction), -1, 1, &index, 1, &type, output);
  if (code != 0) CCTK_VERROR("CCTK_ReduceGridArrays(%s, %s) returns %d", reduction, variable, code);
  return result;
}

void expect_equal(double a, double b, char const* what) {
  if (a != b) CCTK_VERROR("%s: %.17g, not %.17g", what, a, b);
}

// Returns the number of grid points, each counted once, computed from the definition.
double points_of_grid(cGH const* gh) {
  auto const box = test_driver::box_of(gh, CCTK_GroupIndex("TestDriver::reals"));
  double points = 1;
  for (int d = 0; d < 3; ++d) {
    int owned = 0;
    for (int i = 0; i < box.gsh[d]; ++i) {
      std::array<int, 3> at = box.ghosts;
      at[d] = i;
      owned += test_driver::owner_of(box, at)[d] == i;
    }
    points *= owned;
  }
  return points;
}

// Returns true for sums and counts of scalars and replicated arrays, which include a copy from each process.
bool grows_with_processes(std::string const& reduction, std::string const& variable) {
  return (reduction == "count" || reduction == "sum") && (variable == "TestDriver::r" || variable == "TestDriver::s");
}

void reduce_replicated(cGH const* gh) {
  int const n = CCTK_nProcs(gh);
  expect_equal(by_handle(gh, "count", "TestDriver::r", -1), 5 * n, "count of a replicated array");
  expect_equal(by_handle(gh, "sum", "TestDriver::r", -1), 2.5 * n, "sum of a replicated array");
  expect_equal(by_handle(gh, "average", "TestDriver::r", -1), 0.5, "average of a replicated array");
  expect_equal(by_handle(gh, "norm_inf", "TestDriver::r", -1), 2.5, "norm_inf of a replicated array");
  expect_equal(by_handle(gh, "sum", "TestDriver::s", -1), 42 * n, "sum of a scalar");
  expect_equal(by_handle(gh, "average", "TestDriver::s", -1), 42, "average of a scalar");
}

void reduce_arrays(cGH const* gh) {
  int const me = CCTK_MyProc(gh), n = CCTK_nProcs(gh);
  CCTK_REAL const mine[2] = {me + 1.0, -2.0 * me};
  CCTK_REAL sums[2] = {}, all = 0;
  int const handle = CCTK_ReductionArrayHandle("sum");
  if (CCTK_ReduceArray(gh, -1, handle, 2, CCTK_VARIABLE_REAL, sums, 1, 1, CCTK_VARIABLE_REAL, 2, mine) != 0)
    CCTK_ERROR("CCTK_ReduceArray");
  expect_equal(sums[0], n * (n + 1) / 2.0, "sum by element");
  expect_equal(sums[1], -1.0 * n * (n - 1), "sum by element");
  if (CCTK_ReduceArray(gh, -1, handle, 1, CCTK_VARIABLE_REAL, &all, 1, 1, CCTK_VARIABLE_REAL, 2, mine) != 0)
    CCTK_ERROR("CCTK_ReduceArray");
  expect_equal(all, sums[0] + sums[1], "sum of all");
  std::vector<CCTK_REAL> many(20000), sum_of_many(many.size()); // more elements than the driver sends in one message
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i) + me;
  auto const size = static_cast<int>(many.size());
  if (CCTK_ReduceArray(gh, -1, handle, size, CCTK_VARIABLE_REAL, sum_of_many.data(), 1, 1, CCTK_VARIABLE_REAL, size,
                       many.data()) != 0)
    CCTK_ERROR("CCTK_ReduceArray");
  for (std::size_t i = 0; i < many.size(); ++i)
    expect_equal(sum_of_many[i], static_cast<double>(i) * n + n * (n - 1) / 2.0, "sum of many by element");
  CCTK_REAL largest = -1;
  if (CCTK_ReduceLocalScalar(gh, -1, CCTK_ReductionArrayHandle("maximum"), mine, &largest, CCTK_VARIABLE_REAL) != 0)
    CCTK_ERROR("CCTK_ReduceLocalScalar");
  expect_equal(largest, n, "maximum of scalars");
}

} // namespace

extern "C" void TestDriver_Reduce(CCTK_ARGUMENTS) {
  for (char const* variable : {"TestDriver::a", "TestDriver::w", "TestDriver::n", "TestDriver::m", "TestDriver::r",
                               "TestDriver::s", "TestDriver::q"})
    for (char const* reduction : operators) {
      double const value = by_handle(cctkGH, reduction, variable, -1);
      expect_equal(by_grid_array(cctkGH, reduction, variable), value, "CCTK_ReduceGridArrays");
      if (CCTK_MyProc(cctkGH) == 0 && !grows_with_processes(reduction, variable))
        std::printf("reduction %d %s %s %a\n", cctkGH->cctk_iteration, variable, reduction, value);
    }
  int const last = CCTK_nProcs(cctkGH) - 1;
  double const to_last = by_handle(cctkGH, "norm2", "TestDriver::w", last);
  if (CCTK_MyProc(cctkGH) == last)
    expect_equal(to_last, by_grid_array(cctkGH, "norm2", "TestDriver::w"), "to the last process");
  else
    by_grid_array(cctkGH, "norm2", "TestDriver::w");
  expect_equal(by_handle(cctkGH, "count", "TestDriver::a", -1), points_of_grid(cctkGH), "count");
  reduce_replicated(cctkGH);
  CCTK_COMPLEX z_sum = 0;
  if (CCTK_Reduce(cctkGH, -1, CCTK_ReductionHandle("sum"), 1, CCTK_VARIABLE_COMPLEX, &z_sum, 1,
                  CCTK_VarIndex("TestDriver::z")) != 0)
    CCTK_ERROR("the sum of a complex variable");
  expect_equal(z_sum.imag(), 2 * z_sum.real(), "imaginary part of a sum");
  reduce_arrays(cctkGH);
}
