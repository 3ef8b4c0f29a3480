// Tests that the exit code of a program is available after its end, with and without waiting.
#include "kernels/device/host/process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

namespace {

using namespace chemora;

TEST(Process, WaitsForTheExitCode) {
  EXPECT_EQ(device::wait_for(device::start_process({"/bin/sh", "-c", "exit 3"}, "/dev/null")), 3);
  EXPECT_EQ(device::wait_for(device::start_process({"/bin/sh", "-c", "kill -9 $$"}, "/dev/null")), 128 + 9);
}

TEST(Process, HasNoExitCodeWhileItRuns) {
  auto const process = device::start_process({"/bin/sh", "-c", "sleep 0.3; exit 4"}, "/dev/null");
  std::optional<int> code = device::exit_code_if_ended(process);
  EXPECT_FALSE(code);
  while (!code) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    code = device::exit_code_if_ended(process);
  }
  EXPECT_EQ(*code, 4);
}

} // namespace
