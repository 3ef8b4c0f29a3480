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

} // namespace
} // namespace chemora::base
