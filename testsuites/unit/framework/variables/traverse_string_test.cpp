#include "framework/include/cctk_Constants.h"
#include "framework/include/cctk_Groups.h"
#include "framework/variables/variable_table.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::ElementsAre;

namespace {

class TraverseString : public testing::Test {
protected:
  static void SetUpTestSuite() {
    static tests::TestThorns thorns(
        {{"T", "IMPLEMENTS: t\nPUBLIC:\nREAL g { a, b }\nREAL v[2] { w }\nINT a2\nREAL none[0] { n }\n"}}, {"T"});
    static parameters::ParameterTable parameters;
    parameters.build(thorns.catalogue);
    variables::variable_table().build(thorns.catalogue, parameters);
  }

  int walk(char const* text, int selection = CCTK_GROUP_OR_VAR) {
    seen.clear();
    return CCTK_TraverseString(text, note, &seen, selection);
  }

  static void note(int index, char const* options, void* seen) {
    std::string text = CCTK_VarName(index);
    if (options) text += std::string("<") + options + ">";
    static_cast<std::vector<std::string>*>(seen)->push_back(text);
  }

  std::vector<std::string> seen;
};

} // namespace

TEST_F(TraverseString, NamesVariablesGroupsAndVectors) {
  EXPECT_EQ(walk("t::b\n t::v T::G"), 5);
  EXPECT_THAT(seen, ElementsAre("b", "w[0]", "w[1]", "a", "b"));
  EXPECT_EQ(walk("t::w[1] t::w"), 3);
  EXPECT_THAT(seen, ElementsAre("w[1]", "w[0]", "w[1]"));
  EXPECT_EQ(walk("all"), 5);
  EXPECT_EQ(walk(""), 0);
  EXPECT_EQ(walk("t::none"), 0) << "a vector may be empty";
}

TEST_F(TraverseString, HandsOnOptions) {
  EXPECT_EQ(walk("t::a{out_every=2 refs={1 2}} t::b"), 2);
  EXPECT_THAT(seen, ElementsAre("a<out_every=2 refs={1 2}>", "b"));
}

TEST_F(TraverseString, SelectsGroupsOrVariables) {
  EXPECT_EQ(walk("t::g", CCTK_GROUP), 2);
  EXPECT_EQ(walk("t::g", CCTK_VAR), -5);
  EXPECT_EQ(walk("t::a", CCTK_GROUP), -5);
  EXPECT_EQ(walk("t::a2", CCTK_GROUP), 1) << "a group and its variable share the name";
}

TEST_F(TraverseString, ReportsErrors) {
  EXPECT_EQ(walk("t::a nothing::b t::b"), -5);
  EXPECT_THAT(seen, ElementsAre("a", "b")) << "the rest is still called";
  EXPECT_EQ(walk("t::a{x"), -4);
  EXPECT_EQ(walk("t::a}"), -4);
  EXPECT_EQ(walk("t::a{x}t::b"), -3);
  EXPECT_EQ(walk("t::a", 12345), -2);
  EXPECT_EQ(CCTK_TraverseString("t::a", nullptr, nullptr, CCTK_VAR), -1);
}
