// Integrates u' = -2 t u^2 with u(0) = 1, so that u = 1/(1 + t^2), in variables of every kind.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"

#include <cmath>
#include <limits>

namespace test_mol {
namespace {

constexpr int array_size = 5;

int n_points(cGH const* cctkGH) { return cctkGH->cctk_ash[0] * cctkGH->cctk_ash[1] * cctkGH->cctk_ash[2]; }

int index(char const* name) {
  int const variable = CCTK_VarIndex(name);
  if (variable < 0) CCTK_VERROR("%s is not a variable", name);
  return variable;
}

bool is_multirate = false; // whether any substep skipped the slow right-hand sides

bool evaluates_slow(cGH const* cctkGH) {
  auto const* const flag = static_cast<CCTK_INT const*>(CCTK_VarDataPtr(cctkGH, 0, "MoL::MoL_SlowStep"));
  if (!*flag) is_multirate = true;
  return *flag;
}

double slope(double t, double u) { return -2 * t * u * u; }

void expect_equal(char const* what, double value, double expected) {
  if (value != expected) CCTK_VERROR("%s is %.17g, not %.17g", what, value, expected);
}

} // namespace

extern "C" {

void TestMoL_Register(CCTK_ARGUMENTS) {
  MoLRegisterEvolvedGroup(CCTK_GroupIndex("TestMoL::two"), CCTK_GroupIndex("TestMoL::two_rhs"));
  MoLRegisterEvolved(index("TestMoL::w"), index("TestMoL::wrhs"));
  MoLRegisterEvolvedSlow(index("TestMoL::v"), index("TestMoL::vrhs"));
  MoLRegisterEvolved(index("TestMoL::s"), index("TestMoL::srhs"));
  MoLRegisterEvolved(index("TestMoL::l"), index("TestMoL::lrhs"));
  MoLRegisterEvolved(index("TestMoL::a"), index("TestMoL::arhs"));
  MoLRegisterConstrained(index("TestMoL::c"));
  MoLRegisterSaveAndRestore(index("TestMoL::k"));
  expect_equal("right-hand side of u2", MoLQueryEvolvedRHS(index("TestMoL::u2")), index("TestMoL::u2rhs"));
  expect_equal("right-hand side of c", MoLQueryEvolvedRHS(index("TestMoL::c")), -1);
}

void TestMoL_Initial(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestMoL_Initial);
  for (int i = 0; i < n_points(cctkGH); ++i) u[i] = u2[i] = w[i] = v[i] = c[i] = k[i] = 1;
  for (int i = 0; i < array_size; ++i) a[i] = 1;
  *s = *l = 1;
}

void TestMoL_Save(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestMoL_Save);
  for (int i = 0; i < n_points(cctkGH); ++i) k[i] = 7 * cctk_iteration;
}

void TestMoL_RHS(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestMoL_RHS);
  DECLARE_CCTK_PARAMETERS;
  if (cctk_iteration == 2) CCTK_VINFO("substep time %.17g step %.17g", cctk_time, CCTK_DELTA_TIME);
  for (int i = 0; i < n_points(cctkGH); ++i) {
    urhs[i] = slope(cctk_time, u[i]);
    u2rhs[i] = slope(cctk_time, u2[i]);
    wrhs[i] = slope(cctk_time, w[i]);
    k[i] = -1;
  }
  if (evaluates_slow(cctkGH))
    for (int i = 0; i < n_points(cctkGH); ++i) vrhs[i] = slope(cctk_time, v[i]);
  for (int i = 0; i < array_size; ++i) arhs[i] = slope(cctk_time, a[i]);
  *srhs = slope(cctk_time, *s);
  *lrhs = slope(cctk_time, *l);
  if (cctk_iteration == nan_at) urhs[0] = std::numeric_limits<double>::quiet_NaN();
}

void TestMoL_Constrain(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestMoL_Constrain);
  for (int i = 0; i < n_points(cctkGH); ++i) c[i] = u[i] * u[i];
}

void TestMoL_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestMoL_Check);
  double const value = *s;
  for (int i = 0; i < n_points(cctkGH); ++i) {
    expect_equal("u", u[i], value);
    expect_equal("u2", u2[i], value);
    expect_equal("w", w[i], value);
    expect_equal("v", v[i], is_multirate ? v[0] : value);
    expect_equal("c", c[i], value * value);
    expect_equal("k", k[i], cctk_iteration == 0 ? 1 : 7 * cctk_iteration);
  }
  for (int i = 0; i < array_size; ++i) expect_equal("a", a[i], value);
  expect_equal("l", *l, value);
  double const solution = 1 / (1 + cctk_time * cctk_time);
  CCTK_VINFO("iteration %d time %.17g substeps %d error %.17g slow error %.17g", cctk_iteration, cctk_time,
             static_cast<int>(MoLNumIntegratorSubsteps()), value - solution, v[0] - solution);
}

} // extern "C"
} // namespace test_mol
