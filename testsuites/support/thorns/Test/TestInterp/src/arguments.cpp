// Tests interpolations with wrong arguments. Each call must return its error code on every process and have no other
// effect.
#include "query.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <array>
#include <functional>
#include <limits>

namespace test_interp {
namespace {

constexpr int no_handle = 99999;
constexpr CCTK_INT no_type = 99999;

// Good arguments of both functions: one point, one real array; locally of 4 x 4 x 4 points.
struct Call {
  cGH const* gh;
  int n_dims = 3, local_operator = CCTK_InterpHandle("uniform cartesian");
  int table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE), system = CCTK_CoordSystemHandle("cart3d");
  int n_points = 1, coordinate_type = CCTK_VARIABLE_REAL;
  CCTK_REAL x = 0.5, result = 17;
  std::array<void const*, 3> coordinates = {&x, &x, &x};
  void const* const* coordinate_list = coordinates.data();
  int n_inputs = 1, n_outputs = 1;
  CCTK_INT variable = CCTK_VarIndex("TestInterp::p"), input_type = CCTK_VARIABLE_REAL, output_type = CCTK_VARIABLE_REAL;
  CCTK_INT const *variables = &variable, *input_types = &input_type, *output_types = &output_type;
  void* output = &result;
  void* const* outputs = &output;
  // Locally only:
  std::array<CCTK_REAL, 64> values{};
  std::array<CCTK_REAL, 3> zero{}, one = {1, 1, 1};
  std::array<CCTK_INT, 3> four = {4, 4, 4};
  void const* input = values.data();
  void const* const* inputs = &input;
  CCTK_REAL const *origin = zero.data(), *spacing = one.data();
  CCTK_INT const* shape = four.data();

  explicit Call(cGH const* hierarchy) : gh(hierarchy) {}
  Call(Call const&) = delete;
  Call& operator=(Call const&) = delete;
  ~Call() { Util_TableDestroy(table); }

