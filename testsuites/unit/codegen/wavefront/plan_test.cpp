#include "codegen/wavefront/plan.hpp"

#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::wavefront {
namespace {

using testing::HasSubstr;

std::string error_in(std::string const& text) {
  return testing_support::error_of([&] { parse_plan({"plan", text}); });
}

TEST(Plans, HaveATextForm) {
  Plan plan{.integers = ir::Type::int8, .lanes = 64, .columns = 4, .threads = 2};
  EXPECT_EQ(to_text(plan), "across int8 lanes 64 columns 4 threads 2");
  EXPECT_EQ(parse_plan({"plan", to_text(plan)}), plan);
  plan = {.kind = PlanKind::within, .lanes = 512, .keeps_tables = true};
  plan.schedule = {.times = {{"d", {{1, -1}, 0}}, {"total", {{}, 7}}}, .n_partitions = 301};
  EXPECT_EQ(to_text(plan), "within int32 lanes 512 threads 1 tables schedule d 1 -1 + 0 total + 7 partitions 301");
  EXPECT_EQ(parse_plan({"plan", to_text(plan)}), plan);
  plan = {.kind = PlanKind::within, .lanes = 64, .strip_rows = 1024};
  plan.schedule = {.times = {{"d", {{1, 1}, 0}}}};
  EXPECT_EQ(to_text(plan), "within int32 lanes 64 strips 1024 threads 1 schedule d 1 1 + 0 partitions 0");
  EXPECT_EQ(parse_plan({"plan", to_text(plan)}), plan);
  plan.window = ir::Scope::tile;
  plan.window_rows = 1024;
  EXPECT_EQ(to_text(plan),
            "within int32 lanes 64 strips 1024 window tile 1024 threads 1 schedule d 1 1 + 0 partitions 0");
  EXPECT_EQ(parse_plan({"plan", to_text(plan)}), plan);
  plan = {.lanes = 64, .window = ir::Scope::registers, .window_rows = 16};
  EXPECT_EQ(to_text(plan), "across int32 lanes 64 columns 1 window private 16 threads 1");
  EXPECT_EQ(parse_plan({"plan", to_text(plan)}), plan);
}

TEST(Plans, AreCheckedWhenRead) {
  EXPECT_THAT(error_in(""), HasSubstr("A plan is one line such as `across int8 lanes 64 columns 4 threads 2`; found 0 "
                                      "lines."));
  EXPECT_THAT(error_in("acros int8"), HasSubstr("plan:1:1: error: `acros` is not a kind of plan"));
  EXPECT_THAT(error_in("across int9"), HasSubstr("`int9` is not a type of integers"));
  EXPECT_THAT(error_in("across int8 lane 4"), HasSubstr("`lane` is not a property of the plan"));
  EXPECT_THAT(error_in("across int8 lanes 0"), HasSubstr("plan:1:19: error: "));
  EXPECT_THAT(error_in("across int8 lanes 2048"), HasSubstr("The number of lanes is 2048; allowed are 1 to 1024."));
  EXPECT_THAT(error_in("across int8 columns 33"), HasSubstr("The number of columns is 33; allowed are 1 to 32."));
  EXPECT_THAT(error_in("across int8 threads 1025"), HasSubstr("The number of threads is 1025; allowed are 1 to 1024."));
  EXPECT_THAT(error_in("across int8 lanes 4 threads 2 lanes 4"),
              HasSubstr("plan:1:31: error: This property of the plan occurs twice."));
  EXPECT_THAT(error_in("across int8 schedule d 1 + 0 partitions 3"), HasSubstr("`schedule` is not a property"));
  EXPECT_THAT(error_in("across int8 strips 64"), HasSubstr("`strips` is not a property of the plan"));
  EXPECT_THAT(error_in("within int8 strips 1048577"),
              HasSubstr("The number of rows of a strip is 1048577; allowed are 1 to 1048576."));
  EXPECT_THAT(error_in("across int8 window tile 64"), HasSubstr("plan:1:20: error: `tile` is not a memory of windows"));
  EXPECT_THAT(error_in("within int8 window private 64"), HasSubstr("`private` is not a memory of windows"));
  EXPECT_THAT(error_in("within int8 window tile 65537"),
              HasSubstr("The number of rows of a window is 65537; allowed are 1 to 65536."));
  EXPECT_THAT(error_in("within int8 columns 4"), HasSubstr("`columns` is not a property of the plan"));
  EXPECT_THAT(error_in("within int8 lanes 4"), HasSubstr("A plan within problems needs a `schedule`."));
  EXPECT_THAT(error_in("within int8 schedule d 1 x + 0 partitions 3"), HasSubstr("`x` is not a number."));
  EXPECT_THAT(error_in("within int8 schedule d 1 1001 + 0 partitions 3"),
              HasSubstr("plan:1:26: error: The coefficient of the schedule is 1001; allowed are -1000 to 1000."));
  EXPECT_THAT(error_in("within int8 schedule d 1 + 0 d 1 + 0 partitions 3"),
              HasSubstr("The function `d` has two times."));
  EXPECT_THAT(error_in("within int8 schedule d 1 + 0"), HasSubstr("`partitions`"));
}

} // namespace
} // namespace chemora::wavefront
