// Tests for every device that runs blocks of threads (CUDA, OpenCL). Each <device>_test.cpp instantiates these tests
// with its device.
#pragma once

#include "testsuites/devices/device_cases.hpp"
#include "testsuites/devices/update_cases.hpp"
#include "testsuites/support/devices.hpp"

#include <gtest/gtest.h>

namespace chemora::testing_support {

class BlockDevice : public testing::TestWithParam<NamedDevice> {
protected:
  void SetUp() override {
    auto found = find_device(GetParam());
    if (!found.device) GTEST_SKIP() << found.reason;
    device_ = std::move(found.device);
  }
  std::unique_ptr<device::Device> device_;
};

TEST_P(BlockDevice, HasTheBitsOfTheInterpreterForEveryPlan) {
  expect_bits_of_interpreter(*device_, make_device_cases(1, 10, block_plans()));
}

TEST_P(BlockDevice, HasTheBitsOfTheInterpreterWithBufferedValues) {
  expect_bits_of_interpreter(*device_, make_buffered_cases(1, 8));
}

TEST_P(BlockDevice, HasTheSameBitsWithRunTimeStrides) {
  expect_bits_of_interpreter(*device_, with_run_time_strides(make_device_cases(1, 5, block_plans())));
  expect_bits_of_interpreter(*device_, with_run_time_strides(make_buffered_cases(9, 12)));
}

TEST_P(BlockDevice, HasTheSameBitsWithKnownValues) {
  expect_bits_of_interpreter(*device_, make_device_cases(11, 15, block_plans(), {.is_specialised = true}));
}

TEST_P(BlockDevice, ConvertsArraysOfTheOtherPrecision) {
  expect_bits_of_interpreter(*device_, make_device_cases(101, 106, block_plans(), {.mixes_types = true}));
}

TEST_P(BlockDevice, HasTheBitsOfTheInterpreterForSeparateUpdates) {
  expect_bits_of_interpreter(*device_, make_update_cases(1, 5, block_plans()));
}

TEST_P(BlockDevice, HasRootsWithTheBitsOfTheInterpreter) {
  expect_bits_of_interpreter(*device_, {make_roots_case(ir::Type::real64, block_plans()[0]),
                                        make_roots_case(ir::Type::real32, block_plans()[1])});
}

TEST_P(BlockDevice, HasFunctionsWithinTwoUlpOfTheHosts) {
  expect_bits_of_interpreter(*device_,
                             {make_functions_case(ir::Type::real64, block_plans()[0]),
                              make_functions_case(ir::Type::real32, block_plans()[0])},
                             {.max_ulp = 2});
}

} // namespace chemora::testing_support
