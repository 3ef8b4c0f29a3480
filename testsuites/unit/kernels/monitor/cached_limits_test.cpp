#include "kernels/monitor/kernel_report.hpp"

#include <gtest/gtest.h>

namespace chemora::monitor {
namespace {

Limits limits() {
  return {
      .bandwidth = 2.5e10, .arithmetic = 0x1.fedcba9876543p+33, .when = 1700000000, .disturbance = "rounds, of others"};
}

TEST(CachedLimits, EqualTheMeasuredOnes) {
  for (std::string const& disturbance : {std::string(), limits().disturbance}) {
    Limits measured = limits();
    measured.disturbance = disturbance;
    auto const kept = limits_from(to_text(measured));
    ASSERT_TRUE(kept.has_value()) << to_text(measured);
    EXPECT_EQ(kept->bandwidth, measured.bandwidth);
    EXPECT_EQ(kept->arithmetic, measured.arithmetic) << "to the last bit";
    EXPECT_EQ(kept->when, measured.when);
    EXPECT_EQ(kept->disturbance, disturbance);
  }
  for (char const* text : {"", "1e9\n", "words\n", "0 0\n0\n\n", "-1 5\n3\n\n"})
    EXPECT_FALSE(limits_from(text)) << text;
}

TEST(CachedLimits, AreMeasuredAgainAfterADisturbance) {
  Limits kept = limits();
  EXPECT_FALSE(must_be_measured_again(kept, kept.when + 60))
      << "limits with a disturbance are not measured again within ten minutes";
  EXPECT_TRUE(must_be_measured_again(kept, kept.when + 601));
  kept.disturbance.clear();
  EXPECT_FALSE(must_be_measured_again(kept, kept.when + 1000000));
}

TEST(CachedLimits, OnlyGrow) {
  Limits now = limits();
  now.disturbance.clear();
  now.bandwidth = 3e10;
  now.arithmetic = 1e9;
  Limits const best = better_of(now, limits());
  EXPECT_EQ(best.bandwidth, 3e10);
  EXPECT_EQ(best.arithmetic, limits().arithmetic);
  EXPECT_EQ(best.disturbance, "");
  EXPECT_EQ(better_of(now, {}).arithmetic, 1e9);
}

} // namespace
} // namespace chemora::monitor
