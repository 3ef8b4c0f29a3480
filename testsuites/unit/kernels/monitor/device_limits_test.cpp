// Limits are measured on the device itself, and are possible ones.
#include "kernels/monitor/device_limits.hpp"

#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"

#include <gtest/gtest.h>

namespace chemora::monitor {
namespace {

/// Far above any device: more means that nothing was done.
constexpr double most_bytes_per_second = 1e14, most_flops_per_second = 1e16;

void expect_possible(DeviceLimits const& limits) {
  EXPECT_GT(limits.bandwidth.rate, 1e7) << "a loaded machine may be slow";
  EXPECT_LT(limits.bandwidth.rate, most_bytes_per_second);
  EXPECT_GT(limits.arithmetic.rate, 1e6);
  EXPECT_LT(limits.arithmetic.rate, most_flops_per_second);
}

TEST(MeasureLimits, OfTheHostAreThoseOfItsProcessors) {
  auto const host = device::make_host_device();
  int n_waits = 0;
  expect_possible(measure_limits(*host, 8, [&] { ++n_waits; }));
  EXPECT_EQ(n_waits, 16) << "the same on every process, whatever its device";
}

TEST(MeasureLimits, OfADeviceAreMeasuredThere) {
  std::unique_ptr<device::Device> opencl;
  try {
    opencl = device::make_opencl_device();
  } catch (device::DeviceError const& error) {
    GTEST_SKIP() << "[SKIP] " << error.what();
  }
  int n_waits = 0;
  expect_possible(measure_limits(*opencl, 8, [&] { ++n_waits; }));
  EXPECT_EQ(n_waits, 16);
}

} // namespace
} // namespace chemora::monitor