  int global() const {
    return CCTK_InterpGridArrays(gh, n_dims, local_operator, table, system, n_points, coordinate_type, coordinate_list,
                                 n_inputs, variables, n_outputs, output_types, outputs);
  }
  int local() const {
    return CCTK_InterpLocalUniform(n_dims, local_operator, table, origin, spacing, n_points, coordinate_type,
                                   coordinate_list, n_inputs, shape, input_types, inputs, n_outputs, output_types,
                                   outputs);
  }
};

// One wrong argument, or several.
struct Mistake {
  char const* what;
  int code;
  std::function<void(Call&)> make;
};

void no_table(Call& call) {
  Util_TableDestroy(call.table);
  call.table = no_handle;
}

std::vector<Mistake> mistakes_of_both() {
  constexpr int bad = UTIL_ERROR_BAD_INPUT, handle = UTIL_ERROR_BAD_HANDLE;
  constexpr CCTK_INT huge = std::numeric_limits<CCTK_INT>::max();
  return {
      {"no mistake", 0, [](Call&) {}},
      {"no points", 0, [](Call& c) { c.n_points = 0, c.coordinate_list = nullptr; }},
      {"no arrays", 0, [](Call& c) { c.n_inputs = c.n_outputs = 0; }},
      {"no arrays, and NULL for the lists of them", 0,
       [](Call& c) {
         c.n_inputs = c.n_outputs = 0;
         c.input_types = c.output_types = c.variables = nullptr, c.inputs = c.outputs = nullptr;
       }},
      {"a result that is not wanted", 0, [](Call& c) { c.output = nullptr; }},
      {"no dimensions", bad, [](Call& c) { c.n_dims = 0; }},
      {"-1 dimensions", bad, [](Call& c) { c.n_dims = -1; }},
      {"1000 dimensions", bad, [](Call& c) { c.n_dims = 1000; }},
      {"operator -1", handle, [](Call& c) { c.local_operator = -1; }},
      {"an unknown operator", handle, [](Call& c) { c.local_operator = no_handle; }},
      {"an unknown operator and no points", handle, [](Call& c) { c.local_operator = no_handle, c.n_points = 0; }},
      {"an unknown table", handle, no_table},
      {"-1 points", bad, [](Call& c) { c.n_points = -1; }},
      {"integers as coordinates", bad, [](Call& c) { c.coordinate_type = CCTK_VARIABLE_INT; }},
      {"coordinates of an unknown type", bad, [](Call& c) { c.coordinate_type = no_type; }},
      {"NULL for all coordinates", bad, [](Call& c) { c.coordinate_list = nullptr; }},
      {"NULL for some coordinates", bad, [](Call& c) { c.coordinates[1] = nullptr; }},
      {"-1 input arrays", bad, [](Call& c) { c.n_inputs = -1; }},
      {"-1 output arrays", bad, [](Call& c) { c.n_outputs = -1; }},
      {"a text as result", bad, [](Call& c) { c.output_type = CCTK_VARIABLE_STRING; }},
      {"a result of an unknown type", bad, [](Call& c) { c.output_type = no_type; }},
      {"NULL for the types of the results", bad, [](Call& c) { c.output_types = nullptr; }},
      {"NULL for the results", bad, [](Call& c) { c.outputs = nullptr; }},
      {"a real order", bad, [](Call& c) { Util_TableSetReal(c.table, 1, "order"); }},
      {"order -1", bad, [](Call& c) { Util_TableSetInt(c.table, -1, "order"); }},
      {"a derivative in a fourth direction", bad, [](Call& c) { Util_TableSetInt(c.table, 14, "operation_codes"); }},
      {"a third derivative by x", bad, [](Call& c) { Util_TableSetInt(c.table, 1211, "operation_codes"); }},
      {"operation code -1", bad, [](Call& c) { Util_TableSetInt(c.table, -1, "operation_codes"); }},
      {"points to omit for one face only", bad,
       [](Call& c) { Util_TableSetInt(c.table, 0, "N_boundary_points_to_omit"); }},
      {"-5 points to omit", bad,
       [](Call& c) {
         Util_TableSetIntArray(c.table, 6, std::array<CCTK_INT, 6>{0, 0, -5, 0, 0, 0}.data(),
                               "N_boundary_points_to_omit");
       }},
      {"more points to omit than there are", CCTK_ERROR_INTERP_GRID_TOO_SMALL,
       [](Call& c) {
         Util_TableSetIntArray(c.table, 6, std::array<CCTK_INT, 6>{huge, huge, huge, huge, huge, huge}.data(),
                               "N_boundary_points_to_omit");
       }},
      {"a tolerance that is an integer", bad,
       [](Call& c) {
         Util_TableSetIntArray(c.table, 6, std::array<CCTK_INT, 6>{}.data(), "boundary_extrapolation_tolerance");
       }},
      {"an integer in the place of an array for codes", bad,
       [](Call& c) { Util_TableSetInt(c.table, 1, "per_point_status"); }},
  };
}

std::vector<Mistake> mistakes_of_global() {
  constexpr int bad = UTIL_ERROR_BAD_INPUT;
  return {
      {"no variable", 0, [](Call& c) { c.variable = -1; }},
      {"no results", 0, [](Call& c) { c.n_outputs = 0; }},
      {"a variable that does not exist", bad, [](Call& c) { c.variable = no_handle; }},
      {"NULL for the variables", bad, [](Call& c) { c.variables = nullptr; }},
      {"a scalar", bad, [](Call& c) { c.variable = CCTK_VarIndex("grid::coarse_dx"); }},
      {"fewer dimensions than the variable has", bad, [](Call& c) { c.n_dims = 2; }},
      {"more dimensions than the coordinates have", bad, [](Call& c) { c.n_dims = 4; }},
      {"coordinate system -1", UTIL_ERROR_BAD_HANDLE, [](Call& c) { c.system = -1; }},
      {"an unknown coordinate system", UTIL_ERROR_BAD_HANDLE, [](Call& c) { c.system = no_handle; }},
      {"time level -1", bad, [](Call& c) { Util_TableSetInt(c.table, -1, "input_array_time_levels"); }},
      {"a time level that is real", bad, [](Call& c) { Util_TableSetReal(c.table, 0, "input_array_time_levels"); }},
      {"two operation codes for one result", bad,
       [](Call& c) { Util_TableSetIntArray(c.table, 2, std::array<CCTK_INT, 2>{}.data(), "operation_codes"); }},
      {"NULL for the grid", bad, [](Call& c) { c.gh = nullptr; }},
  };
}

std::vector<Mistake> mistakes_of_local() {
  constexpr int bad = UTIL_ERROR_BAD_INPUT, too_small = CCTK_ERROR_INTERP_GRID_TOO_SMALL;
  return {
      {"no table", 0,
       [](Call& c) {
         Util_TableDestroy(c.table);
         c.table = -1;
       }},
      {"no input", 0, [](Call& c) { c.input = nullptr; }},
      {"NULL for the inputs", bad, [](Call& c) { c.inputs = nullptr; }},
      {"NULL for the types of the inputs", bad, [](Call& c) { c.input_types = nullptr; }},
      {"inputs of an unknown type", bad, [](Call& c) { c.input_type = no_type; }},
      {"a complex input for a real result", bad, [](Call& c) { c.input_type = CCTK_VARIABLE_COMPLEX; }},
      {"a pointer as input", bad, [](Call& c) { c.input_type = CCTK_VARIABLE_POINTER; }},
      {"two inputs for one result", bad, [](Call& c) { c.n_inputs = 2; }},
      {"NULL for the origin", bad, [](Call& c) { c.origin = nullptr; }},
      {"NULL for the spacing", bad, [](Call& c) { c.spacing = nullptr; }},
      {"NULL for the size of the arrays", bad, [](Call& c) { c.shape = nullptr; }},
      {"no spacing", CCTK_ERROR_INTERP_DELTA_X_ZERO, [](Call& c) { c.one[1] = 0; }},
      {"a spacing that is no number", CCTK_ERROR_INTERP_POINT_OUTSIDE,
       [](Call& c) { c.one[1] = std::numeric_limits<CCTK_REAL>::quiet_NaN(); }},
      {"an array of one point", too_small, [](Call& c) { c.four[2] = 1; }},
      {"an array of -4 points", too_small, [](Call& c) { c.four[2] = -4; }},
  };
}

void make_all(std::vector<Mistake> const& mistakes, cGH const* gh, char const* function,
              int (Call::*function_call)() const) {
  for (Mistake const& mistake : mistakes) {
    Call call(gh);
    mistake.make(call);
    if (int const code = (call.*function_call)(); code != mistake.code)
      fail(std::string(function) + " with " + mistake.what + " returns " + std::to_string(code) + ", not " +
           std::to_string(mistake.code));
    if (mistake.code != 0 && call.result == call.result && call.result != 17)
      fail(std::string(function) + " with " + mistake.what + " gives a result");
  }
}

} // namespace

extern "C" void TestInterp_Arguments(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_EQUALS(expect, "ghost zones")) return;
  make_all(mistakes_of_both(), cctkGH, "CCTK_InterpGridArrays", &Call::global);
  make_all(mistakes_of_global(), cctkGH, "CCTK_InterpGridArrays", &Call::global);
  make_all(mistakes_of_both(), cctkGH, "CCTK_InterpLocalUniform", &Call::local);
  make_all(mistakes_of_local(), cctkGH, "CCTK_InterpLocalUniform", &Call::local);
}

} // namespace test_interp
