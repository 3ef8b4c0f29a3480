#include "framework/run/stages.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_GroupsOnGH.h"
#include "framework/include/cctk_Types.h"
#include "framework/variables/variable_table.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gtest/gtest.h>

using namespace chemora;

TEST(DefaultDriver, StoresVectorElementsContiguously) {
  tests::TestThorns thorns({{"A", "IMPLEMENTS: a\nPUBLIC:\nREAL g[5] TYPE=SCALAR TIMELEVELS=2 { v w }\n"}}, {"A"});
  parameters::ParameterTable parameters;
  parameters.build(thorns.catalogue);
  variables::variable_table() = {};
  variables::variable_table().build(thorns.catalogue, parameters);
  run::install_default_driver();
  cGH* const cctkGH = CCTK_SetupGH(nullptr, 0);
  ASSERT_NE(cctkGH, nullptr);
  int const group = CCTK_GroupIndex("a::g"), two = 2, none = 0;
  ASSERT_GE(group, 0);
  ASSERT_EQ(CCTK_GroupStorageIncrease(cctkGH, 1, &group, &two, nullptr), 2);
  EXPECT_EQ(CCTK_ActiveTimeLevelsGI(cctkGH, group), 2);
  for (int level = 0; level < 2; ++level)
    for (int variable = 0; variable < 10; variable += 5) {
      auto* const first = static_cast<CCTK_REAL*>(cctkGH->data[variable][level]);
      ASSERT_NE(first, nullptr);
      for (int element = 0; element < 5; ++element) EXPECT_EQ(cctkGH->data[variable + element][level], first + element);
    }
  run::rotate_time_levels(cctkGH);
  EXPECT_EQ(CCTK_GroupStorageDecrease(cctkGH, 1, &group, &none, nullptr), 0);
  EXPECT_EQ(cctkGH->data[7][1], nullptr);
  CCTK_OverloadGroupStorageIncrease(
      [](cGH const*, int, int const*, int const*, int*) { return 3; }); // status untouched
  EXPECT_EQ(CCTK_ActiveTimeLevelsGI(cctkGH, group), 3);
  variables::variable_table() = {};
}
