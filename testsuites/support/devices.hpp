/// Devices for tests, which are skipped on computers without such a device.
#pragma once

#include "kernels/device/cuda/nvrtc.hpp"
#include "kernels/device/device.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>

namespace chemora::testing_support {

/// The parameter of tests that run on several devices.
struct NamedDevice {
  char const* name;
  std::unique_ptr<device::Device> (*make)();

  friend void PrintTo(NamedDevice const& device, std::ostream* out) { *out << device.name; }
};

/// The names of these tests.
inline std::string name_of_device(testing::TestParamInfo<NamedDevice> const& info) { return info.param.name; }

/// Returns whether the error means that this computer has no such device, or not the library for such devices, so that
/// tests are skipped. Other errors must make tests fail.
inline bool is_missing(device::DeviceError const& error) {
  std::string const message = error.what();
  return message.starts_with("No OpenCL device is ") || message.starts_with("No CUDA device is ") ||
         message.find(" cannot be used: ") != std::string::npos;
}

/// Returns the reason for GTEST_SKIP if this computer has no NVRTC; empty if it has.
inline std::string reason_without_nvrtc() {
  try {
    device::nvrtc_version();
  } catch (device::DeviceError const& error) {
    if (!is_missing(error)) throw;
    return fmt::format("[SKIP] no NVRTC: {}", error.what());
  }
  return {};
}

/// A device, or the reason for GTEST_SKIP.
struct FoundDevice {
  std::unique_ptr<device::Device> device{};
  std::string reason{};
};

/// Creates a device, or returns the reason if it is missing.
inline FoundDevice find_device(NamedDevice const& named) {
  try {
    return {.device = named.make()};
  } catch (device::DeviceError const& error) {
    if (!is_missing(error)) throw;
    return {.reason = fmt::format("[SKIP] no {} device: {}", named.name, error.what())};
  }
}

} // namespace chemora::testing_support
