// What the schedule of a run refuses when it is built.
#include "framework/run/scheduler.hpp"

#include "framework/base/errors.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::HasSubstr;

TEST(Scheduler, startup_has_no_storage_and_no_synchronisation) {
  tests::TestThorns thorns({{"A", "IMPLEMENTS: a\nPUBLIC:\nREAL h TYPE=SCALAR { w }\n", "",
                             "SCHEDULE GROUP g AT startup\n{\n  STORAGE: h\n  SYNC: h\n} \"\"\n"},
                            {"Cactus", "IMPLEMENTS: Cactus\n",
                             "KEYWORD schedule_sort_mode \"\"\n{\n \"none\" :: \"\"\n} \"none\"\n"}},
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
    EXPECT_THAT(error.what(), HasSubstr("A/schedule.ccl:3:12: error: A::g has STORAGE, but in CCTK_STARTUP there is no"));
    EXPECT_THAT(error.what(), HasSubstr("A/schedule.ccl:4:9: error: A::g has SYNC"));
  }
}
