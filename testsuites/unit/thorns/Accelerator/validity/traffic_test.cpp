// The report of copies.
#include "traffic.hpp"

#include <gtest/gtest.h>

namespace accelerator {
namespace {

TEST(Traffic, OfAHostAloneIsNone) {
  EXPECT_EQ(to_text(Traffic()), "0 copies to the device (0 bytes), 0 copies to the host (0 bytes)");
}

TEST(Traffic, IsSummedByRouteAndSortedByBytes) {
  Traffic traffic;
  traffic.add({"Wave::u", "ghost zones x-", Side::device, "Wave_RHS"}, 30);
  traffic.add({"Wave::rho", "everywhere", Side::host, "output"}, 800);
  traffic.add({"Wave::u", "ghost zones x-", Side::device, "Wave_RHS"}, 30);
  EXPECT_EQ(traffic.total(Side::device).bytes, 60);
  EXPECT_EQ(traffic.total(Side::host).n, 1);
  EXPECT_EQ(to_text(traffic), "2 copies to the device (60 bytes), 1 copy to the host (800 bytes)\n"
                              "  bytes  copies  to      variable   part            reader\n"
                              "    800       1  host    Wave::rho  everywhere      output\n"
                              "     60       2  device  Wave::u    ghost zones x-  Wave_RHS");
}

} // namespace
} // namespace accelerator
