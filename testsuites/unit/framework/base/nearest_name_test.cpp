#include "framework/base/nearest_name.hpp"

#include <gtest/gtest.h>

using chemora::base::did_you_mean;
using chemora::base::nearest_name;

TEST(NearestName, FindsATransposition) { EXPECT_EQ(nearest_name("gohst_size", {"ghost_size", "grid"}), "ghost_size"); }

TEST(NearestName, IgnoresCase) { EXPECT_EQ(nearest_name("GRID", {"grud", "grid"}), "grid"); }

TEST(NearestName, IsEmptyIfNothingIsNear) {
  EXPECT_EQ(nearest_name("wave", {"boundary", "time"}), "");
  EXPECT_EQ(did_you_mean("wave", {"boundary"}), "");
}

TEST(NearestName, SkipsVeryLongTexts) {
  std::string const endless(1000000, 'a');
  EXPECT_EQ(nearest_name(endless, {endless + "b"}), "");
}

TEST(DidYouMean, IsAQuestion) { EXPECT_EQ(did_you_mean("waev", {"Wave"}), " Did you mean `Wave`?"); }
