// Patterns over a grid have the same bits on every device as in the interpreter.
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/cuda/nvrtc.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/devices/threads_on_host.hpp"
#include "testsuites/support/device_grid.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/grid_patterns.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace chemora::testing_support {

namespace {

using namespace patterns;

/// All kinds of results of points and of groups, in three sweeps.
std::string const program = grid_fields + R"(
structure Pair { real first, real second }
let dense = filter(c in grid: rho[c] > 0)
let layers = groupBy(c in grid by mod(c.i, 5) + 2 into 6: rho[c])
let levels = groupBy(c in dense by int(floor(3 * min(max(phi[c], -1.0), 1.0))): Pair(rho[c], phi[c]))
output total = sum(rho)
output volume = sum(c in dense: c.volume)
output ends = [min(phi), max(c in dense: phi[c])]
output least = argmin(c in grid: floor(phi[c]))
output greatest = argmax(c in grid: rho[c])
output n = [size(dense), count(c in dense: phi[c] > 0), sum(c in dense: c.i * c.j)]
output any_large = any(c in grid: rho[c] > 1e9)
output all_positive = all(c in dense: phi[c] > 0)
output all_dense = all(c in dense: rho[c] > 0)
output factors = product(c in dense: 2 * c.k - 19)
output layer_sums = map(g in layers: sum(g))
output layer_ends = map(g in layers: max(g) - min(g))
output level = map(g in levels: g.key)
output level_size = map(g in levels: size(g))
output level_sums = map(g in levels: sum(p in g: p.first + 0.5 * p.second))
output values = map(c in filter(d in dense: abs(phi[d]) < 1e-3): rho[c])
)";

void expect_bits_of_interpreter(KernelPlace& place) {
  Inputs inputs = large_grid_inputs();
  for (auto& [name, field] : inputs.arrays)
    for (double& number : field.numbers) number = std::cbrt(number); // an exact sum has at most six parts
  inputs.arrays["phi"].numbers[5] = -0.0;
  inputs.arrays["phi"].numbers[6] = 0.0;
  EXPECT_EQ(expect_same_results_on_device(program, inputs, 1, place, 1), 3);
}

class Sweeps : public testing::TestWithParam<NamedDevice> {};

TEST_P(Sweeps, HaveTheBitsOfTheInterpreter) {
  FoundDevice const found = find_device(GetParam());
  if (!found.device) GTEST_SKIP() << found.reason;
  expect_bits_of_interpreter(*make_kernel_place(*found.device));
}

INSTANTIATE_TEST_SUITE_P(Devices, Sweeps,
                         testing::Values(NamedDevice{"opencl", [] { return device::make_opencl_device(); }},
                                         NamedDevice{"cuda", [] { return device::make_cuda_device(); }}),
                         name_of_device);

TEST(SweepSources, CompileWithNvrtc) {
  if (std::string const reason = reason_without_nvrtc(); !reason.empty()) GTEST_SKIP() << reason;
  auto const device = make_threads_on_host();
  expect_bits_of_interpreter(*make_kernel_place(*device, [&](KernelSource const& source) {
    device::CompileRequest const request{.kernel = source.name, .source = source.source};
    EXPECT_EQ(device::compile_cuda(request, "compute_90").error, "");
    return device->load(source.name, device->compile({&request, 1}, 1).front().object, source.shape);
  }));
}

} // namespace

} // namespace chemora::testing_support
