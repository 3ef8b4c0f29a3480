// Numbers as text.
#include "number_format.hpp"

namespace iotools {
namespace {

TEST(NumberFormat, FollowsTheParameter) {
  EXPECT_EQ(to_text(-0.5, ".13f"), "-0.5000000000000");
  EXPECT_EQ(to_text(1234.5, ".2e"), "1.23e+03");
  EXPECT_EQ(to_text(1e300, ".13f").size(), 301u + 14u);
  EXPECT_EQ(to_text(0.1, 17), "0.10000000000000001");
  EXPECT_EQ(to_text(0.25, 15), "0.25");
}

} // namespace
} // namespace iotools
