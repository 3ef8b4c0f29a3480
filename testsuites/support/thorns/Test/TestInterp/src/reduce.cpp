// Tests reductions of local arrays with strides, and of grid functions with weights.
#include "query.hpp"
#include "values_file.hpp"

#include "cctk_Arguments.h"
#include "util_Table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace test_interp {
namespace {

constexpr char const* names[] = {"count", "minimum", "maximum", "sum",   "average",
                                 "norm1", "norm2",   "norm3",   "norm4", "norm_inf"};

// Returns the expected result of a reduction, computed from its definition with lists of values and weights.
double expected(std::string const& name, std::vector<double> const& values, std::vector<double> const& weights) {
  double sum = 0, weight = 0, power = 0, least = INFINITY, most = -INFINITY, largest = 0;
  int const p = name.rfind("norm", 0) == 0 && name != "norm_inf" ? name[4] - '0' : 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    weight += weights[i];
    sum += values[i] * weights[i];
    power += std::pow(std::abs(values[i] * weights[i]), p);
    largest = std::max(largest, std::abs(values[i] * weights[i]));
    if (weights[i] == 0) continue;
    least = std::min(least, values[i]);
    most = std::max(most, values[i]);
  }
  if (name == "count") return static_cast<double>(values.size());
  if (name == "minimum") return least;
  if (name == "maximum") return most;
  if (name == "norm_inf") return largest;
  if (name == "sum") return sum;
  if (name == "average") return sum / weight;
  return std::pow(power / weight, 1.0 / p);
}

void compare(std::string const& name, double found, double wanted) {
  if (!(std::abs(found - wanted) <= 1e-13 * (1 + std::abs(wanted))))
    fail(name + " is " + std::to_string(found) + ", not " + std::to_string(wanted));
}

// The reductions use the points 1, 3, 5 in x and 2, 3 in y of an array with 7 x 5 points.
void check_local_arrays() {
  CCTK_INT const extents[] = {7, 5}, begin[] = {1, 2}, end[] = {7, 4}, stride[] = {2, 1};
  CCTK_INT const type = CCTK_VARIABLE_REAL, integer = CCTK_VARIABLE_INT;
  std::vector<CCTK_REAL> array(35), weights(35);
  for (int i = 0; i < 35; ++i) array[i] = (i * 37 % 23) - 11.5, weights[i] = i % 4;
  std::vector<double> values, their_weights;
  for (int j = 2; j < 4; ++j)
    for (int i = 1; i < 7; i += 2) values.push_back(array[i + 7 * j]), their_weights.push_back(weights[i + 7 * j]);
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  Util_TableSetIntArray(table, 2, begin, "input_array_min_subscripts");
  Util_TableSetIntArray(table, 2, end, "input_array_max_subscripts");
  Util_TableSetIntArray(table, 2, stride, "input_array_strides");
  void const* const data = array.data();
  for (int is_weighted = 0; is_weighted < 2; ++is_weighted) {
    Util_TableSetInt(table, is_weighted, "weight_on");
    Util_TableSetPointerToConst(table, weights.data(), "weight");
    for (char const* const name : names) {
      CCTK_REAL result = 0;
      void* const number = &result;
      if (CCTK_ReduceLocalArrays(2, CCTK_LocalArrayReductionHandle(name), table, 1, extents, &type, &data, 1, &type,
                                 &number) < 0)
        fail(std::string("no local ") + name);
      compare(name, result,
              expected(name, values, is_weighted ? their_weights : std::vector<double>(values.size(), 1)));
    }
  }
  CCTK_INT truncated = 0, too_far[] = {8, 4};
  void* const number = &truncated;
  int const average = CCTK_LocalArrayReductionHandle("average");
  if (CCTK_ReduceLocalArrays(2, average, -1, 1, extents, &type, &data, 1, &integer, &number) != 0 ||
      truncated != static_cast<CCTK_INT>(expected("average", {array.begin(), array.end()}, std::vector<double>(35, 1))))
    fail("an average as an integer");
  Util_TableSetIntArray(table, 2, too_far, "input_array_max_subscripts");
  if (CCTK_ReduceLocalArrays(2, average, table, 1, extents, &type, &data, 1, &type, &number) >= 0)
    fail("points outside the array are reduced");
  Util_TableDestroy(table);
}

// A sum with an integer result truncates each weighted term before the summation. The test uses the weights h = w / 2.
void check_integer_sum(cGH const* gh, std::vector<double> const& values, std::vector<double> const& weights) {
  double terms = 0;
  for (std::size_t i = 0; i < values.size(); ++i) terms += std::trunc(values[i] * weights[i] / 2);
  CCTK_INT const variable = CCTK_VarIndex("TestInterp::n"), type = CCTK_VARIABLE_INT;
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  Util_TableSetInt(table, 1, "weight_on");
  Util_TableSetInt(table, CCTK_VarIndex("TestInterp::h"), "weight_variable_index");
  CCTK_INT result = 0;
  void* const number = &result;
  if (CCTK_ReduceGridArrays(gh, -1, CCTK_LocalArrayReductionHandle("sum"), table, 1, &variable, 1, &type, &number) < 0)
    fail("no global sum to an integer");
  compare("sum to an integer", static_cast<double>(result), terms);
  Util_TableDestroy(table);
}

// Checks reductions of the integers and weights that fill.cpp computes from the global index.
void check_grid_functions(cGH const* gh) {
  std::vector<double> values, weights;
  for (int k = 0; k < gh->cctk_gsh[2]; ++k)
    for (int j = 0; j < gh->cctk_gsh[1]; ++j)
      for (int i = 0; i < gh->cctk_gsh[0]; ++i) values.push_back(3 * i - 2 * j + k), weights.push_back((i + j) % 3);
  CCTK_INT const variable = CCTK_VarIndex("TestInterp::n"), type = CCTK_VARIABLE_REAL;
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_DEFAULT);
  Util_TableSetInt(table, CCTK_VarIndex("TestInterp::w"), "weight_variable_index");
  for (int is_weighted = 0; is_weighted < 2; ++is_weighted) {
    Util_TableSetInt(table, is_weighted, "weight_on");
    for (char const* const name : names) {
      CCTK_REAL result = 0;
      void* const number = &result;
      int const handle = CCTK_LocalArrayReductionHandle(name);
      if (CCTK_ReduceGridArrays(gh, -1, handle, table, 1, &variable, 1, &type, &number) < 0)
        fail(std::string("no global ") + name);
      compare(name, result, expected(name, values, is_weighted ? weights : std::vector<double>(values.size(), 1)));
      if (CCTK_MyProc(gh) == 0) std::fprintf(ValuesFile(), "value %s %d %a\n", name, is_weighted, result);
    }
  }
  check_integer_sum(gh, values, weights);
  CCTK_REAL result = 0;
  void* const number = &result;
  if (CCTK_ReduceGridArrays(gh, CCTK_nProcs(gh), CCTK_LocalArrayReductionHandle("sum"), -1, 1, &variable, 1, &type,
                            &number) >= 0)
    fail("a result goes to a process that does not exist");
  Util_TableSetInt(table, variable, "weight_variable_index");
  if (CCTK_ReduceGridArrays(gh, -1, CCTK_LocalArrayReductionHandle("sum"), table, 1, &variable, 1, &type, &number) >= 0)
    fail("integers are taken for weights");
  Util_TableDestroy(table);
}

} // namespace

extern "C" void TestInterp_Reduce(CCTK_ARGUMENTS) {
  check_local_arrays();
  check_grid_functions(cctkGH);
}

} // namespace test_interp
