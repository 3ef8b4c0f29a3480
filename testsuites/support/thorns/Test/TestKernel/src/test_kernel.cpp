// Launches hand-written kernels (graphs.hpp) and compares their results with plain loops.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Main.h"
#include "cctk_Parameters.h"
#include "graphs.hpp"

#include <algorithm>
#include <string>

namespace test_kernel {
namespace {

int evolve_nothing(tFleshConfig*) { return 0; }

double filled(int x, int y, int z) { return z * static_cast<double>(z) + (x + y * 0.7); }

/// The expected value of `smoothed` at an interior point.
double expected_smoothed(cGH const* cctkGH, int i, int j, int k) {
  DECLARE_CCTK_PARAMETERS
  auto const at = [&](int x, int y, int z) {
    return filled(cctkGH->cctk_lbnd[0] + x, cctkGH->cctk_lbnd[1] + y, cctkGH->cctk_lbnd[2] + z);
  };
  double sum = at(i - 1, j, k) + at(i + 1, j, k);
  if (CCTK_EQUALS(shape, "star"))
    sum = (((sum + at(i, j - 1, k)) + at(i, j + 1, k)) + at(i, j, k - 1)) + at(i, j, k + 1);
  return at(i, j, k) + sum * factor;
}

} // namespace
} // namespace test_kernel

using namespace test_kernel;

namespace {

/// An output method. The new boundary values of the smoothed field are on the device, even if the interior is valid on
/// the host.
int sum_for_output(cGH const* cctkGH);

} // namespace

extern "C" int TestKernel_Register(void) {
  DECLARE_CCTK_PARAMETERS
  for (auto const* graph : {fill, smooth_line, smooth_star}) CaKernel_RegisterKernel(CCTK_THORNSTRING, graph);
  if (CCTK_EQUALS(nested, "declared")) CaKernel_RegisterKernel(CCTK_THORNSTRING, double_boundary);
  if (wrong_graphs)
    for (auto const* graph : wrong_graphs_texts) CaKernel_RegisterKernel(CCTK_THORNSTRING, graph);
  if (requires_valid_data) CaKernel_RegisterKernel(CCTK_THORNSTRING, fill_inner);
  if (own_evolution) CCTK_OverloadEvolve(evolve_nothing);
  if (CCTK_EQUALS(reads_undeclared, "output"))
    CCTK_RegisterIOMethodOutputGH(CCTK_RegisterIOMethod("TestKernel"), sum_for_output);
  CCTK_INT const variable = 0, level = 0, time_level = 0, on_device = 1;
  if (notify_at_startup) Accelerator_NotifyDataModified(nullptr, &variable, &level, &time_level, 1, on_device);
  return 0;
}

extern "C" void TestKernel_Fill(CCTK_ARGUMENTS) { CaKernel_LaunchKernel(cctkGH, CCTK_THORNSTRING, "fill"); }

extern "C" void TestKernel_Smooth(CCTK_ARGUMENTS) { CaKernel_LaunchKernel(cctkGH, CCTK_THORNSTRING, "smooth"); }

extern "C" void TestKernel_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  int n_points = 0;
  for (int k = 0; k < cctk_lsh[2]; ++k)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        int const here = CCTK_GFINDEX3D(cctkGH, i, j, k);
        double const right = filled(cctk_lbnd[0] + i, cctk_lbnd[1] + j, cctk_lbnd[2] + k);
        if (field[here] != right) CCTK_VERROR("field at %d %d %d is %.17g, not %.17g", i, j, k, field[here], right);
        int const point[3] = {i, j, k};
        bool is_interior = true;
        for (int d = 0; d < 3; ++d)
          is_interior = is_interior && point[d] >= cctk_nghostzones[d] && point[d] < cctk_lsh[d] - cctk_nghostzones[d];
        if (!is_interior || cctk_iteration == 0) continue;
        double const expected = expected_smoothed(cctkGH, i, j, k);
        if (smoothed[here] != expected)
          CCTK_VERROR("smoothed at %d %d %d is %.17g, not %.17g", i, j, k, smoothed[here], expected);
        ++n_points;
      }
  if (cctk_iteration > 0) CCTK_VINFO("%d points agree at iteration %d", n_points, cctk_iteration);
}

extern "C" void TestKernel_ReadUnwritten(CCTK_ARGUMENTS) {
  (void)cctkGH;
  CCTK_ERROR("a function was called although its input is valid nowhere");
}

