#include "framework/parameters/parameter_table.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using parameters::SetResult;
using testing::HasSubstr;

namespace {

std::vector<tests::ThornTexts> thorns() {
  return {{"Base", "IMPLEMENTS: base\n", R"(
restricted:
KEYWORD kind "k"
{
  "one" :: "1"
} "one"
INT sum "s" ACCUMULATOR=(x+y)
{
  0:100 :: ""
} 1
INT n "n" STEERABLE=ALWAYS
{
  0:9 :: "digits"
} 3
private:
REAL own[2] "o"
{
  : :: ""
} 0.5
REAL finite "f"
{
  (*:*) :: ""
} 0
)"},
          {"User", "IMPLEMENTS: user\n", R"(
shares: base
EXTENDS KEYWORD kind
{
  "two" :: "2"
}
USES INT n AS digits
private:
INT part "p" ACCUMULATOR-BASE=base::sum
{
  0:* :: ""
} 5
)"},
          {"Asleep", "IMPLEMENTS: asleep\n", "private:\nINT n \"n\"\n{\n  : :: \"\"\n} 7\n"}};
}

class Table : public testing::Test {
protected:
  Table() { table.build(test.catalogue); }
  SetResult set(std::string const& owner, std::string const& name, std::string const& value) {
    auto const report = table.set(owner, name, value);
    message = report.message;
    return report.result;
  }
  std::string text(std::string const& owner, std::string const& name) { return table.find(owner, name)->text(); }

  tests::TestThorns test{thorns(), {"Base", "User"}};
  parameters::ParameterTable table;
  std::string message;
};

} // namespace

TEST_F(Table, FindsByThornAndImplementationInAnyCase) {
  EXPECT_EQ(table.find("base", "KIND"), table.find("BASE", "kind"));
  EXPECT_NE(table.find("Base", "own"), nullptr);
  EXPECT_EQ(table.find("user", "kind"), nullptr) << "a user is not the owner";
  EXPECT_EQ(table.find("cactus", "cctk_itlast")->text(), "10");
}

TEST_F(Table, ValuesStayWhereCCodeReadsThem) {
  auto* const storage = static_cast<int*>(table.find("base", "n")->storage());
  EXPECT_EQ(set("base", "n", "4"), SetResult::ok);
  EXPECT_EQ(*storage, 4);
  auto** const word = static_cast<char const**>(table.find("base", "kind")->storage());
  EXPECT_EQ(set("base", "kind", "ONE"), SetResult::ok);
  EXPECT_STREQ(*word, "one") << "as declared";
}

TEST_F(Table, ActiveExtensionsAddRanges) {
  EXPECT_EQ(set("base", "kind", "two"), SetResult::ok);
  EXPECT_EQ(set("base", "kind", "twoo"), SetResult::not_admissible);
  EXPECT_THAT(message, HasSubstr("Did you mean `two`?"));
  EXPECT_THAT(message, HasSubstr("\"one\" (1), \"two\" (2)"));
}

TEST(Extensions, OfInactiveThornsAreIgnored) {
  tests::TestThorns test(thorns(), {"Base"});
  parameters::ParameterTable table;
  table.build(test.catalogue);
  EXPECT_EQ(table.set("base", "kind", "two").result, SetResult::not_admissible);
  EXPECT_EQ(table.find("base", "sum")->text(), "1") << "parameters of inactive thorns do not contribute to the sum";
}

TEST_F(Table, SumsFollowTheirPartsAndCannotBeSet) {
  EXPECT_EQ(text("base", "sum"), "6");
  EXPECT_EQ(set("user", "part", "7"), SetResult::ok);
  EXPECT_EQ(text("base", "sum"), "8");
  EXPECT_EQ(set("base", "sum", "9"), SetResult::is_accumulator);
}

TEST_F(Table, RejectsAPartThatMakesTheAccumulatedValueInadmissible) {
  EXPECT_EQ(set("user", "part", "101"), SetResult::accumulated_not_admissible);
  EXPECT_THAT(
      message,
      HasSubstr("User::part cannot be `101`, because it contributes to an accumulator. base::sum cannot be `102`"));
  EXPECT_EQ(text("user", "part"), "5");
  EXPECT_EQ(text("base", "sum"), "6");
}

TEST_F(Table, ReturnsTheCodesOfTheInterface) {
  EXPECT_EQ(static_cast<int>(set("base", "n", "10")), -1);
  EXPECT_EQ(static_cast<int>(set("base", "m", "10")), -2);
  EXPECT_EQ(static_cast<int>(set("base", "n", "x")), -6);
  EXPECT_EQ(static_cast<int>(set("base", "sum", "9")), -7);
  EXPECT_EQ(static_cast<int>(set("base", "own", "9")), -8);
  EXPECT_EQ(static_cast<int>(set("user", "part", "999")), -9);
  EXPECT_EQ(static_cast<int>(set("base", "n", "4")), 0);
  EXPECT_EQ(static_cast<int>(set("base", "n", "5")), -10);
  EXPECT_EQ(static_cast<int>(set("base", "n", "5")), -11);
  table.set_phase(parameters::Phase::running);
  EXPECT_EQ(static_cast<int>(set("base", "kind", "one")), -3);
}

