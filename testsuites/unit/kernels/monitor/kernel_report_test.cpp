#include "kernels/monitor/kernel_report.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace chemora::monitor {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

/// Returns the list of kernels in the JSON report.
std::vector<Json> kernels_of(std::vector<KernelRecord> const& records, LimitsByDevice const& limits = {}) {
  return Json::parse(to_json(records, limits, "", {})).at("kernels");
}

KernelRecord record() {
  return {.kernel = "Wave::Wave_RHS",
          .device = "host",
          .plan = "tile 64 8 8, vector 8",
          .plan_reason = "least \"cost\"",
          .is_from_cache = false,
          .compile_seconds = 0.75,
          .calls = 40,
          .seconds = 2,
          .points = 1000000,
          .bytes_per_point = 64,
          .flops_per_point = 33,
          .derivative_flops_per_point = 12,
          .advection_flops_per_point = 7,
          .divisions_per_point = 1,
          .square_roots_per_point = 0,
          .cube_roots_per_point = 0,
          .functions_per_point = 0,
          .registers = 40,
          .spilled_bytes = 8,
          .occupancy = 0.375,
          .counted_seconds = 1.75,
          .cycles = 8e9,
          .instructions = 6e9,
          .memory_bytes = 3e9};
}

device::LaunchCounts counted_launch() {
  return {.seconds = 4e-4,
          .memory_read_bytes = 48e6,
          .memory_written_bytes = 32e6,
          .of_memory_peak = 0.82,
          .active_warps = 0.47,
          .issue_slots = 0.31,
          .local_bytes = 7.99e6};
}

TEST(KernelRecord, SurvivesItsTextForm) {
  auto each_differs = record();
  each_differs.square_roots_per_point = 2;
  each_differs.cube_roots_per_point = 3;
  each_differs.functions_per_point = 4;
  EXPECT_EQ(KernelRecord::from_text(each_differs.to_text()), each_differs);
  EXPECT_THROW(KernelRecord::from_text("a\nb\n"), base::InternalError);
}

TEST(KernelRecord, SurvivesItsTextFormWithALaunch) {
  auto packed = record();
  packed.launch = counted_launch();
  EXPECT_EQ(KernelRecord::from_text(packed.to_text()), packed);
  EXPECT_EQ(combine({{record()}, {packed}, {record()}})[0].launch, counted_launch()) << "one process' will do";
}

TEST(Report, HasNoRatesOfKernelsWithoutPoints) {
  auto recursion = record();
  recursion.kernel = "Sequences::search.across";
  recursion.points = 0;
  std::string const table = to_table({recursion}, {}, "");
  EXPECT_THAT(table, testing::ContainsRegex("0\\.75 s +40 +2\\.000 +- +- +- +- +- +- +- +40 "));
  EXPECT_THAT(to_table({record()}, {}, ""), testing::ContainsRegex("0\\.75 s +40 +2\\.000 +5e\\+05 +64 +33 "));
}

TEST(Report, HasTheCountersOfALaunch) {
  auto plain = record(), fat = record(), not_counted = record();
  plain.launch = fat.launch = counted_launch();
  fat.launch->local_bytes = 8e6; // a tenth of 80 MB
  EXPECT_FALSE(is_fat_by_counters({})) << "nothing moved at all";
  EXPECT_THAT(to_table({plain}, {}, ""),
              HasSubstr("One launch of Wave::Wave_RHS on host took 0.400 ms: 48.00 MB read from memory and 32.00 MB "
                        "written, 82% of the memory's peak; 47% of warps active, instructions in 31% of issue slots; "
                        "7.99 MB to and from stacks.\n"));
  EXPECT_THAT(to_table({fat}, {}, ""), HasSubstr("8.00 MB to and from stacks, which makes it a fat kernel.\n"));
  EXPECT_THAT(to_table({not_counted}, {}, ""), Not(HasSubstr("One launch")));
  auto const launch = kernels_of({fat}).front().at("counted_launch");
  EXPECT_EQ(launch, (Json{{"seconds", 0.0004},
                          {"memory_read_bytes", 48e6},
                          {"memory_written_bytes", 32e6},
                          {"share_of_memory_peak", 0.82},
                          {"active_warps", 0.47},
                          {"issue_slots", 0.31},
                          {"local_bytes", 8e6},
                          {"is_fat", true}}));
  EXPECT_TRUE(kernels_of({not_counted}).front().at("counted_launch").is_null());
}

TEST(Combine, AddsPointsAndTakesTheSlowestProcess) {
  auto a = record(), b = record(), only_b = record();
  b.seconds = 3;
  b.is_from_cache = true;
  b.plan = "tile 1 1 1, vector 8";
  only_b.kernel = "Wave::Energy";
  auto const joined = combine({{a}, {b, only_b}, {b}});
  ASSERT_EQ(joined.size(), 2u);
  EXPECT_EQ(joined[0].points, 3000000);
  EXPECT_EQ(joined[0].seconds, 3);
  EXPECT_EQ(joined[0].calls, 40);
  EXPECT_FALSE(joined[0].is_from_cache) << "one process compiled it";
  EXPECT_EQ(joined[0].plan, "tile 64 8 8, vector 8 (differs)");
  EXPECT_EQ(joined[1].kernel, "Wave::Energy");
}

