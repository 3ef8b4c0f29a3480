// Tests generated C++ on an emulated ARM processor. The results must be bitwise equal to those of the interpreter.
#include "testsuites/devices/device_cases.hpp"
#include "testsuites/devices/emulated_host.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora;
using namespace chemora::testing_support;

TEST(Aarch64, GivesTheBitsOfTheInterpreter) {
  Emulation emulation;
  try {
    emulation = emulation_of_aarch64();
  } catch (device::DeviceError const& error) {
    GTEST_SKIP() << "[SKIP] " << error.what();
  }
  auto const device = make_emulated_host(emulation);
  std::vector<plan::KernelPlan> const plans{
      {.tile = {9, 8, 7}, .vector_width = 2, .unroll = {1, 1, 2}, .prefetch = {16, true, true}},
      {.tile = {100, 4, 4}, .vector_width = 4},
      {.tile = {5, 5, 5}, .vector_width = 1},
      {.tile = {9, 8, 7}, .vector_width = 2, .unroll = {2, 2, 1}}};
  expect_bits_of_interpreter(*device, make_device_cases(1, 5, plans));
  expect_bits_of_interpreter(*device, make_device_cases(6, 9, plans, {.is_specialised = true}));
  auto nontemporal = make_device_cases(10, 11, plans, {.is_specialised = true});
  for (DeviceCase& c : nontemporal) c.plan.nontemporal = c.graph.outputs;
  expect_bits_of_interpreter(*device, nontemporal);
}

} // namespace
