// The toolkit's CUPTI is opened, and either records or says why it does not.
#include "kernels/device/cuda/driver.hpp"
#include "kernels/device/cuda/kernel_log.hpp"
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

TEST(Cupti, RecordsOrSaysWhyNot) {
  try {
    KernelLog& log = KernelLog::open();
    EXPECT_TRUE(has_driver());
    EXPECT_THAT(log.name(), HasSubstr("CUPTI "));
    EXPECT_TRUE(log.runs().empty()) << "nothing has run";
  } catch (DeviceError const& error) {
    if (std::string(error.what()).find("libcupti.so.13: cannot open") != std::string::npos)
      GTEST_SKIP() << "[SKIP] " << error.what();
    EXPECT_THAT(error.what(), HasSubstr("CUPTI cannot be used: cuptiActivityEnable gave CUPTI_ERROR_"));
    EXPECT_FALSE(has_driver()) << error.what();
  }
}

} // namespace
