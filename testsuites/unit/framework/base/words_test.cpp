#include "framework/base/words.hpp"

#include <gtest/gtest.h>

namespace chemora::base {
namespace {

TEST(Words, HaveColumns) {
  auto const words = words_of("\tab  c, \r");
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0].text, "ab");
  EXPECT_EQ(words[0].column, 2);
  EXPECT_EQ(words[1].text, "c,");
  EXPECT_EQ(words[1].column, 6);
  EXPECT_EQ(words_of("a,b", ",").size(), 2u);
  EXPECT_TRUE(words_of(" ").empty());
}

TEST(Words, FollowNumbers) {
  EXPECT_EQ(counted(1, "run"), "1 run");
  EXPECT_EQ(counted(0, "run"), "0 runs");
  EXPECT_EQ(counted(1, "pass", "passes"), "1 pass");
  EXPECT_EQ(counted(2, "pass", "passes"), "2 passes");
}

} // namespace
} // namespace chemora::base