TEST(Combine, ReportsBuiltInKernelsOfAnyProcess) {
  auto a = record(), b = record();
  b.is_built_in = true;
  EXPECT_TRUE(combine({{a}, {b}})[0].is_built_in);
  EXPECT_EQ(KernelRecord::from_text(b.to_text()), b);
  EXPECT_THAT(to_table({b}, {}, ""), HasSubstr("built in"));
  EXPECT_THAT(to_table({a}, {}, ""), testing::Not(HasSubstr("built in")));
  EXPECT_THAT(to_json({b}, {}, "", {}), HasSubstr("\"built_in\": true"));
}

TEST(Combine, SeparatesDevices) {
  auto on_device = record();
  on_device.device = "opencl:gpu";
  on_device.plan = "tile 8 4 6, block 8 4 1";
  auto const joined = combine({{record()}, {on_device}, {record()}});
  ASSERT_EQ(joined.size(), 2u);
  EXPECT_EQ(joined[0].points, 2000000);
  EXPECT_EQ(joined[1], on_device);
  auto const now = rates(joined[1], {{"host", {1, 1}}, {"opencl:gpu", {64e6, 66e6}}});
  EXPECT_DOUBLE_EQ(now.of_memory, 0.5) << "of its own device's limits";
  LimitsByDevice const limits{{"host", {64e6, 66e6, "of one"}}, {"opencl:gpu", {1e9, 1e9, "of another"}}};
  std::string const table = to_table(joined, limits, "");
  EXPECT_THAT(table, AllOf(HasSubstr("Wave::Wave_RHS  opencl:gpu"), HasSubstr("  tile 8 4 6, block 8 4 1\n"),
                           HasSubstr("Limits of one"), HasSubstr("Limits of another"), Not(HasSubstr("differs"))));
  auto const report = Json::parse(to_json(joined, limits, "", {}));
  EXPECT_EQ(report.at("limits").at("opencl:gpu").at("bytes_per_second"), 1e9);
  EXPECT_EQ(report.at("kernels").at(1).at("device"), "opencl:gpu");
}

LimitsByDevice of_host(Limits const& limits) { return {{"host", limits}}; }

TEST(Rates, NameTheLimitThatIsCloser) {
  auto const kernel = record(); // 500000 points, 32e6 bytes, 16.5e6 operations per second
  auto const by_memory = rates(kernel, of_host({64e6, 66e6}));
  EXPECT_DOUBLE_EQ(by_memory.bytes, 32e6);
  EXPECT_DOUBLE_EQ(by_memory.flops, 16.5e6);
  EXPECT_EQ(by_memory.bound_by, Bound::memory);
  EXPECT_DOUBLE_EQ(by_memory.share(), 0.5);
  EXPECT_DOUBLE_EQ(by_memory.of_arithmetic, 0.25);
  auto const by_arithmetic = rates(kernel, of_host({64e7, 33e6}));
  EXPECT_EQ(by_arithmetic.bound_by, Bound::arithmetic);
  EXPECT_DOUBLE_EQ(by_arithmetic.share(), 0.5);
  EXPECT_EQ(rates(kernel, {}).bound_by, Bound::unknown) << "nothing was measured";
  EXPECT_EQ(rates(KernelRecord{}, of_host({64e6, 66e6})).bound_by, Bound::unknown) << "it never ran";
}

TEST(Rates, NameNeitherLimitFarBelowBoth) {
  auto const now = rates(record(), of_host({65e6, 66e6}));
  EXPECT_EQ(now.bound_by, Bound::neither);
  EXPECT_NEAR(now.share(), 32.0 / 65, 1e-12);
}

TEST(BottleneckHint, NamesCountedReasons) {
  auto slow = record();
  EXPECT_EQ(bottleneck_hint(slow), "no counted quantity explains it") << "one division of 33 operations";
  slow.divisions_per_point = 2;
  EXPECT_EQ(bottleneck_hint(slow), "2 divisions a point, counted as one operation each");
  slow.functions_per_point = 1;
  slow.spilled_bytes = 4096;
  EXPECT_EQ(bottleneck_hint(slow),
            "1 function and 2 divisions a point, counted as one operation each; 4096 bytes on the stack");
  auto roots = record();
  roots.divisions_per_point = 0;
  roots.square_roots_per_point = 1;
  EXPECT_EQ(bottleneck_hint(roots), "1 square root a point, counted as one operation each");
  roots.cube_roots_per_point = 2;
  EXPECT_THAT(bottleneck_hint(roots), HasSubstr("1 square root and 2 cube roots a point"));
  auto brief = record();
  brief.device = "cuda:sm_90";
  brief.calls = 40000;
  EXPECT_EQ(bottleneck_hint(brief), "8 bytes on the stack; launches of 50.0 us, 25 points each");
  auto first = record();
  first.calls = 1;
  EXPECT_THAT(bottleneck_hint(first), HasSubstr("a single launch"));
  EXPECT_THAT(to_table({slow}, of_host({64e7, 66e8}), ""),
              HasSubstr("Neither limit bounds Wave::Wave_RHS on host (5% of memory, 0.25% of arithmetic): 1 function"));
  auto const kernel = kernels_of({slow}, of_host({64e7, 66e8})).front();
  EXPECT_EQ(kernel.at("bound_by"), "neither");
  EXPECT_THAT(kernel.at("why").get<std::string>(), testing::StartsWith("1 function and"));
  EXPECT_DOUBLE_EQ(kernel.at("share_of_limit"), 0.05);
  EXPECT_DOUBLE_EQ(kernel.at("share_of_memory"), 0.05);
}

