// Sets values that are not finite at given points, and checks the results of NaNChecker's functions.
#include "NaNChecker.h"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"

#include <algorithm>
#include <limits>

namespace test_nan {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();

// Returns the local index of the grid point (i, j, k), or -1 if this process does not hold the point.
int local(cGH const* cctkGH, int i, int j, int k) {
  int const global[] = {i, j, k};
  int here[3];
  for (int d = 0; d < 3; ++d) {
    here[d] = global[d] - cctkGH->cctk_lbnd[d];
    if (here[d] < 0 || here[d] >= cctkGH->cctk_lsh[d]) return -1;
  }
  return CCTK_GFINDEX3D(cctkGH, here[0], here[1], here[2]);
}

void expect(char const* what, int found, int expected) {
  if (found != expected) CCTK_VERROR("TestNaN: %s gives %d, not %d", what, found, expected);
}

} // namespace

extern "C" void TestNaN_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  int const size = cctk_ash[0] * cctk_ash[1] * cctk_ash[2];
  std::fill(a, a + size, 1);
  std::fill(b, b + size, std::numeric_limits<double>::max());
  std::fill(a_p, a_p + size, 0);
  std::fill(b_p, b_p + size, 0);
  std::fill(c, c + size, CCTK_COMPLEX(1, 1));
  std::fill(n, n + size, -1);
  std::fill(l, l + 7, 0);
  if (int const point = local(cctkGH, 2, 3, 4); point >= 0) a[point] = nan;
  if (int const point = local(cctkGH, 1, 1, 1); point >= 0) a_p[point] = -infinite;
  if (int const point = local(cctkGH, 5, 4, 3); point >= 0) c[point] = {1, infinite};
  l[6] = nan;
  if (many) std::fill(many, many + 40 * size, nan);
}

// Checks the results of NaNChecker's functions. The grid has no ghost zones, so each process checks its own points.
extern "C" void TestNaN_Ask(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  int const has_nan = local(cctkGH, 2, 3, 4) >= 0, had_infinity = local(cctkGH, 1, 1, 1) >= 0,
            has_infinity = local(cctkGH, 5, 4, 3) >= 0;
  auto const check = [&](char const* vars, char const* check_for, char const* action) {
    return static_cast<int>(CheckVarsForNaN(cctkGH, -1, vars, check_for, action));
  };
  expect("all of reals", check("TestNaN::reals", "both", "just warn"), has_nan);
  expect("NaN of all", check("TestNaN::a TestNaN::b TestNaN::complexes TestNaN::n", "NaN", "just warn"), has_nan);
  expect("infinities", check("TestNaN::c TestNaN::a", "Inf", "just warn"), has_infinity);
  expect("the past", check("TestNaN::a{timelevel=1}", "both", "just warn"), had_infinity);
  expect("an array", NaNChecker::NaNChecker_CheckVarsForNaN(cctkGH, 0, "TestNaN::l", "both", "just warn"), 1);
  expect("a time level that is not there", check("TestNaN::a{timelevel=2}", "both", "just warn"), 0);
  expect("an unknown action", check("TestNaN::a", "both", "panic"), -3);
  expect("an unknown kind", check("TestNaN::a", "zeros", "just warn"), -3);
  expect("no variables", NaNChecker::NaNChecker_CheckVarsForNaN(cctkGH, 0, nullptr, "both", "just warn"), -2);
  expect("an unknown variable", check("TestNaN::unknown", "both", "just warn"), -4);
  expect("setting to NaN", static_cast<int>(SetVarsToNaN(cctkGH, "TestNaN::b TestNaN::integers")), 1);
  expect("all points", check("TestNaN::b", "NaN", nullptr), cctk_lsh[0] * cctk_lsh[1] * cctk_lsh[2]);
  std::fill(b, b + cctk_ash[0] * cctk_ash[1] * cctk_ash[2], 0);
}

} // namespace test_nan
