// Sets all variables at the points of this process to given functions of the global index.
#include <cctk.h>
#include <cctk_Arguments.h>

namespace {

struct Box {
  cGH const* cctkGH;

  double coordinate(int d, int i) const {
    auto const* const cctk_origin_space = cctkGH->cctk_origin_space;
    auto const* const cctk_delta_space = cctkGH->cctk_delta_space;
    auto const* const cctk_levfac = cctkGH->cctk_levfac;
    auto const* const cctk_levoff = cctkGH->cctk_levoff;
    auto const* const cctk_levoffdenom = cctkGH->cctk_levoffdenom;
    return CCTK_ORIGIN_SPACE(d) + (cctkGH->cctk_lbnd[d] + i) * CCTK_DELTA_SPACE(d);
  }

  double f(int i, int j, int k) const {
    return coordinate(0, i) + 10 * coordinate(1, j) + 100 * coordinate(2, k) + 1000 * cctkGH->cctk_time;
  }

  template <class Action>
  void for_each(Action action) const {
    for (int k = 0; k < cctkGH->cctk_lsh[2]; ++k)
      for (int j = 0; j < cctkGH->cctk_lsh[1]; ++j)
        for (int i = 0; i < cctkGH->cctk_lsh[0]; ++i) action(i, j, k, CCTK_GFINDEX3D(cctkGH, i, j, k));
  }
};

} // namespace

extern "C" void TestOutput_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  Box const box{cctkGH};
  int const points = cctk_ash[0] * cctk_ash[1] * cctk_ash[2];
  box.for_each([&](int i, int j, int k, int at) {
    f[at] = box.f(i, j, k);
    g[at] = -f[at];
    z[at] = CCTK_Cmplx(f[at], -f[at]);
    n[at] = cctk_lbnd[0] + i + 100 * (cctk_lbnd[1] + j) + 10000 * (cctk_lbnd[2] + k);
    for (int component = 0; component < 2; ++component) v[at + component * points] = component + 1 + cctk_time;
  });
  int lower = 0, size = 0;
  CCTK_GrouplbndGN(cctkGH, 1, &lower, "TestOutput::profile");
  CCTK_GrouplshGN(cctkGH, 1, &size, "TestOutput::profile");
  for (int i = 0; i < size; ++i) p[i] = (lower + i) * (lower + i) + cctk_time;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 4; ++i) q[i + 4 * j] = i + 10 * j + cctk_time;
  *energy = 1. / 3 + cctk_time;
  if (cctk_iteration == 0) *calls = *passes = 0;
}

extern "C" void TestOutput_ComputeTriggered(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  Box const box{cctkGH};
  box.for_each([&](int i, int j, int k, int at) { h[at] = box.f(i, j, k); });
  ++*calls;
}

extern "C" void TestOutput_CountPasses(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  ++*passes;
}