TEST(ToTable, HasAllColumns) {
  std::string const table = to_table({record()}, of_host({64e6, 66e6, "of this, measured here"}), "All was counted.");
  for (auto const* cell :
       {"Wave::Wave_RHS", "GB/s  tile 64 8 8, vector 8\n", "0.75 s", "40", "2.000", "5e+05", "64", "33", "0.03", "0.02",
        "memory", "50%", "  40      8 B        38%  1.750 s, 0.75 per cycle, 1.50 GB/s",
        "Limits of this, measured here: 0.06 GB/s", "All was counted.\n"})
    EXPECT_THAT(table, HasSubstr(cell));
  auto cached = record();
  cached.is_from_cache = true;
  EXPECT_THAT(to_table({cached}, {}, ""), HasSubstr("cache hit"));
  KernelRecord idle;
  idle.kernel = "never run";
  EXPECT_THAT(to_table({idle}, of_host({1e9, 1e9}), ""), HasSubstr("never run")) << "no division by zero";
}

TEST(ToSummary, ListsTheFiveLongestKernels) {
  std::vector<KernelRecord> records(7, record());
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].kernel = "Wave::kernel" + std::to_string(i);
    records[i].seconds = static_cast<double>(4 << (6 - i));
  }
  records[6].is_from_cache = true;
  std::string const summary = to_summary(records, of_host({64e6, 66e6}));
  EXPECT_THAT(summary, testing::StartsWith("Kernels ran for 508.0 s, and compilers for 4.5 s.\n"
                                           "   50%  Wave::kernel0  on host, 0% of the memory limit\n"));
  EXPECT_THAT(summary, HasSubstr("\n    3%  Wave::kernel4  on host"));
  EXPECT_THAT(summary, Not(HasSubstr("kernel5")));
  EXPECT_THAT(to_summary({record()}, {}), HasSubstr("  100%  Wave::Wave_RHS  on host\n")) << "no limits";
  EXPECT_EQ(to_summary({}, {}), "Kernels ran for 0.0 s, and compilers for 0.0 s.\n");
}

TEST(ToTable, ReportsDisturbedLimits) {
  Limits limits{.bandwidth = 1, .arithmetic = 1, .how = "of this", .disturbance = "another program ran"};
  EXPECT_THAT(to_table({record()}, of_host(limits), ""),
              HasSubstr("The measurement was disturbed (another program ran), so the limits may be higher"));
  limits.disturbance.clear();
  EXPECT_THAT(to_table({record()}, of_host(limits), ""), Not(HasSubstr("disturbed")));
}

TEST(ToJson, EscapesTexts) {
  auto const report = Json::parse(to_json({record()}, {}, "reason \"no\"", {}));
  EXPECT_EQ(report.at("counters"), "reason \"no\"");
  EXPECT_EQ(report.at("kernels").at(0).at("plan_reason"), "least \"cost\"");
  EXPECT_TRUE(Json::parse(to_json({}, {}, "", {})).at("kernels").empty());
}

TEST(ToJson, HasNullForUnknownValues) {
  auto const known = kernels_of({record()}).front();
  EXPECT_EQ(known.at("registers"), 40);
  EXPECT_EQ(known.at("occupancy"), 0.375);
  EXPECT_EQ(known.at("counted").at("cycles"), 8e9);
  auto const unknown = kernels_of({KernelRecord{}}).front();
  for (char const* name : {"registers", "spilled_bytes", "occupancy"}) EXPECT_TRUE(unknown.at(name).is_null()) << name;
  for (auto const& [name, value] : unknown.at("counted").items()) EXPECT_TRUE(value.is_null()) << name;
}

TEST(Combine, AddsCountersIfAllProcessesHaveThem) {
  auto other = record();
  other.cycles = KernelRecord::unknown;
  other.counted_seconds = 3;
  auto const joined = combine({{record()}, {other}});
  EXPECT_EQ(joined[0].instructions, 12e9);
  EXPECT_EQ(joined[0].memory_bytes, 6e9);
  EXPECT_EQ(joined[0].cycles, KernelRecord::unknown);
  EXPECT_EQ(joined[0].counted_seconds, 3);
}

} // namespace
} // namespace chemora::monitor
