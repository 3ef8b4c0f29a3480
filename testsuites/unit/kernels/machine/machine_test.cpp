#include "kernels/machine/machine.hpp"
#include "kernels/machine/measured_rates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace chemora::machine {
namespace {

TEST(ThisMachine, HasLargerCachesAtHigherLevels) {
  Machine const& machine = this_machine();
  ASSERT_FALSE(machine.caches.empty());
  EXPECT_GE(machine.n_cores, 1);
  EXPECT_GE(machine.n_available, 1);
  EXPECT_GE(machine.vector_bytes, 16);
  EXPECT_FALSE(machine.identity.empty());
  for (std::size_t i = 0; i < machine.caches.size(); ++i) {
    EXPECT_GE(machine.caches[i].line_bytes, 16);
    if (i == 0) continue;
    EXPECT_GT(machine.caches[i].level, machine.caches[i - 1].level);
    EXPECT_GE(machine.caches[i].bytes, machine.caches[i - 1].bytes);
  }
  EXPECT_THAT(to_text(machine), testing::HasSubstr("L1: "));
}

TEST(CapacityPerThread, IsThePrivateShareOfLevelTwo) {
  Machine machine;
  machine.caches = {{1, 32 << 10, 64, 8, 1}, {2, 1 << 20, 64, 8, 2}, {3, 32 << 20, 64, 16, 8}};
  EXPECT_EQ(capacity_per_thread(machine), std::size_t{512} << 10);
  machine.caches = {{1, 32 << 10, 64, 8, 1}, {3, 32 << 20, 64, 16, 8}};
  EXPECT_EQ(capacity_per_thread(machine), std::size_t{32} << 10);
  EXPECT_EQ(machine.cache(2), nullptr);
  EXPECT_EQ(machine.cache(3)->n_cores, 8);
}

TEST(MeasuredBandwidth, IsPositiveAndCached) {
  double const first = measured_bandwidth(8).rate;
  EXPECT_GT(first, 0);
  EXPECT_EQ(measured_bandwidth(8).rate, first);
}

TEST(MeasuredArithmetic, IsPositiveAndFinite) {
  int n_waits = 0;
  double const rate = measured_arithmetic([&] { ++n_waits; }).rate;
  EXPECT_GT(rate, 0);
  EXPECT_TRUE(std::isfinite(rate)) << "the loop takes time, so it was not removed by the compiler";
  EXPECT_EQ(n_waits, 8) << "every process waits before each of the seven rounds and after the last round";
}

} // namespace
} // namespace chemora::machine
