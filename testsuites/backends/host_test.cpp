// Compiled kernels of the host give the bits of the interpreter: random graphs, odd sizes, tiles, threads, precisions,
// transcendental functions included.
#include "kernels/device/host/host_device.hpp"
#include "testsuites/backends/device_cases.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using namespace chemora::testing_support;

device::Device& host() {
  static auto const device = device::make_host_device({.own_memory = true});
  return *device;
}

TEST(HostBackend, GivesTheBitsOfTheInterpreterForEveryTile) {
  std::vector<DeviceCase> cases;
  for (int seed = 1; seed <= 6; ++seed)
    for (base::Index3 const& tile : {base::Index3{100, 100, 100}, base::Index3{5, 3, 2}, base::Index3{1, 4, 7}})
      cases.push_back(
          make_device_case({.seed = seed, .plan = {.tile = tile, .vector_width = 4}, .has_functions = true}));
  expect_interpreters_bits(host(), cases, {.n_threads = {1, 3}});
}

TEST(HostBackend, GivesTheSameBitsWhenValuesAreKnown) {
  std::vector<plan::KernelPlan> const plans{{.tile = {8, 4, 4}, .vector_width = 1},
                                            {.tile = {8, 4, 4}, .vector_width = 8},
                                            {.tile = {8, 4, 4}, .vector_width = 8}};
  auto const cases = make_device_cases(7, 18, plans, {.is_specialised = true, .has_functions = true});
  expect_interpreters_bits(host(), cases, {.n_threads = {1, 3}});
}

} // namespace