TEST_F(Table, AcceptsUnboundedRealsWithoutInfinity) {
  EXPECT_EQ(set("Base", "own[0]", "nan"), SetResult::not_admissible);
  EXPECT_EQ(set("Base", "own[0]", "inf"), SetResult::ok);
  EXPECT_EQ(set("Base", "finite", "-inf"), SetResult::not_admissible);
  EXPECT_THAT(message, HasSubstr("Base::finite cannot be `-inf`. Allowed: (*:*)"));
  EXPECT_EQ(set("Base", "finite", "-1e308"), SetResult::ok);
}

TEST_F(Table, SetsArraysByElement) {
  EXPECT_EQ(set("Base", "own[1]", "2.5"), SetResult::ok);
  EXPECT_EQ(table.find("Base", "own")->text(1), "2.5");
  EXPECT_EQ(table.find("Base", "own")->text(0), "0.5");
  EXPECT_EQ(set("Base", "own[2]", "1"), SetResult::unknown);
  EXPECT_EQ(set("Base", "own", "1"), SetResult::array_without_index);
  EXPECT_EQ(set("base", "n[0]", "1"), SetResult::unknown);
  EXPECT_EQ(set("Base", "own[x]", "1"), SetResult::unknown);
}

TEST_F(Table, DetectsASecondAssignment) {
  EXPECT_EQ(set("base", "n", "4"), SetResult::ok);
  EXPECT_EQ(set("base", "n", "4"), SetResult::set_to_same_value);
  EXPECT_EQ(set("base", "n", "5"), SetResult::set_to_other_value);
}

TEST_F(Table, SteersOnlySteerableParameters) {
  table.set_phase(parameters::Phase::running);
  EXPECT_EQ(set("base", "n", "4"), SetResult::ok);
  EXPECT_EQ(set("base", "n", "5"), SetResult::ok) << "more than once";
  EXPECT_EQ(set("base", "kind", "two"), SetResult::not_steerable);
}

TEST_F(Table, RejectedValuesChangeNothing) {
  EXPECT_EQ(set("base", "n", "10"), SetResult::not_admissible);
  EXPECT_EQ(set("base", "n", "x"), SetResult::wrong_kind);
  EXPECT_EQ(text("base", "n"), "3");
  EXPECT_EQ(table.find("base", "n")->n_times_set(), 0);
}

TEST_F(Table, SuggestsNamesForUnknownNames) {
  EXPECT_EQ(set("base", "kinds", "x"), SetResult::unknown);
  EXPECT_THAT(message, HasSubstr("Did you mean `kind`?"));
  EXPECT_EQ(set("user", "n", "x"), SetResult::unknown);
  EXPECT_THAT(message, HasSubstr("Parameters of that name: base::n, Asleep::n"));
  EXPECT_EQ(set("bass", "n", "x"), SetResult::unknown);
  EXPECT_THAT(message, HasSubstr("Did you mean `Base`?"));
  EXPECT_EQ(set("asleep", "n", "1"), SetResult::inactive_thorn);
  EXPECT_THAT(message, HasSubstr("Add it to ActiveThorns"));
}

TEST_F(Table, NotifiesObserversOfChanges) {
  std::vector<std::string> heard;
  table.observe([&](auto const& parameter, int) { heard.push_back(parameter.full_name() + "=" + parameter.text()); });
  set("base", "n", "4");
  set("base", "n", "44");
  EXPECT_THAT(heard, testing::ElementsAre("base::n=4"));
}

TEST_F(Table, CheckpointSetsRemainingParameters) {
  set("base", "kind", "two");
  set("base", "n", "4");
  table.set_phase(parameters::Phase::recovering);
  EXPECT_EQ(set("base", "own[1]", "0.25"), SetResult::ok);
  EXPECT_EQ(table.find("base", "own")->text(1), "0.25");
  EXPECT_EQ(set("base", "n", "7"), SetResult::ok) << "steerable: the parameter file wins";
  EXPECT_EQ(text("base", "n"), "4");
  EXPECT_EQ(set("base", "kind", "TWO"), SetResult::ok) << "the same value";
  EXPECT_EQ(set("base", "kind", "one"), SetResult::set_to_other_value);
  EXPECT_THAT(message,
              HasSubstr("base::kind is `two` in the parameter file, but the checkpoint was written with `one`"));
  EXPECT_EQ(text("base", "kind"), "two");
}

TEST(ParameterNames, PreferActiveImplementations) {
  std::string const param = "private:\nREAL sigma \"\"\n{\n : :: \"\"\n} 1\n";
  tests::TestThorns test({{"Wave", "IMPLEMENTS: wave\n", param}, {"WaveC", "IMPLEMENTS: wave\n", param}}, {"WaveC"});
  parameters::ParameterTable table;
  table.build(test.catalogue);
  EXPECT_EQ(table.set("Wave", "sigma", "2").result, SetResult::ok);
  EXPECT_EQ(table.find("WaveC", "sigma")->text(), "2");
}
