#include "framework/schedule/schedule.hpp"

#include "framework/base/errors.hpp"
#include "framework/schedule/bins.hpp"
#include "framework/schedule/print.hpp"
#include "framework/schedule/traversal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using namespace chemora::schedule;
using testing::HasSubstr;

namespace {

/// A schedule from the text of one thorn's schedule.ccl.
struct FromText {
  explicit FromText(std::string const& text) : source{"schedule.ccl", text}, file(ccl::parse_schedule(source)) {
    std::vector<ThornStatement> statements;
    for (ccl::ScheduleItem const* item : ccl::all_items(file)) statements.push_back({"Thorn", item});
    schedule = Schedule(statements);
  }
  base::SourceText source;
  ccl::ScheduleFile file;
  Schedule schedule;
};

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

TEST(Bins, names_in_any_spelling) {
  EXPECT_EQ(bin_name("initial"), "CCTK_INITIAL");
  EXPECT_EQ(bin_name("CCTK_Evol"), "CCTK_EVOL");
  EXPECT_EQ(bin_name("MoL_Step"), "");
}

TEST(Schedule, orders_by_name_group_and_alias) {
  FromText const text(R"(
    schedule c at evol after b { LANG: C } "c"
    schedule a0 at evol as a before (b missing) { LANG: C } "a"
    schedule group b at CCTK_EVOL after a { } "b"
    schedule inner in B { LANG: C } "inner"
  )");
  std::string names;
  for (Item const& item : text.schedule.items("evol")) names += item.shown_name() + " ";
  EXPECT_EQ(names, "a b c ");
}

TEST(Schedule, walks_groups_with_if_and_while) {
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

TEST(Schedule, finds_items_whose_group_is_never_scheduled) {
  FromText const text("schedule f in Nowhere { LANG: C } \"f\"\nschedule g at evol { LANG: C } \"g\"");
  auto const lost = text.schedule.items_without_group();
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost.front()->shown_name(), "f");
}

TEST(Schedule, names_a_cycle) {
  EXPECT_THAT(error_of("schedule a at evol before b { LANG: C } \"a\"\nschedule b at evol before a { LANG: C } \"b\""),
              HasSubstr("The order asked for in CCTK_EVOL contradicts itself: b before a before b."));
}

TEST(Schedule, refuses_an_unknown_bin) {
  EXPECT_THAT(error_of("schedule a at evl { LANG: C } \"a\""),
              HasSubstr("schedule.ccl:1:15: error: There is no bin `evl`"));
}

TEST(Schedule, refuses_a_group_in_itself) {
  EXPECT_THAT(error_of("schedule group a in b { } \"a\"\nschedule group b in a { } \"b\""),
              HasSubstr("would contain itself"));
}

TEST(Schedule, prints_text_and_dot) {
  FromText const text("schedule group g at evol while n { } \"steps\"\nschedule f in g { LANG: C } \"a step\"");
  EXPECT_EQ(to_text(text.schedule),
            "CCTK_EVOL: evolve by a step\n  while (n)\n    GROUP g: steps\n      Thorn::f: a step\n");
  EXPECT_THAT(to_dot(text.schedule), HasSubstr("n0 [label = \"Thorn::f\"]"));
}
