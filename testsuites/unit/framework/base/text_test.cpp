#include "framework/base/text.hpp"

#include <gtest/gtest.h>

#include <set>

namespace chemora::base {
namespace {

using Names = std::vector<std::string>;

TEST(Text, ChangesCaseOfAsciiLettersOnly) {
  EXPECT_EQ(lower_case("MoL::RHS_1 \xc3\x84"), "mol::rhs_1 \xc3\x84");
  EXPECT_EQ(upper_case("MoL::rhs_1 \xc3\xa4"), "MOL::RHS_1 \xc3\xa4");
}

TEST(Text, TrimsWhiteSpaceAtBothEnds) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(trimmed("a"), "a");
}

TEST(Text, ContainsFindsElements) {
  EXPECT_TRUE(contains(Names{"a", "b"}, "b"));
  EXPECT_FALSE(contains(Names{"a", "b"}, "c"));
  EXPECT_FALSE(contains(Names{}, ""));
}

TEST(Text, JoinsElements) {
  EXPECT_EQ(join(Names{}), "");
  EXPECT_EQ(join(Names{"a"}), "a");
  EXPECT_EQ(join(Names{"", "b", ""}), ", b, ");
  EXPECT_EQ(join(std::set<int>{3, 1}, " x ", [](int n) { return std::to_string(n); }), "1 x 3");
}

TEST(Text, ListsNamesForASentence) {
  EXPECT_EQ(list_in_words({}), "");
  EXPECT_EQ(list_in_words({"x"}), "x");
  EXPECT_EQ(list_in_words({"x", "y"}, "or"), "x or y");
  EXPECT_EQ(list_in_words({"x", "y", "z"}), "x, y and z");
}

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

} // namespace
} // namespace chemora::base
