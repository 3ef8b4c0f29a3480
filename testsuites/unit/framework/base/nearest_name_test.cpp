#include "framework/base/nearest_name.hpp"

#include <gtest/gtest.h>

using chemora::base::did_you_mean;
using chemora::base::nearest_name;

TEST(NearestName, finds_a_transposition) {
  EXPECT_EQ(nearest_name("gohst_size", {"ghost_size", "grid"}), "ghost_size");
}

TEST(NearestName, ignores_case) { EXPECT_EQ(nearest_name("GRID", {"grud", "grid"}), "grid"); }

TEST(NearestName, stays_silent_when_nothing_is_near) {
  EXPECT_EQ(nearest_name("wave", {"boundary", "time"}), "");
  EXPECT_EQ(did_you_mean("wave", {"boundary"}), "");
}

TEST(NearestName, takes_no_time_over_what_is_no_name) {
  std::string const endless(1000000, 'a');
  EXPECT_EQ(nearest_name(endless, {endless + "b"}), "");
}

TEST(NearestName, asks) { EXPECT_EQ(did_you_mean("waev", {"Wave"}), " Did you mean `Wave`?"); }
