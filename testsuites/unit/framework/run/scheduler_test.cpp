// What the schedule of a run refuses when it is built.
#include "framework/run/scheduler.hpp"

#include "framework/base/errors.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::HasSubstr;

TEST(Scheduler, startup_has_no_storage_and_no_synchronisation) {
  tests::TestThorns thorns(
      {{"A", "IMPLEMENTS: a\nPUBLIC:\nREAL h TYPE=SCALAR { w }\n", "",
        "SCHEDULE GROUP g AT startup\n{\n  STORAGE: h\n  SYNC: h\n} \"\"\n"},
       {"Cactus", "IMPLEMENTS: Cactus\n", "KEYWORD schedule_sort_mode \"\"\n{\n \"none\" :: \"\"\n} \"none\"\n"}},
      {"A", "Cactus"});
  parameters::ParameterTable parameters;
  parameters.build(thorns.catalogue);
  variables::VariableTable variables;
  variables.build(thorns.catalogue, parameters);
  run::Scheduler scheduler;
  try {
    scheduler.build(thorns.catalogue, parameters, variables);
    FAIL() << "accepted";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("A/schedule.ccl:3:12: error: A::g has STORAGE, but in CCTK_STARTUP there is no"));
    EXPECT_THAT(error.what(), HasSubstr("A/schedule.ccl:4:9: error: A::g has SYNC"));
  }
}

namespace {

/// The refusal of this schedule, or its remarks, one per line.
std::string outcome(std::string const& schedule) {
  tests::TestThorns thorns(
      {{"A", "IMPLEMENTS: a\nPUBLIC:\nREAL h TYPE=SCALAR { w }\n", "", schedule},
       {"Cactus", "IMPLEMENTS: Cactus\n", "KEYWORD schedule_sort_mode \"\"\n{\n \"none\" :: \"\"\n} \"none\"\n"}},
      {"A", "Cactus"});
  parameters::ParameterTable parameters;
  parameters.build(thorns.catalogue);
  variables::VariableTable variables;
  variables.build(thorns.catalogue, parameters);
  run::Scheduler scheduler;
  try {
    scheduler.build(thorns.catalogue, parameters, variables);
  } catch (base::UserError const& error) {
    return error.what();
  }
  std::string text;
  for (auto const& remark : scheduler.remarks(false)) text += remark + "\n";
  return text;
}

} // namespace

TEST(Scheduler, says_which_clauses_of_groups_have_no_effect) {
  std::string const text = outcome("SCHEDULE GROUP g AT evol\n{\n  LANG: C\n  OPTIONS: level\n  TAGS: a=1\n} \"\"\n");
  EXPECT_THAT(text, HasSubstr("A/schedule.ccl:4:12: OPTIONS of the group A::g has no effect"));
  EXPECT_THAT(text, HasSubstr("A/schedule.ccl:5:9: TAGS of the group A::g has no effect"));
  EXPECT_THAT(text, HasSubstr("A/schedule.ccl:1:16: LANG of the group A::g has no effect"));
  for (std::string const clause : {"READS", "WRITES", "INVALIDATES"})
    EXPECT_THAT(outcome("SCHEDULE GROUP g AT evol\n{\n  " + clause + ": h\n} \"\"\n"),
                HasSubstr(clause + " of the group A::g has no effect: a group does not pass it on to its functions"));
  EXPECT_THAT(outcome("SCHEDULE GROUP g AT evol\n{\n  TRIGGERS: h\n} \"\"\n"),
              HasSubstr("A/schedule.ccl:3:13: TRIGGERS of the group A::g has no effect: only what runs in"));
  EXPECT_EQ(outcome("SCHEDULE GROUP g AT analysis\n{\n  TRIGGERS: h\n} \"\"\n"), "");
  EXPECT_EQ(outcome("SCHEDULE GROUP g AT evol\n{\n  STORAGE: h\n} \"\"\n"), "");
}

namespace {

/// The schedule of one active thorn A, which has the group of variables h and the function f.
struct OneThorn {
  explicit OneThorn(std::string const& schedule) : text(schedule) {
    bind::ThornBinding binding{};
    binding.thorn = "A";
    binding.arrangement = "Test";
    binding.interface = {"A/interface.ccl", "IMPLEMENTS: a\nPUBLIC:\nREAL h TYPE=SCALAR { w }\n"};
    binding.param = {"A/param.ccl", ""};
    binding.schedule = {"A/schedule.ccl", text.c_str()};
    binding.configuration = {"A/configuration.ccl", ""};
    binding.scheduled_functions = {&function, 1};
    thorns.catalogue.add(binding);
    thorns.catalogue.find_thorn("A")->is_active = true;
    parameters.build(thorns.catalogue);
    variables.build(thorns.catalogue, parameters);
    scheduler.build(thorns.catalogue, parameters, variables);
  }

  std::string text; // what the binding points into
  bind::ScheduledFunction function{"f", false, [] {}};
  tests::TestThorns thorns{
      {{"Cactus", "IMPLEMENTS: Cactus\n", "KEYWORD schedule_sort_mode \"\"\n{\n \"none\" :: \"\"\n} \"none\"\n"}},
      {"Cactus"}};
  parameters::ParameterTable parameters;
  variables::VariableTable variables;
  run::Scheduler scheduler;
};

} // namespace

TEST(Scheduler, says_that_only_items_in_analysis_are_triggered) {
  auto const remarks = [](std::string const& schedule) { return OneThorn(schedule).scheduler.remarks(false); };
  std::string const clauses = "{\n  LANG: C\n  TRIGGERS: h\n} \"\"\n";
  EXPECT_THAT(remarks("SCHEDULE f AT evol\n" + clauses),
              testing::ElementsAre(HasSubstr("A/schedule.ccl:4:13: TRIGGERS of A::f has no effect")));
  EXPECT_THAT(remarks("SCHEDULE f AT analysis\n" + clauses), testing::IsEmpty());
  EXPECT_THAT(remarks("SCHEDULE GROUP g AT analysis { } \"\"\nSCHEDULE f IN g\n" + clauses), testing::IsEmpty());
}

namespace {

std::vector<std::string> bins;
run::Scheduler* running = nullptr;

int note_bin(void*, cFunctionData* data, void*) {
  bins.push_back(running->bin() + " " + data->where);
  if (std::string(data->where) == "CCTK_EVOL") running->traverse("alone", nullptr, note_bin);
  return 1;
}

} // namespace

TEST(Scheduler, knows_the_bin_in_groups_and_in_groups_that_functions_run) {
  OneThorn thorn("SCHEDULE f AT evol { LANG: C } \"\"\n"
                 "SCHEDULE GROUP g AT evol { } \"\"\n"
                 "SCHEDULE GROUP g AT analysis { } \"\"\n"
                 "SCHEDULE f AS in_g IN g { LANG: C } \"\"\n"
                 "SCHEDULE f AS in_alone IN alone { LANG: C } \"\"\n");
  run::Scheduler& scheduler = thorn.scheduler;
  running = &scheduler;
  scheduler.traverse("CCTK_EVOL", nullptr, note_bin);
  scheduler.traverse("analysis", nullptr, note_bin);
  EXPECT_THAT(bins, testing::ElementsAre("CCTK_EVOL CCTK_EVOL", "CCTK_EVOL alone", "CCTK_EVOL g", "CCTK_ANALYSIS g"));
  EXPECT_EQ(scheduler.bin(), "");
}
