// Interpolates at many points, which are distributed over the processes, and compares the results with the exact
// polynomials.
#include "query.hpp"
#include "values_file.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace test_interp {
namespace {

constexpr int n_points = 60;

// A pseudo-random number generator for values between 0 and 1, which gives the same sequence on every machine.
struct Numbers {
  std::uint64_t state = 12345;
  double next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  }
};

struct Range {
  CCTK_REAL lower = 0, upper = 0;
};

Range range_of(cGH const* gh, int direction) {
  Range range;
  CCTK_CoordRange(gh, &range.lower, &range.upper, direction, nullptr, "cart3d");
  return range;
}

// The points, which include the corners of the grid, are distributed over all processes but the last.
Query make_query(cGH const* gh, std::vector<int>& mine) {
  Numbers numbers;
  Query query;
  int const n_requesters = std::max(1, CCTK_nProcs(gh) - 1);
  for (int i = 0; i < n_points; ++i) {
    CCTK_REAL point[3];
    for (int d = 0; d < 3; ++d) {
      Range const range = range_of(gh, d + 1);
      double const share = i < 8 ? i >> d & 1 : numbers.next();
      point[d] = share == 1 ? range.upper : range.lower + share * (range.upper - range.lower);
    }
    if (i % n_requesters != CCTK_MyProc(gh)) continue;
    mine.push_back(i);
    query.x.push_back(point[0]);
    query.y.push_back(point[1]);
    query.z.push_back(point[2]);
  }
  query.variables = {"TestInterp::p", "TestInterp::p", "TestInterp::c", "TestInterp::n", "TestInterp::a"};
  query.types = {CCTK_VARIABLE_REAL, CCTK_VARIABLE_REAL, CCTK_VARIABLE_COMPLEX, CCTK_VARIABLE_REAL,
                 CCTK_VARIABLE_REAL4};
  query.time_levels = {0, 1, 0, 0, 0};
  return query;
}

void compare(char const* what, CCTK_COMPLEX found, CCTK_COMPLEX expected, double tolerance) {
  if (!(std::abs(found - expected) <= tolerance * (1 + std::abs(expected)))) {
    char text[200];
    std::snprintf(text, sizeof text, "%s is (%.17g, %.17g), not (%.17g, %.17g)", what, found.real(), found.imag(),
                  expected.real(), expected.imag());
    fail(text);
  }
}

void check(cGH const* gh, Query const& query, Answer const& answer, int order) {
  for (std::size_t i = 0; i < query.x.size(); ++i) {
    double const x = query.x[i], value = polynomial(order, x, query.y[i], query.z[i]);
    double const rounding = 1e-11;
    compare("the polynomial", answer.values[0][i], value, rounding);
    compare("the polynomial in the past", answer.values[1][i], 2 * value, rounding);
    if (order == 0) continue; // the others are linear in x
    compare("the complex polynomial", answer.values[2][i], {value, 1 + x}, rounding);
    CCTK_REAL index[3];
    for (int d = 0; d < 3; ++d) {
      Range const range = range_of(gh, d + 1);
      CCTK_REAL const coordinate = d == 0 ? x : d == 1 ? query.y[i] : query.z[i];
      index[d] = (coordinate - range.lower) / (range.upper - range.lower) * (gh->cctk_gsh[d] - 1);
    }
    compare("the integer", answer.values[3][i], 3 * index[0] - 2 * index[1] + index[2], rounding);
    compare("the array", answer.values[4][i], index[0], 1e-6);
  }
}

// Returns the results of all processes in the order of the points, on every process.
std::vector<CCTK_REAL> gather(cGH const* gh, std::vector<int> const& mine, Answer const& answer) {
  std::size_t const n = 2 * answer.values.size() * n_points;
  std::vector<CCTK_REAL> local(n, 0), all(n, 0);
  for (std::size_t v = 0; v < answer.values.size(); ++v)
    for (std::size_t i = 0; i < mine.size(); ++i) {
      local[2 * (v * n_points + mine[i])] = answer.values[v][i].real();
      local[2 * (v * n_points + mine[i]) + 1] = answer.values[v][i].imag();
    }
  if (CCTK_ReduceLocArrayToArray1D(gh, -1, CCTK_ReductionArrayHandle("sum"), local.data(), all.data(),
                                   static_cast<int>(n), CCTK_VARIABLE_REAL) < 0)
    fail("the values cannot be gathered");
  return all;
}

} // namespace

extern "C" void TestInterp_Interpolate(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  std::vector<int> mine;
  Query query = make_query(cctkGH, mine);
  query.order = static_cast<int>(order);
  query.returns_status = true;
  Answer const answer = interpolate(cctkGH, query);
  if (CCTK_EQUALS(expect, "ghost zones")) {
    if (answer.code != CCTK_ERROR_INTERP_GHOST_SIZE_TOO_SMALL)
      fail("narrow ghost zones give the code " + std::to_string(answer.code));
    return;
  }
  if (answer.code != 0 || answer.local_status != 0) fail("the interpolation returns " + std::to_string(answer.code));
  for (CCTK_INT const status : answer.status)
    if (status != 0) fail("a point has the status " + std::to_string(status));
  check(cctkGH, query, answer, static_cast<int>(order));
  auto const values = gather(cctkGH, mine, answer);
  if (CCTK_MyProc(cctkGH) != 0) return;
  ValuesFile const file;
  for (std::size_t i = 0; i < values.size(); ++i) std::fprintf(file, "value %zu %a\n", i, values[i]);
}

} // namespace test_interp
