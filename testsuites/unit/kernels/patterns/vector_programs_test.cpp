// Compares programs whose elements differ in what they compute with the interpreter, for numbers of elements that fill
// no vector, a part of one, or several.
#include "kernels/device/host/host_device.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

namespace chemora::patterns {
namespace {

void expect_equal_outputs_of_vectors(std::string const& program) {
  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host);
  for (long const n : {1, 9, 1009}) {
    RunReport const report = expect_equal_outputs(declarations + program, many_numbers(n, 3), *place);
    for (RunReport::Value const& value : report.values) EXPECT_EQ(value.reason, "") << value.variable;
  }
}

TEST(VectorPrograms, CombineConditionsOfVectorsAndOfLanes) {
  expect_equal_outputs_of_vectors(R"(
output z = map(i < n: if mod(k[i], 5) == 0 then log(2.0) else if mod(k[i], 5) == 1 then infinity
                      else if mod(k[i], 5) == 2 then -1 * 0.0 else if mod(k[i], 5) == 3 then 0.0 else a[i])
output r = map(i < n: if k[i] != 0 and mod(100, k[i]) == 0 or i > 5 and k[i - 5] > 0 then 1 else 0)
output o = map(i < n: iterate(s from mod(k[i], 7) + 1, t < 4 while s != 1: s - 1))
)");
}

TEST(VectorPrograms, ReadNeighboursInsideOfBorders) {
  expect_equal_outputs_of_vectors(R"(
output west = map(i < n: if i > 0 then a[i - 1] else 0.5)
output laplacian = map(i < n: if i > 0 and i < n - 1 then a[i - 1] - 2 * a[i] + a[i + 1] else 0)
output middle = map(i < n: if 3 * i >= n and 3 * i < 2 * n then a[3 * i - n] + k[i] else if i > n - 3 then a[i] else 1)
output nested = map(i < n: if i > 1 then (if a[i] > 0 then a[i - 1] else a[i - 2]) else k[i])
output rows = map(i < n, j < n: if i > 0 and j >= 2 then a[i - 1] * a[j - 2] else if j > 0 then k[j - 1] else 0)
)");
}

TEST(VectorPrograms, ReadElementsWithinLimits) {
  expect_equal_outputs_of_vectors(R"(
output least = map(i < n: min(k[max(i - 1, 0)], min(k[i], k[min(i + 1, n - 1)])))
output limited = map(i < n: a[max(0, min(i + k[i], n - 1))] + a[min(n - 1, max(2 * i - 3, 0))])
output reversed = map(i < n: a[max(n - 3 - i, 0)] - k[min(n - 1 - i, 5)])
output both = map(i < n, j < n: a[max(i - j, 0)] + a[min(i + j, n - 1)])
)");
}

TEST(VectorPrograms, ReadElementsUnderConditions) {
  expect_equal_outputs_of_vectors(R"(
output guarded = map(i < n: sum(m < 40: if a[i] > 0 and m < n then a[m] else 0))
output far = map(i < n: sum(m < n: if m < 1 and k[i] > 0 then a[m * 100000000] else 0))
output uniform = map(i < n: sum(m < n: if k[m] > 0 then a[m] * a[i] else 0))
)");
}

TEST(VectorPrograms, KeepTheStatesOfIterationsThatEnd) {
  expect_equal_outputs_of_vectors(R"(
structure Orbit { real x, real y, int n }
output counts = map(i < n: iterate(z from Orbit(a[i], 0, 0), m < 30 while z.x * z.x + z.y * z.y <= 4:
                                   Orbit(z.x * z.x - z.y * z.y + a[i], 2 * z.x * z.y + 0.5, z.n + 1)).n)
output y = map(i < n: iterate(z from Orbit(a[i], 0, 0), m < 30 while z.x * z.x + z.y * z.y <= 4:
                              Orbit(z.x * z.x - z.y * z.y + a[i], 2 * z.x * z.y + 0.5, z.n + 1)).y)
output nested = map(i < n: iterate(s from a[i], m < 9 while s < 2:
                                   s + iterate(t from 0.5, p < 7 while t < s: t + abs(a[i]))))
output inside = map(i < n: sum(m < 3: iterate(s from a[i] + m, p < 5 while s > -1 and s < 1: 2 * s)))
)");
}

TEST(VectorPrograms, HaveSizesThatAreNotLinear) {
  expect_equal_outputs_of_vectors(R"(
output products = sum(i < n * n: 1.5 * i)
output first = map(j < n: sum(i < min(n, 5): a[i] * k[j]))
output pairs = map(j < div(n, 2): a[2 * j] + a[2 * j + 1])
repeat step < 3 until sum(i < min(n, step * step): a[i]) > 1e9 { let square = sum(i < min(n, step * step): a[i]) }
output rest = map(j < n: if k[j] > 0 then sum(i < div(n, k[j]): a[i]) else 0)
)");
}

} // namespace
} // namespace chemora::patterns
