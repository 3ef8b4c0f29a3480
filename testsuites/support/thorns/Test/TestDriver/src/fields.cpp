// Checks ghost zones and time levels of every kind of variable.
#include "points.hpp"

#include "cctk_Arguments.h"

#include <cmath>
#include <string>

namespace {

using namespace test_driver;

int group(char const* name) { return CCTK_GroupIndex((std::string("TestDriver::") + name).c_str()); }

constexpr char const* synchronised[] = {"reals",  "integers", "complexes",   "vectors",
                                        "planes", "lines",    "distributed", "same_shape"};

double magnitude_of(std::array<int, 3> owner) {
  unsigned const mix = 2654435761u * static_cast<unsigned>(owner[0] + 1) ^
                       40503u * static_cast<unsigned>(owner[1] + 7) ^
                       97u * static_cast<unsigned>(owner[2] * owner[2] + 3);
  return std::ldexp(1.0 + (mix % 100003) / 100003.0, static_cast<int>(mix % 120) - 60) * (mix % 3 == 0 ? -1 : 1);
}

} // namespace

extern "C" void TestDriver_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for (char const* name : synchronised) fill(cctkGH, group(name), 0);
  Box const box = box_of(cctkGH, group("wide"));
  for_each_point(box, [&](auto local, auto global, long offset) {
    w[offset] = is_owned(box, local) ? magnitude_of(owner_of(box, global)) : std::nan("");
  });
  for (int i = 0; i < 5; ++i) r[i] = i - 1.5;
  *s = 42;
}

extern "C" void TestDriver_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for (char const* name : synchronised) check(cctkGH, group(name), 0, 0);
  Box const box = box_of(cctkGH, group("wide"));
  for_each_point(box, [&](auto, auto global, long offset) {
    if (w[offset] != magnitude_of(owner_of(box, global))) CCTK_VERROR("TestDriver::w is wrong at point %ld", offset);
  });
  for (int d = 0; d < cctk_dim; ++d) {
    bool const starts = cctk_lbnd[d] == 0, ends = cctk_ubnd[d] == cctk_gsh[d] - 1;
    std::array<int, 3> unit{};
    unit[d] = -1;
    Box grid = box;
    bool const is_periodic = owner_of(grid, unit)[d] != -1;
    if (cctk_bbox[2 * d] != (starts && !is_periodic) || cctk_bbox[2 * d + 1] != (ends && !is_periodic))
      CCTK_VERROR("cctk_bbox is wrong in direction %d", d);
    if (cctk_lsh[d] != box.lsh[d] || cctk_ash[d] < cctk_lsh[d] || cctk_nghostzones[d] != box.ghosts[d])
      CCTK_VERROR("The grid hierarchy disagrees with the group about direction %d", d);
  }
}

extern "C" void TestDriver_Step(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for (int level = 1; level < 3 && level <= cctk_iteration; ++level)
    check(cctkGH, group("reals"), level, cctk_iteration - level);
  check(cctkGH, group("vectors"), 1, cctk_iteration - 1);
  check(cctkGH, group("integers"), 0, 0); // one time level stays
  if (v != static_cast<void*>(CCTK_VarDataPtr(cctkGH, 0, "TestDriver::v[0]"))) CCTK_ERROR("v is not the current v[0]");
  fill(cctkGH, group("reals"), cctk_iteration);
  fill(cctkGH, group("vectors"), cctk_iteration);
}

extern "C" void TestDriver_CheckStep(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  check(cctkGH, group("reals"), 0, cctk_iteration);
  check(cctkGH, group("vectors"), 0, cctk_iteration);
}
