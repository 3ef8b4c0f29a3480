// A request for an interpolation of the test's variables, and the result.
#pragma once

#include "cctk.h"

#include <string>
#include <vector>

namespace test_interp {

// Returns the exact value of a grid function, which is a polynomial of degree `order` in each coordinate.
double polynomial(int order, double x, double y, double z);

struct Query {
  std::vector<CCTK_REAL> x, y, z;
  std::vector<std::string> variables;
  std::vector<int> types; // of the outputs
  int order = 1;
  std::vector<CCTK_INT> time_levels;                // none: current
  std::string local_operator = "uniform cartesian"; // by name
  bool returns_status = false;
};

struct Answer {
  int code = 0;
  std::vector<std::vector<CCTK_COMPLEX>> values; // indexed by variable and point
  std::vector<CCTK_INT> status;                  // by point
  CCTK_INT local_status = 0;                     // local_interpolator_status
};

Answer interpolate(cGH const* gh, Query const& query);

[[noreturn]] void fail(std::string const& what);

} // namespace test_interp
