// Tests interpolations that must fail, for a single point or as a whole, with the same error code on every process.
#include "query.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "util_ErrorCodes.h"

#include <cmath>
#include <limits>

namespace test_interp {
namespace {

Query good_query() {
  Query query;
  query.x = query.y = query.z = {0, 0.1};
  query.variables = {"TestInterp::p"};
  query.types = {CCTK_VARIABLE_REAL};
  query.returns_status = true;
  return query;
}

void expect_code(char const* what, int code, int expected) {
  if (code != expected) fail(std::string(what) + " gives the code " + std::to_string(code));
}

// Point 1 of the last process is invalid; all others are valid.
void expect_bad_point(cGH const* gh, char const* what, CCTK_REAL x, int code) {
  Query query = good_query();
  bool const is_mine = CCTK_MyProc(gh) == CCTK_nProcs(gh) - 1;
  if (is_mine) query.x[1] = x;
  Answer const answer = interpolate(gh, query);
  expect_code(what, answer.code, code);
  expect_code(what, answer.local_status, is_mine ? code : 0);
  expect_code(what, answer.status[0], 0);
  expect_code(what, answer.status[1], is_mine ? code : 0);
  if (std::isnan(answer.values[0][0].real())) fail("an invalid point changes the value of a valid one");
  if (is_mine && !std::isnan(answer.values[0][1].real())) fail(std::string(what) + " gives a number");
}

} // namespace

extern "C" void TestInterp_Errors(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_EQUALS(expect, "ghost zones")) return;
  double const nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  expect_bad_point(cctkGH, "a point outside", 1e6, CCTK_ERROR_INTERP_POINT_OUTSIDE);
  expect_bad_point(cctkGH, "a point at infinity", -infinite, CCTK_ERROR_INTERP_POINT_OUTSIDE);
  expect_bad_point(cctkGH, "a point that is no number", nan, CCTK_ERROR_INTERP_COORD_NAN);
  Query query = good_query();
  if (CCTK_MyProc(cctkGH) == 0) query.time_levels = {2};
  expect_code("a time level without storage on one process", interpolate(cctkGH, query).code, UTIL_ERROR_BAD_INPUT);
  query = good_query();
  query.time_levels = {0, 0};
  expect_code("an option of the wrong size", interpolate(cctkGH, query).code, UTIL_ERROR_BAD_INPUT);
  query = good_query();
  query.order = 11;
  expect_code("an order too high", interpolate(cctkGH, query).code, UTIL_ERROR_BAD_INPUT);
  query = good_query();
  query.types = {CCTK_VARIABLE_INT};
  expect_code("an integer as result", interpolate(cctkGH, query).code, UTIL_ERROR_BAD_INPUT);
  CCTK_INT const variable = 0, type = CCTK_VARIABLE_REAL;
  CCTK_REAL value = 0;
  void const* const coordinates[] = {&value, &value, &value};
  void* const output = &value;
  expect_code("a table that does not exist",
              CCTK_InterpGridArrays(cctkGH, 3, CCTK_InterpHandle("uniform cartesian"), -1,
                                    CCTK_CoordSystemHandle("cart3d"), 1, CCTK_VARIABLE_REAL, coordinates, 1, &variable,
                                    1, &type, &output),
              UTIL_ERROR_BAD_HANDLE);
}

} // namespace test_interp
