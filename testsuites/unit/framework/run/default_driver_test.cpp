// Memory of grid scalars without a driver.
#include "framework/run/default_driver.hpp"

#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_GroupsOnGH.h"
#include "framework/include/cctk_Types.h"
#include "framework/variables/variable_table.hpp"
#include "testsuites/unit/framework/parameters/test_thorns.hpp"

#include <gtest/gtest.h>

using namespace chemora;

TEST(DefaultDriver, elements_of_a_vector_are_contiguous_on_every_level) {
  tests::TestThorns thorns({{"A", "IMPLEMENTS: a\nPUBLIC:\nREAL g[5] TYPE=SCALAR TIMELEVELS=2 { v w }\n"}}, {"A"});
  parameters::ParameterTable parameters;
  parameters.build(thorns.catalogue);
  variables::variable_table() = {};
  variables::variable_table().build(thorns.catalogue, parameters);
  run::install_default_driver();
  cGH* const GH = CCTK_SetupGH(nullptr, 0);
  ASSERT_NE(GH, nullptr);
  int const group = CCTK_GroupIndex("a::g"), two = 2, none = 0;
  ASSERT_GE(group, 0);
  ASSERT_EQ(CCTK_GroupStorageIncrease(GH, 1, &group, &two, nullptr), 2);
  EXPECT_EQ(CCTK_ActiveTimeLevelsGI(GH, group), 2);
  for (int level = 0; level < 2; ++level)
    for (int variable = 0; variable < 10; variable += 5) {
      auto* const first = static_cast<CCTK_REAL*>(GH->data[variable][level]);
      ASSERT_NE(first, nullptr);
      for (int element = 0; element < 5; ++element) EXPECT_EQ(GH->data[variable + element][level], first + element);
    }
  run::rotate_time_levels(GH);
  EXPECT_EQ(CCTK_GroupStorageDecrease(GH, 1, &group, &none, nullptr), 0);
  EXPECT_EQ(GH->data[7][1], nullptr);
  CCTK_OverloadGroupStorageIncrease(
      [](cGH const*, int, int const*, int const*, int*) { return 3; }); // status untouched
  EXPECT_EQ(CCTK_ActiveTimeLevelsGI(GH, group), 3);
  variables::variable_table() = {};
}
