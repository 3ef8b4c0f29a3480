// Tests that CUPTI, the profiling library of CUDA's toolkit, can be opened. CUPTI either records kernel launches or
// reports the reason why it cannot.
#include "kernels/device/cuda/counters.hpp"
#include "kernels/device/cuda/driver.hpp"
#include "kernels/device/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora::device;
using testing::HasSubstr;

bool has_driver() {
  try {
    cuda();
    return true;
  } catch (DeviceError const&) {
    return false;
  }
}

TEST(Cupti, RecordsOrReportsTheReason) {
  try {
    KernelLog& log = KernelLog::open();
    EXPECT_TRUE(has_driver());
    EXPECT_THAT(log.name(), HasSubstr("CUPTI "));
    EXPECT_TRUE(log.runs().empty()) << "nothing has run";
  } catch (DeviceError const& error) {
    if (std::string(error.what()).find("libcupti.so.13: cannot open") != std::string::npos)
      GTEST_SKIP() << "[SKIP] " << error.what();
    EXPECT_THAT(error.what(), HasSubstr("CUPTI cannot be used: cuptiActivityEnable returned CUPTI_ERROR_"));
    EXPECT_FALSE(has_driver()) << error.what();
  }
}

/// CUPTI lists the metrics of the A100, H100, H200 and B200 chips even if the machine has no GPU.
TEST(Cupti, ReportsTheMetrics) {
  for (std::string const chip : {"GA100", "GH100", "GB100"}) try {
      EXPECT_GT(ChipMetrics(chip).image().size(), 1000u) << chip;
    } catch (DeviceError const& error) {
      std::string const reason = error.what();
      if (reason.find("libcupti.so.13: cannot open") == std::string::npos) throw;
      GTEST_SKIP() << "[SKIP] " << reason;
    }
  EXPECT_THROW(ChipMetrics("no such chip"), DeviceError);
}

} // namespace