namespace {

void scale(cGH const* cctkGH, CCTK_REAL* values, double factor) {
  for (int i = 0; i < cctkGH->cctk_ash[0] * cctkGH->cctk_ash[1] * cctkGH->cctk_ash[2]; ++i) values[i] *= factor;
}

void scale_interior(cGH const* cctkGH, CCTK_REAL* values, double factor) {
  int const *const n = cctkGH->cctk_lsh, *const g = cctkGH->cctk_nghostzones;
  for (int k = g[2]; k < n[2] - g[2]; ++k)
    for (int j = g[1]; j < n[1] - g[1]; ++j)
      for (int i = g[0]; i < n[0] - g[0]; ++i) values[CCTK_GFINDEX3D(cctkGH, i, j, k)] *= factor;
}

} // namespace

// Doubling and halving are exact. TestKernel_Check therefore succeeds only if TestKernel_Double and TestKernel_Halve
// both read and write the current values.
extern "C" void TestKernel_Double(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  scale(cctkGH, field, 2);
}

extern "C" void TestKernel_Halve(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  scale(cctkGH, field, 0.5);
  scale(cctkGH, smoothed, 0.5);
}

extern "C" void TestKernel_DoubleBoundary(CCTK_ARGUMENTS) {
  CaKernel_LaunchKernel(cctkGH, CCTK_THORNSTRING, "double_boundary");
}

// This host function writes the interior of the array `field`, and a kernel writes the boundary. The smoothing kernel
// reads both parts.
extern "C" void TestKernel_DoubleInside(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  scale_interior(cctkGH, field, 2);
  CCTK_Traverse(cctkGH, "TestKernel_Nested");
}

// This function changes the output of the kernel; the smoothing kernel must read the changed values.
extern "C" void TestKernel_FillAndDouble(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  CCTK_Traverse(cctkGH, "TestKernel_NestedFill");
  scale(cctkGH, field, 2);
}

// The nested kernel must read the doubled field, and the loop after it the output of the kernel.
extern "C" void TestKernel_DoubleAndHalve(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  scale(cctkGH, field, 2);
  CCTK_Traverse(cctkGH, "TestKernel_Nested");
  scale(cctkGH, field, 0.5);
  scale(cctkGH, smoothed, 0.5);
}

extern "C" void TestKernel_WriteUndeclared(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  smoothed[CCTK_GFINDEX3D(cctkGH, cctk_lsh[0] / 2, cctk_lsh[1] / 2, cctk_lsh[2] / 2)] += 1;
}

namespace {

bool is_inside(cGH const* cctkGH, int const* point) {
  for (int d = 0; d < 3; ++d)
    if (point[d] < cctkGH->cctk_nghostzones[d] || point[d] >= cctkGH->cctk_lsh[d] - cctkGH->cctk_nghostzones[d])
      return false;
  return true;
}

bool is_ghost(cGH const* cctkGH, int const* point) {
  for (int d = 0; d < 3; ++d)
    if ((point[d] < cctkGH->cctk_nghostzones[d] && !cctkGH->cctk_bbox[2 * d]) ||
        (point[d] >= cctkGH->cctk_lsh[d] - cctkGH->cctk_nghostzones[d] && !cctkGH->cctk_bbox[2 * d + 1]))
      return true;
  return false;
}

template <class Value>
void for_each_point(cGH const* cctkGH, CCTK_REAL* values, Value const& value) {
  for (int k = 0; k < cctkGH->cctk_lsh[2]; ++k)
    for (int j = 0; j < cctkGH->cctk_lsh[1]; ++j)
      for (int i = 0; i < cctkGH->cctk_lsh[0]; ++i) {
        int const point[3] = {i, j, k}, *const first = cctkGH->cctk_lbnd;
        value(values[CCTK_GFINDEX3D(cctkGH, i, j, k)], point, filled(first[0] + i, first[1] + j, first[2] + k));
      }
}

int sum_for_output(cGH const* cctkGH) {
  DECLARE_CCTK_ARGUMENTS
  *total = 0;
  for_each_point(cctkGH, smoothed, [&](CCTK_REAL& here, int const*, double) { *total += here; });
  return 0;
}

} // namespace

extern "C" void TestKernel_FillInside(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for_each_point(cctkGH, field, [&](CCTK_REAL& here, int const* point, double right) {
    if (is_inside(cctkGH, point)) here = right;
    if (is_ghost(cctkGH, point)) here = -1e30;
  });
}

extern "C" void TestKernel_Overwrite(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  CCTK_INT const variable = CCTK_VarIndex("testkernel::field"), zero = 0, everywhere = CCTK_VALID_EVERYWHERE;
  if (CCTK_EQUALS(in_flight, "write")) Accelerator_WillModifyRegions(cctkGH, &variable, &zero, &zero, &everywhere, 1);
  for_each_point(cctkGH, field, [](CCTK_REAL& here, int const*, double right) { here = right; });
  Accelerator_NotifyDataModified(cctkGH, &variable, &zero, &zero, 1, 0);
}

