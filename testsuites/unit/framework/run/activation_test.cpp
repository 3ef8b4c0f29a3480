#include "framework/run/stages.hpp"

#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

struct Activation {
  explicit Activation(std::vector<std::string> const& names) {
    std::vector<parameters::RequestedThorn> requested;
    for (auto const& name : names) requested.push_back({name, {"a.par", 1, 1}});
    base::Diagnostics problems;
    added = run::activate_thorns(thorns.catalogue, requested, problems);
    for (auto const& finding : problems.all()) messages.push_back(base::to_text(finding));
  }

  tests::TestThorns thorns{{{"Grid", "IMPLEMENTS: grid\n"},
                            {"OtherGrid", "IMPLEMENTS: grid\n"},
                            {"Wave", "IMPLEMENTS: wave\nINHERITS: grid\n", "", "", "REQUIRES Tools\n"},
                            {"Tools", "IMPLEMENTS: tools\n", "", "", "PROVIDES Tools\n{\n}\nREQUIRES Deep MPI\n"},
                            {"DeepTools", "IMPLEMENTS: deep\n", "", "", "PROVIDES Deep\n{\n}\n"},
                            {"Shy", "IMPLEMENTS: shy\n", "", "", "OPTIONAL_IFACTIVE Tools\n{\n}\n"},
                            {"Keen", "IMPLEMENTS: keen\n", "", "", "OPTIONAL Deep NoSuch\n{\n}\n"},
                            {"Friendly", "IMPLEMENTS: friendly\nFRIEND: deep\n"},
                            {"Needy", "IMPLEMENTS: needy\n", "", "", "REQUIRES THORNS: Shy Grid\n"}},
                           {}};
  std::vector<std::string> added, messages;
};

} // namespace

TEST(Activation, ActivatesProvidersOfCapabilities) {
  Activation const result({"Wave", "GRID"});
  EXPECT_THAT(result.messages, IsEmpty());
  EXPECT_THAT(result.added, ElementsAre("Tools", "DeepTools"));
  EXPECT_FALSE(result.thorns.catalogue.find_thorn("OtherGrid")->is_active);
}

TEST(Activation, OptionalIfActiveActivatesNothing) { EXPECT_THAT(Activation({"Shy"}).added, IsEmpty()); }

TEST(Activation, ActivatesCompiledProvidersOfOptionalCapabilities) {
  Activation const result({"Keen"});
  EXPECT_THAT(result.added, ElementsAre("DeepTools"));
  EXPECT_THAT(result.messages, IsEmpty());
}

TEST(Activation, RequiresFriends) {
  EXPECT_THAT(Activation({"Friendly", "DeepTools"}).messages, IsEmpty());
  EXPECT_THAT(Activation({"Friendly"}).messages.at(0),
              HasSubstr("a.par:1:1: error: Friendly is a friend of deep, which no active thorn implements. Add one of "
                        "these to ActiveThorns: DeepTools."));
}

TEST(Activation, RequiresThorns) {
  EXPECT_THAT(Activation({"Needy", "Shy", "Grid"}).messages, IsEmpty());
  Activation const result({"Needy", "Grid"});
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(result.messages[0], "a.par:1:1: error: Needy requires the thorn Shy. Add it to ActiveThorns.");
}

TEST(Activation, RejectsNamesOfImplementations) {
  EXPECT_THAT(Activation({"deep"}).messages.at(0),
              HasSubstr("deep is an implementation, not a thorn. Activate one of the thorns that implement it: "
                        "DeepTools."));
}

TEST(Activation, ReportsAllUnknownThorns) {
  Activation const result({"Wafe", "Grid", "xyzzy"});
  ASSERT_EQ(result.messages.size(), 2u);
  EXPECT_THAT(result.messages[0],
              HasSubstr("a.par:1:1: error: The thorn Wafe is not compiled into this program. Did you mean `Wave`?"));
}

TEST(Activation, RequiresInheritedImplementations) {
  Activation const result({"Wave"});
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_THAT(result.messages[0], HasSubstr("Wave inherits from grid, which no active thorn implements. Add one of "
                                            "these to ActiveThorns: Grid, OtherGrid."));
}

TEST(Activation, RejectsTwoThornsWithOneImplementation) {
  Activation const result({"Grid", "OtherGrid"});
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_THAT(result.messages[0], HasSubstr("a.par:1:1: error: Both Grid and OtherGrid implement grid."));
}
