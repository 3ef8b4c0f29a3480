// CUDA kernels give the bits of the interpreter, and functions are within 2 ulp of the host's.
#include "kernels/device/cuda/cuda_device.hpp"
#include "testsuites/backends/device_cases.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using namespace chemora::testing_support;

class CudaBackend : public testing::Test {
protected:
  void SetUp() override {
    try {
      device_ = device::make_cuda_device();
    } catch (device::DeviceError const& error) {
      GTEST_SKIP() << "[SKIP] no CUDA device: " << error.what();
    }
  }
  std::unique_ptr<device::Device> device_;
};

TEST_F(CudaBackend, GivesTheBitsOfTheInterpreterForEveryPlan) {
  expect_interpreters_bits(*device_, make_device_cases(1, 10, block_plans()));
}

TEST_F(CudaBackend, GivesTheSameBitsWhenValuesAreKnown) {
  expect_interpreters_bits(*device_, make_device_cases(11, 15, block_plans(), {.is_specialised = true}));
}

TEST_F(CudaBackend, HasFunctionsWithinTwoUlpOfTheHosts) {
  expect_interpreters_bits(*device_,
                           {make_functions_case(ir::Type::real64, block_plans()[0]),
                            make_functions_case(ir::Type::real32, block_plans()[0])},
                           {.most_ulp = 2});
}

} // namespace
