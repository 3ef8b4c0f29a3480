#include "kernels/monitor/kernel_report.hpp"

#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/support/devices.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace chemora::monitor {
namespace {

void expect_rates(DeviceLimits const& limits) {
  for (double const rate : {limits.bandwidth.rate, limits.arithmetic.rate}) {
    EXPECT_GT(rate, 0);
    EXPECT_TRUE(std::isfinite(rate));
  }
}

TEST(MeasureLimits, OfTheHostAreThoseOfItsProcessors) {
  auto const host = device::make_host_device();
  int n_waits = 0;
  expect_rates(measure_limits(*host, 8, [&] { ++n_waits; }));
  EXPECT_EQ(n_waits, 16) << "the number of waits is equal on every process and for every device";
}

TEST(MeasureLimits, OfADeviceAreMeasuredThere) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  int n_waits = 0;
  expect_rates(measure_limits(*opencl.device, 8, [&] { ++n_waits; }));
  EXPECT_EQ(n_waits, 16);
}

} // namespace
} // namespace chemora::monitor
