// OpenCL kernels give the bits of the interpreter, and functions are within 2 ulp of the host's.
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/backends/device_cases.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using namespace chemora::testing_support;

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

TEST_F(OpenclBackend, GivesTheBitsOfTheInterpreterForEveryPlan) {
  expect_interpreters_bits(*device_, make_device_cases(1, 10, block_plans()));
}

TEST_F(OpenclBackend, GivesTheSameBitsWhenValuesAreKnown) {
  expect_interpreters_bits(*device_, make_device_cases(11, 15, block_plans(), {.is_specialised = true}));
}

TEST_F(OpenclBackend, HasFunctionsWithinTwoUlpOfTheHosts) {
  expect_interpreters_bits(*device_,
                           {make_functions_case(ir::Type::real64, block_plans()[0]),
                            make_functions_case(ir::Type::real32, block_plans()[0])},
                           {.most_ulp = 2});
}

} // namespace
