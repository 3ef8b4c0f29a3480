// Records are joined over processes, packed for messages, and printed.
#include "kernels/monitor/kernel_report.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::monitor {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

KernelRecord record() {
  return {.kernel = "Wave::Wave_RHS",
          .plan = "tile 64 8 8, vector 8",
          .plan_reason = "least \"cost\"",
          .is_from_cache = false,
          .compile_seconds = 0.75,
          .calls = 40,
          .seconds = 2,
          .points = 1000000,
          .bytes_per_point = 64,
          .flops_per_point = 33,
          .registers = 40,
          .spilled_bytes = 8,
          .occupancy = 0.375,
          .counted_seconds = 1.75,
          .cycles = 8e9,
          .instructions = 6e9,
          .memory_bytes = 3e9};
}

TEST(KernelRecord, IsUnpackedAsPacked) {
  EXPECT_EQ(KernelRecord::from_text(record().to_text()), record());
  EXPECT_THROW(KernelRecord::from_text("a\nb\n"), base::InternalError);
}

TEST(Join, AddsPointsAndTakesTheSlowestProcess) {
  auto a = record(), b = record(), only_b = record();
  b.seconds = 3;
  b.is_from_cache = true;
  b.plan = "tile 1 1 1, vector 8";
  only_b.kernel = "Wave::Energy";
  auto const joined = join({{a}, {b, only_b}, {b}});
  ASSERT_EQ(joined.size(), 2u);
  EXPECT_EQ(joined[0].points, 3000000);
  EXPECT_EQ(joined[0].seconds, 3);
  EXPECT_EQ(joined[0].calls, 40);
  EXPECT_FALSE(joined[0].is_from_cache) << "somebody's was compiled";
  EXPECT_EQ(joined[0].plan, "tile 64 8 8, vector 8 (differs)");
  EXPECT_EQ(joined[1].kernel, "Wave::Energy");
}

TEST(Join, RemembersWhatWasBuiltInAnywhere) {
  auto a = record(), b = record();
  b.is_built_in = true;
  EXPECT_TRUE(join({{a}, {b}})[0].is_built_in);
  EXPECT_EQ(KernelRecord::from_text(b.to_text()), b);
  EXPECT_THAT(to_table({b}, {}, ""), HasSubstr("built in"));
  EXPECT_THAT(to_table({a}, {}, ""), testing::Not(HasSubstr("built in")));
  EXPECT_THAT(to_json({b}, {}, "", {}), HasSubstr("\"built_in\": true"));
}

TEST(Rates, NameTheLimitThatIsCloser) {
  auto const kernel = record(); // 500000 points, 32e6 bytes, 16.5e6 operations per second
  auto const by_memory = rates(kernel, {64e6, 66e6});
  EXPECT_DOUBLE_EQ(by_memory.bytes, 32e6);
  EXPECT_DOUBLE_EQ(by_memory.flops, 16.5e6);
  EXPECT_EQ(by_memory.bound_by, Bound::memory);
  EXPECT_DOUBLE_EQ(by_memory.share, 0.5);
  auto const by_arithmetic = rates(kernel, {64e7, 33e6});
  EXPECT_EQ(by_arithmetic.bound_by, Bound::arithmetic);
  EXPECT_DOUBLE_EQ(by_arithmetic.share, 0.5);
  EXPECT_EQ(rates(kernel, {}).bound_by, Bound::unknown) << "nothing was measured";
  EXPECT_EQ(rates(KernelRecord{}, {64e6, 66e6}).bound_by, Bound::unknown) << "it never ran";
}

TEST(ToTable, HasEverythingTheReportPromises) {
  std::string const table = to_table({record()}, {64e6, 66e6, "of this, measured here"}, "All was counted.");
  for (auto const* cell :
       {"Wave::Wave_RHS", "tile 64 8 8, vector 8  ", "0.75 s", "40", "2.000", "5e+05", "64", "33", "0.03", "0.02",
        "memory", "50%", "  40      8 B        38%  1.750 s, 0.75 per cycle, 1.50 GB/s",
        "Limits of this, measured here: 0.06 GB/s", "All was counted.\n"})
    EXPECT_THAT(table, HasSubstr(cell));
  auto cached = record();
  cached.is_from_cache = true;
  EXPECT_THAT(to_table({cached}, {}, ""), HasSubstr("cache hit"));
  KernelRecord idle;
  idle.kernel = "never run";
  EXPECT_THAT(to_table({idle}, {1e9, 1e9}, ""), HasSubstr("never run")) << "no division by zero";
}

TEST(ToTable, SaysWhenLimitsAreDoubtful) {
  Limits limits{.bandwidth = 1, .arithmetic = 1, .how = "of this", .disturbance = "somebody else worked"};
  EXPECT_THAT(to_table({record()}, limits, ""),
              HasSubstr("The measurement was disturbed (somebody else worked), so the limits may be higher"));
  limits.disturbance.clear();
  EXPECT_THAT(to_table({record()}, limits, ""), Not(HasSubstr("disturbed")));
}

TEST(ToJson, EscapesTexts) {
  EXPECT_THAT(to_json({record()}, {}, "said \"no\"", {}),
              AllOf(HasSubstr("\"plan_reason\": \"least \\\"cost\\\"\""), HasSubstr("\"said \\\"no\\\"\"")));
  EXPECT_THAT(to_json({}, {}, "", {}), HasSubstr("\"kernels\": ["));
}

TEST(ToJson, HasNullWhereTheDeviceDoesNotTell) {
  EXPECT_THAT(to_json({record()}, {}, "", {}),
              AllOf(HasSubstr("\"registers\": 40, \"spilled_bytes\": 8, \"occupancy\": 0.375"),
                    HasSubstr("\"counted\": {\"seconds\": 1.75, \"cycles\": 8000000000"), Not(HasSubstr("null"))));
  KernelRecord untold;
  EXPECT_THAT(to_json({untold}, {}, "", {}),
              AllOf(HasSubstr("\"registers\": null, \"spilled_bytes\": null, \"occupancy\": null"),
                    HasSubstr("\"seconds\": null, \"cycles\": null, \"instructions\": null, \"memory_bytes\": null")));
}

TEST(Join, AddsCountsWhereAllCount) {
  auto other = record();
  other.cycles = KernelRecord::unknown;
  other.counted_seconds = 3;
  auto const joined = join({{record()}, {other}});
  EXPECT_EQ(joined[0].instructions, 12e9);
  EXPECT_EQ(joined[0].memory_bytes, 6e9);
  EXPECT_EQ(joined[0].cycles, KernelRecord::unknown);
  EXPECT_EQ(joined[0].counted_seconds, 3);
}

} // namespace
} // namespace chemora::monitor