extern "C" void TestKernel_SelectCondition(CCTK_ARGUMENTS) {
  Driver_SelectVarForBC(cctkGH, CCTK_ALL_FACES, 1, -1, "testkernel::field", "flat");
}

extern "C" void TestKernel_FillInner(CCTK_ARGUMENTS) { CaKernel_LaunchKernel(cctkGH, CCTK_THORNSTRING, "fill_inner"); }

// Expects doubled values in the interior. The boundary is one point wide and has the values of the nearest interior
// points.
extern "C" void TestKernel_RequireValidData(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  CCTK_INT const variable = CCTK_VarIndex("testkernel::field"), level = 0, everywhere = CCTK_VALID_EVERYWHERE;
  Driver_RequireValidData(cctkGH, &variable, &level, 1, &everywhere);
  for_each_point(cctkGH, field, [&](CCTK_REAL& here, int const* point, double right) {
    int nearest[3];
    for (int d = 0; d < 3; ++d) nearest[d] = std::clamp(cctk_lbnd[d] + point[d], 1, cctk_gsh[d] - 2);
    if (here != 2 * filled(nearest[0], nearest[1], nearest[2]))
      CCTK_VERROR("field at %d %d %d is %.17g after Driver_RequireValidData", point[0], point[1], point[2], here);
    here = right;
  });
}

extern "C" void TestKernel_SetNaN(CCTK_ARGUMENTS) {
  if (SetVarsToNaN(cctkGH, "testkernel::field") != 1) CCTK_ERROR("NaNChecker has not set the field to NaN");
}

extern "C" void TestKernel_CheckNaN(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for_each_point(cctkGH, smoothed, [&](CCTK_REAL& here, int const* point, double) {
    if (is_inside(cctkGH, point) && here == here)
      CCTK_ERROR("the kernel has not read the values that NaNChecker wrote");
  });
  for_each_point(cctkGH, field, [](CCTK_REAL& here, int const*, double right) { here = right; });
}

extern "C" void TestKernel_UpdateBox(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  std::string const array = updates_array, parameter = updates_parameter;
  std::string const graph = "graph one {\n  grid 3\n  param real64 " + parameter + "\n  out " + array +
                            "\n  %0 = parameter " + parameter + "\n  store " + array + " %0 everywhere\n}\n";
  CCTK_INT const variable = CCTK_VarIndex("testkernel::smoothed"), zero = 0, lower[3] = {0, 0, 0}, upper[3] = {2, 2, 2};
  CCTK_INT const kernel = CaKernel_BoxKernel(cctkGH, graph.c_str(), updates_numbers[0] - 1) + updates_numbers[1];
  CCTK_INT const one = 1, update = updates_numbers[2];
  CCTK_REAL const value = 1;
  CaKernel_UpdateBoxes(cctkGH, &kernel, &one, &variable, &zero, &one, &value, 1, &update, lower, upper, 1);
}

extern "C" void TestKernel_WriteAndCall(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  scale(cctkGH, smoothed, 2);
  CCTK_Traverse(cctkGH, "TestKernel_NestedFill");
  scale(cctkGH, smoothed, 0.5);
}

extern "C" void TestKernel_WriteNewAndCall(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for_each_point(cctkGH, smoothed, [&](CCTK_REAL& here, int const* point, double right) {
    here = is_inside(cctkGH, point) ? expected_smoothed(cctkGH, point[0], point[1], point[2]) : right;
  });
  CCTK_Traverse(cctkGH, "TestKernel_NestedFill");
}

extern "C" void TestKernel_ReadUndeclared(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for_each_point(cctkGH, rotating, [&](CCTK_REAL& here, int const* point, double) {
    if (!is_inside(cctkGH, point)) return;
    here = 2 * smoothed[CCTK_GFINDEX3D(cctkGH, point[0] - 1, point[1], point[2])] + 1;
  });
}

extern "C" void TestKernel_SumUndeclared(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  *total = 0;
  for_each_point(cctkGH, smoothed, [&](CCTK_REAL& here, int const* point, double) {
    if (is_inside(cctkGH, point)) *total += here;
  });
}

extern "C" void TestKernel_SumAndCall(CCTK_ARGUMENTS) {
  TestKernel_SumUndeclared(CCTK_PASS_CTOC);
  CCTK_Traverse(cctkGH, "TestKernel_NestedFill");
}

extern "C" void TestKernel_WritePartly(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  for_each_point(cctkGH, smoothed, [&](CCTK_REAL& here, int const* point, double right) {
    if (is_inside(cctkGH, point)) here = right;
  });
}
