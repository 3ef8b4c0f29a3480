// The report of copies.
#include "traffic.hpp"

#include <gtest/gtest.h>

namespace accelerator {
namespace {

TEST(Traffic, IsEmptyWithoutCopies) {
  EXPECT_EQ(to_text(Traffic()), "0 copies to the device (0 bytes), 0 copies to the host (0 bytes)");
}

TEST(Traffic, IsSummedByRouteAndSortedByBytes) {
  Traffic traffic;
  traffic.add({"Wave::u", "ghost zones x-", Side::device, "Wave_RHS"}, {1, 30});
  traffic.add({"Wave::rho", "everywhere", Side::host, "output"}, {1, 800});
  traffic.add({"Wave::u", "ghost zones x-", Side::device, "Wave_RHS"}, {1, 30});
  EXPECT_EQ(traffic.total(Side::device).bytes, 60);
  EXPECT_EQ(traffic.total(Side::host).n, 1);
  EXPECT_EQ(to_text(traffic), "2 copies to the device (60 bytes), 1 copy to the host (800 bytes)\n"
                              "  bytes  copies  to      variable   part            reader\n"
                              "    800       1  host    Wave::rho  everywhere      output\n"
                              "     60       2  device  Wave::u    ghost zones x-  Wave_RHS");
}

TEST(Traffic, IsSummedOverProcessesByRoute) {
  Route const output{"Wave::u (time level 1)", "ghost zones x-, interior", Side::host, "IOASCII::IOASCII_1D"};
  Traffic first, second;
  first.add(output, {2, 60});
  second.add(output, {3, 5});
  second.add({"Wave::rho", "everywhere", Side::device, "Wave_RHS"}, {1, 800});
  EXPECT_EQ(to_text(sum_of({serialise(second)})), to_text(second));
  Traffic const all = sum_of({serialise(first), "", serialise(second)});
  EXPECT_EQ(all.routes().at(output).n, 5);
  EXPECT_EQ(all.routes().at(output).bytes, 65);
  EXPECT_EQ(all.total(Side::device).bytes, 800);
}

} // namespace
} // namespace accelerator
