#include "framework/run/scheduler.hpp"

#include "framework/base/errors.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::HasSubstr;

TEST(Scheduler, RejectsStorageAndSynchronisationAtStartup) {
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

/// Returns the error message or the warnings for this schedule, one per line.
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
  for (auto const& warning : scheduler.warnings(false)) text += warning + "\n";
  return text;
}

} // namespace

TEST(Scheduler, WarnsOfClausesOfGroupsWithoutEffect) {
  std::string const text = outcome("SCHEDULE GROUP g AT evol\n{\n  LANG: C\n  OPTIONS: level\n  TAGS: a=1\n} \"\"\n");
  EXPECT_THAT(text, HasSubstr("A/schedule.ccl:4:12: OPTIONS of the group A::g has no effect"));
  EXPECT_THAT(text, HasSubstr("A/schedule.ccl:5:9: TAGS of the group A::g has no effect"));
  EXPECT_THAT(text, HasSubstr("A/schedule.ccl:1:16: LANG of the group A::g has no effect"));
  for (std::string const clause : {"READS", "WRITES", "INVALIDATES"})
    EXPECT_THAT(outcome("SCHEDULE GROUP g AT evol\n{\n  " + clause + ": h\n} \"\"\n"),
                HasSubstr(clause + " of the group A::g has no effect: a group does not pass it on to its functions"));
  EXPECT_THAT(outcome("SCHEDULE GROUP g AT evol\n{\n  TRIGGERS: h\n} \"\"\n"),
              HasSubstr("A/schedule.ccl:3:13: TRIGGERS of the group A::g has no effect: only items in"));
  EXPECT_EQ(outcome("SCHEDULE GROUP g AT analysis\n{\n  TRIGGERS: h\n} \"\"\n"), "");
  EXPECT_EQ(outcome("SCHEDULE GROUP g AT evol\n{\n  STORAGE: h\n} \"\"\n"), "");
}

namespace {

/// The schedule of one active thorn A. The thorn has a group h of variables and a function f.
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

TEST(Scheduler, WarnsOfTriggersOutsideOfAnalysis) {
  auto const warnings = [](std::string const& schedule) { return OneThorn(schedule).scheduler.warnings(false); };
  std::string const clauses = "{\n  LANG: C\n  TRIGGERS: h\n} \"\"\n";
  EXPECT_THAT(warnings("SCHEDULE f AT evol\n" + clauses),
              testing::ElementsAre(HasSubstr("A/schedule.ccl:4:13: TRIGGERS of A::f has no effect")));
  EXPECT_THAT(warnings("SCHEDULE f AT analysis\n" + clauses), testing::IsEmpty());
  EXPECT_THAT(warnings("SCHEDULE GROUP g AT analysis { } \"\"\nSCHEDULE f IN g\n" + clauses), testing::IsEmpty());
}

namespace {

std::vector<std::string> bins;
run::Scheduler* running = nullptr;

int record_bin(void*, cFunctionData* data, void*) {
  bins.push_back(running->bin() + " " + data->where);
  if (std::string(data->where) == "CCTK_EVOL") running->traverse("alone", nullptr, record_bin);
  return 1;
}

} // namespace

TEST(Scheduler, ReturnsTheBinInNestedGroups) {
  OneThorn thorn("SCHEDULE f AT evol { LANG: C } \"\"\n"
                 "SCHEDULE GROUP g AT evol { } \"\"\n"
                 "SCHEDULE GROUP g AT analysis { } \"\"\n"
                 "SCHEDULE f AS in_g IN g { LANG: C } \"\"\n"
                 "SCHEDULE f AS in_alone IN alone { LANG: C } \"\"\n");
  run::Scheduler& scheduler = thorn.scheduler;
  running = &scheduler;
  scheduler.traverse("CCTK_EVOL", nullptr, record_bin);
  scheduler.traverse("analysis", nullptr, record_bin);
  EXPECT_THAT(bins, testing::ElementsAre("CCTK_EVOL CCTK_EVOL", "CCTK_EVOL alone", "CCTK_EVOL g", "CCTK_ANALYSIS g"));
  EXPECT_EQ(scheduler.bin(), "");
}
