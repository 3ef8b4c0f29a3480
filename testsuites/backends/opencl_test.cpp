// OpenCL kernels give the bits of the interpreter, and functions are within 2 ulp of the host's.
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/backends/device_cases.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing_support::DeviceCase;
using testing_support::expect_interpreters_bits;
using testing_support::make_device_case;
using testing_support::make_functions_case;

class OpenclBackend : public testing::Test {
protected:
  void SetUp() override {
    try {
      device_ = device::make_opencl_device();
    } catch (device::DeviceError const& error) {
      GTEST_SKIP() << "[SKIP] no OpenCL device: " << error.what();
    }
  }
  std::unique_ptr<device::Device> device_;
};

/// A thread per point, threads that go along axes, more threads than points, one thread.
std::vector<plan::KernelPlan> const plans{{.tile = {16, 4, 2}, .block = {16, 4, 2}},
                                          {.tile = {8, 4, 7}, .block = {8, 2, 1}},
                                          {.tile = {100, 100, 100}, .block = {64, 1, 4}},
                                          {.tile = {5, 3, 2}, .block = {3, 1, 1}},
                                          {.tile = {4, 5, 3}, .block = {1, 1, 1}}};

TEST_F(OpenclBackend, GivesTheBitsOfTheInterpreterForEveryPlan) {
  std::vector<DeviceCase> cases;
  for (int seed = 1; seed <= 10; ++seed)
    cases.push_back(make_device_case({.seed = seed, .plan = plans[static_cast<std::size_t>(seed) % plans.size()]}));
  expect_interpreters_bits(*device_, cases);
}

TEST_F(OpenclBackend, GivesTheSameBitsWhenValuesAreKnown) {
  std::vector<DeviceCase> cases;
  for (int seed = 11; seed <= 15; ++seed)
    cases.push_back(make_device_case(
        {.seed = seed, .plan = plans[static_cast<std::size_t>(seed) % plans.size()], .is_specialised = true}));
  expect_interpreters_bits(*device_, cases);
}

TEST_F(OpenclBackend, HasFunctionsWithinTwoUlpOfTheHosts) {
  expect_interpreters_bits(
      *device_, {make_functions_case(ir::Type::real64, plans[0]), make_functions_case(ir::Type::real32, plans[0])}, 2);
}

} // namespace
