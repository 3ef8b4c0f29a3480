#include "kernels/machine/measured_rates.hpp"

#include <gtest/gtest.h>

namespace chemora::machine {
namespace {

TEST(AggregateByDevice, AddsRatesOfOneKind) {
  auto const found = aggregate_by_device({{"a", "host", {.rate = 10, .spread = 0.01}},
                                          {"a", "opencl", {.rate = 3, .spread = 0.3}},
                                          {"b", "host", {.rate = 20, .spread = 0.02}},
                                          {"a", "host", {.rate = 10, .spread = 0.04}}});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found.at("host").rate, 40);
  EXPECT_EQ(found.at("host").spread, 0.04) << "the spread of the other kind of device is not included";
  EXPECT_EQ(found.at("opencl").rate, 3);
  EXPECT_TRUE(found.at("opencl").is_disturbed());
}

TEST(AggregateByDevice, CountsAllProcessesOfANodeAsOwnLoad) {
  BestOfRounds const alone{.rate = 1, .spread = 0, .busy = 2.1, .own = 1};
  auto const found = aggregate_by_device({{"a", "host", alone}, {"a", "opencl", alone}, {"b", "opencl", alone}});
  EXPECT_NEAR(found.at("host").others(), 0.1, 1e-12);
  EXPECT_NEAR(found.at("opencl").others(), 1.1, 1e-12) << "node b has no other process of the run";
}

} // namespace
} // namespace chemora::machine
