#include "framework/schedule/schedule.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using namespace chemora::schedule;
using testing::HasSubstr;

namespace {

/// Creates the schedule of one thorn from the text of its schedule.ccl.
struct FromText {
  explicit FromText(std::string const& text) : source{"schedule.ccl", text}, file(ccl::parse_schedule(source)) {
    schedule = Schedule(statements("Thorn"));
  }
  std::vector<ThornStatement> statements(std::string const& thorn) const {
    std::vector<ThornStatement> list;
    for (ccl::ScheduleItem const* item : ccl::all_items(file)) list.push_back({thorn, item});
    return list;
  }
  base::SourceText source;
  ccl::ScheduleFile file;
  Schedule schedule;
};

std::string names_of(std::vector<Item> const& items) {
  std::string names;
  for (Item const& item : items) names += item.shown_name() + " ";
  return names;
}

std::string names_of(std::vector<ThornStatement> const& statements) {
  std::string names;
  for (ThornStatement const& each : statements) names += each.thorn + "::" + each.statement->shown_name() + " ";
  return names;
}

/// Notes what happens; each variable counts down.
struct Recorder : Actions {
  std::string log;
  std::map<std::string, int> counters;

  void enter(Item const& item) override { log += "+" + item.shown_name() + " "; }
  void leave(Item const& item) override { log += "-" + item.shown_name() + " "; }
  void call(Item const& item) override { log += item.shown_name() + "() "; }
  bool is_non_zero(ccl::Name const& variable, Item const&) override { return counters[variable.text]-- > 0; }
};

std::string error_of(std::string const& text) {
  try {
    FromText schedule(text);
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

} // namespace

TEST(Bins, AcceptAnySpelling) {
  EXPECT_EQ(bin_name("initial"), "CCTK_INITIAL");
  EXPECT_EQ(bin_name("CCTK_Evol"), "CCTK_EVOL");
  EXPECT_EQ(bin_name("MoL_Step"), "");
}

TEST(Schedule, OrdersByNameGroupAndAlias) {
  FromText const text(R"(
    schedule c at evol after b { LANG: C } "c"
    schedule a0 at evol as a before (b missing) { LANG: C } "a"
    schedule group b at CCTK_EVOL after a { } "b"
    schedule inner in B { LANG: C } "inner"
  )");
  EXPECT_EQ(names_of(text.schedule.items("evol")), "a b c ");
}

TEST(Schedule, UsesOnlyTheAliasOfAnItem) {
  FromText const text(R"(
    schedule late at evol after real { LANG: C } "late"
    schedule real at evol as other { LANG: C } "real"
  )");
  EXPECT_EQ(names_of(text.schedule.items("evol")), "late other ");
}

/// edlc generates such schedules for a calculation and the group of functions that follow it.
TEST(Schedule, AllowsAGroupWithTheNameOfAnAliasedFunction) {
  FromText const text(R"(
    schedule before_all at evol before A { LANG: C } ""
    schedule late at evol after A { LANG: C } ""
    schedule group A at evol { } ""
    schedule A as A_Calculate in A { LANG: C } ""
    schedule A_More in A after A_Calculate { LANG: C } ""
  )");
  EXPECT_EQ(names_of(text.schedule.items("evol")), "before_all A late ");
  EXPECT_EQ(names_of(text.schedule.items("A")), "A_Calculate A_More ");
}

TEST(Schedule, SortsByThornsOrByNames) {
  FromText const zeta("schedule z at evol { LANG: C } \"\"\nschedule b at evol as Ab { LANG: C } \"\"\n");
  FromText const alpha("schedule m at evol { LANG: C } \"\"\n");
  auto statements = zeta.statements("Zeta");
  for (char const* const thorn : {"alpha", "Alpha"})
    for (auto const& each : alpha.statements(thorn)) statements.push_back(each);
  EXPECT_EQ(names_of(sorted(statements, "none")), "Alpha::m Zeta::z Zeta::Ab alpha::m ");
  EXPECT_EQ(names_of(sorted(statements, "ascending")), "Zeta::Ab alpha::m Alpha::m Zeta::z ");
  EXPECT_EQ(names_of(sorted(statements, "descending")), "Zeta::z alpha::m Alpha::m Zeta::Ab ");
}

/// The bin BASEGRID in the test of the thorn WaveToy1DF77. Functions that IOASCII requires are moved to the front,
/// before the function that sets the time step.
TEST(Schedule, OrdersCoordinatesBeforeTheTimeStepAsCactus) {
  FromText const text(R"(
    schedule Choose1D at basegrid after SpatialCoordinates { LANG: C } ""
    schedule Choose2D at basegrid after SpatialCoordinates { LANG: C } ""
    schedule Report at basegrid { LANG: C } ""
    schedule Check at basegrid { LANG: C } ""
    schedule Initialise at basegrid before Time_Simple { LANG: C } ""
    schedule Time_Simple at basegrid as TemporalSpacings after SpatialSpacings { LANG: C } ""
    schedule Coord at basegrid as SpatialCoordinates { LANG: C } ""
  )");
  EXPECT_EQ(names_of(text.schedule.items("basegrid")),
            "SpatialCoordinates Choose2D Report Check Initialise TemporalSpacings Choose1D ");
}

TEST(Schedule, RunsGroupsWithIfAndWhile) {
  FromText const text(R"(
    schedule group g at evol while n { } "g"
    schedule f in g { LANG: C } "f"
    schedule skipped at evol if never { LANG: C } "s"
  )");
  Recorder recorder;
  recorder.counters = {{"n", 2}, {"never", 0}};
  traverse(text.schedule, "CCTK_EVOL", recorder);
  EXPECT_EQ(recorder.log, "+g +f f() -f +f f() -f -g +skipped -skipped ");
}

TEST(Schedule, KeepsNumbersAndGroupsAfterAMove) {
  FromText text(R"(
    schedule group G at evol { } "g"
    schedule group nothing at evol { } "n"
    schedule f in g { LANG: C } "f"
    schedule group g at initial { } "again"
  )");
  Schedule const moved = std::move(text.schedule);
  auto const all = moved.all_items();
  for (std::size_t n = 0; n < all.size(); ++n) EXPECT_EQ(all[n]->number, n);
  auto const& evol = moved.items("evol");
  ASSERT_EQ(names_of(evol), "G nothing ");
  EXPECT_EQ(evol[0].inner, &moved.items("g"));
  EXPECT_EQ(moved.items("initial").front().inner, evol[0].inner);
  EXPECT_TRUE(evol[1].inner->empty());
  EXPECT_EQ(moved.items("g").front().inner, nullptr);
  Recorder recorder;
  traverse(moved, "evol", recorder);
  EXPECT_EQ(recorder.log, "+G +f f() -f -G +nothing -nothing ");
}

TEST(Schedule, FindsItemsWhoseGroupIsNeverScheduled) {
  FromText const text("schedule f in Nowhere { LANG: C } \"f\"\nschedule g at evol { LANG: C } \"g\"");
  auto const lost = text.schedule.items_without_group();
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost.front()->shown_name(), "f");
}

TEST(Schedule, AcceptsGroupsThatAThornTraverses) {
  FromText const text("schedule group Mine { } \"m\"\nschedule f in Mine { LANG: C } \"f\"");
  EXPECT_TRUE(text.schedule.items_without_group().empty());
  EXPECT_TRUE(text.schedule.contains("mine"));
}

TEST(Schedule, FindsTheBinsOfAGroup) {
  FromText const text(R"(
    SCHEDULE GROUP Outer AT EVOL { } "in a step"
    SCHEDULE GROUP outer AT CCTK_INITIAL { } "and at the start"
    SCHEDULE GROUP Inner AS Other IN Outer { } "within"
    SCHEDULE GROUP Alone { } "run by a thorn"
    SCHEDULE f IN Inner { LANG: C } "first"
    SCHEDULE g IN Alone { LANG: C } "second")");
  EXPECT_THAT(text.schedule.bins_with("inner"), testing::ElementsAre("CCTK_INITIAL", "CCTK_EVOL"));
  EXPECT_THAT(text.schedule.bins_with("Outer"), testing::ElementsAre("CCTK_INITIAL", "CCTK_EVOL"));
  EXPECT_THAT(text.schedule.bins_with("evol"), testing::ElementsAre("CCTK_EVOL"));
  EXPECT_THAT(text.schedule.bins_with("Alone"), testing::IsEmpty());
}

TEST(Schedule, ReportsACycle) {
  EXPECT_THAT(error_of("schedule a at evol before b { LANG: C } \"a\"\nschedule b at evol before a { LANG: C } \"b\""),
              HasSubstr("The order in CCTK_EVOL contradicts itself: b before a before b."));
}

TEST(Schedule, RejectsAnUnknownBin) {
  EXPECT_THAT(error_of("schedule a at evl { LANG: C } \"a\""),
              HasSubstr("schedule.ccl:1:15: error: There is no bin `evl`"));
}

TEST(Schedule, RejectsAGroupInItself) {
  EXPECT_THAT(error_of("schedule group a in b { } \"a\"\nschedule group b in a { } \"b\""),
              HasSubstr("would contain itself"));
}

TEST(Schedule, PrintsTextAndDot) {
  FromText const text("schedule group g at evol while n { } \"steps\"\nschedule f in g { LANG: C } \"a step\"");
  EXPECT_EQ(to_text(text.schedule),
            "CCTK_EVOL: evolve by a step\n  while (n)\n    GROUP g: steps\n      Thorn::f: a step\n");
  EXPECT_THAT(to_dot(text.schedule), HasSubstr("n0 [label = \"Thorn::f\"]"));
}
