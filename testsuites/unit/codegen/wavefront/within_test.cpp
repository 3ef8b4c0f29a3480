#include "codegen/wavefront/lower_within.hpp"

#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/wavefront/strips.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "kernels/jit/loop_trees.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/unit/codegen/wavefront/lowered_programs.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace chemora::wavefront {
namespace {

using namespace tests;

Plan plan_of(recursion::System const& system, int lanes, bool keeps_tables = false) {
  std::map<std::string, long> sizes;
  for (std::string const& size : system.sizes) sizes[size] = 20;
  std::optional<Schedule> const schedule = find_schedule(system, sizes);
  if (!schedule) throw base::InternalError("no schedule");
  return {.kind = PlanKind::within, .lanes = lanes, .keeps_tables = keeps_tables, .schedule = *schedule};
}

Plan in_tile(Plan plan, int rows) {
  plan.window = ir::Scope::tile;
  plan.window_rows = rows;
  return plan;
}

/// Limits of the matrix of shared_inputs(), and of sequences of any length.
InputLimits limits_of_matrix(double lower, double upper) {
  return {.sizes = {{"length_q", {0, 1e6}}, {"length_t", {0, 1e6}}}, .arrays = {{"m", {lower, upper}}}};
}

/// Compares the results of all problems with those of the interpreter of systems.
void expect_results(recursion::System const& system, Plan const& plan, LoweringOptions const& options,
                    std::vector<Letters> const& problems, RunKernel const& run) {
  EXPECT_EQ(why_not_within(system, plan, options), std::nullopt);
  Lowered const lowered = lower_within(system, plan, options);
  recursion::Inputs const shared = shared_inputs();
  std::vector<recursion::Value> const values = results(system, lowered, shared, problems, run);
  for (std::size_t n = 0; n < problems.size(); ++n) {
    recursion::Value const expected = recursion::interpret(system, inputs_of(shared, problems[n]));
    bool const is_probability = system.result->type == recursion::ValueType::probability;
    if (is_probability && std::isfinite(expected.number)) {
      EXPECT_NEAR(values[n].number, expected.number, 1e-9 * std::abs(expected.number));
    } else {
      EXPECT_EQ(values[n].number, expected.number);
    }
  }
}

std::vector<Case> const cases{{"d", {"s", "t"}}, {"search", {"q", "t"}}, {"overlap", {"q", "t"}},
                              {"fold", {"s"}},   {"forward", {"x"}},     {"fib", {}}};

TEST(Within, ComputesTheResultsOfTheInterpreter) {
  std::mt19937 random(1);
  for (Case const& each : cases) {
    SCOPED_TRACE(each.function);
    recursion::System const system = system_of(each.function);
    for (int const lanes : {1, 4})
      expect_results(system, plan_of(system, lanes), options_of(each), random_problems(each, random, 3), interpreted());
    if (each.function != "forward")
      expect_results(system, plan_of(system, 4, true), options_of(each), random_problems(each, random, 3),
                     interpreted());
  }
}

TEST(Within, DependsOnNoOtherOrder) {
  std::mt19937 random(2);
  for (Case each : cases) {
    SCOPED_TRACE(each.function);
    each.max_length = 6;
    recursion::System const system = system_of(each.function);
    for (unsigned seed = 0; seed < 3; ++seed)
      expect_results(system, plan_of(system, 2), options_of(each), random_problems(each, random, 2),
                     interpreted_in_random_order(seed));
  }
}

TEST(Within, ComputesTheSameWhenCompiled) {
  std::mt19937 random(4);
  auto const device = device::make_host_device();
  for (Case each : cases) {
    SCOPED_TRACE(each.function);
    each.max_length = 200;
    recursion::System const system = system_of(each.function);
    expect_results(system, plan_of(system, 64), options_of(each), random_problems(each, random, 3), compiled(*device));
  }
}

TEST(Within, UsesThreadsOfDevices) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  std::mt19937 random(5);
  for (Case each : cases) {
    if (each.function == "d" || each.function == "overlap" || each.function == "fib") continue; // to save time
    SCOPED_TRACE(each.function);
    each.max_length = 100;
    recursion::System const system = system_of(each.function);
    LoweringOptions options = options_of(each);
    options.is_device = true;
    std::vector<Letters> const problems = random_problems(each, random, 3);
    expect_results(system, plan_of(system, 32), options, problems, compiled(*opencl.device));
    expect_results(system, in_tile(plan_of(system, 32), 110), options, problems, compiled(*opencl.device));
  }
}

// The probability of the sequence is less than 10^-10000.
TEST(Within, RescalesProbabilities) {
  std::mt19937 random(6);
  auto const device = device::make_host_device();
  recursion::System const system = system_of("forward");
  LoweringOptions const options = options_of({"forward", {"x"}});
  std::vector<Letters> const problems{{{"x", letters(random, 20000)}}, {{"x", letters(random, 10)}}};
  expect_results(system, plan_of(system, 4), options, problems, compiled(*device));
}

TEST(Within, SaturatesNarrowIntegers) {
  std::mt19937 random(7);
  auto const device = device::make_host_device();
  recursion::System const system = system_of("d");
  Plan plan = plan_of(system, 64);
  plan.integers = ir::Type::int16;
  Case const each{"d", {"s", "t"}, 300};
  expect_results(system, plan, options_of(each), random_problems(each, random, 3), compiled(*device));
}

// Lengths around multiples of the rows of a strip, which has fewer rows than the window of `far`.
TEST(Within, DividesTablesIntoStrips) {
  std::mt19937 random(8);
  for (Case const& each : std::vector<Case>{{"d", {"s", "t"}},
                                            {"search", {"q", "t"}},
                                            {"overlap", {"q", "t"}},
                                            {"total", {"q", "t"}},
                                            {"far", {"s", "t"}}}) {
    SCOPED_TRACE(each.function);
    recursion::System const system = system_of(each.function);
    for (int const lanes : {1, 4}) {
      Plan plan = plan_of(system, lanes);
      plan.strip_rows = 4;
      std::vector<Letters> problems = random_problems(each, random, 2);
      for (long const rows : {0, 1, 3, 4, 5, 11})
        for (long const columns : {0, 6, 13})
          problems.push_back(
              {{each.sequences[0], letters(random, rows)}, {each.sequences[1], letters(random, columns)}});
      expect_results(system, plan, options_of(each), problems, interpreted());
      expect_results(system, plan, options_of(each), random_problems(each, random, 2), interpreted_in_random_order(1));
    }
  }
}

// Windows with exactly the rows of the tables, and with more. `fold` has no window, and that of `three` has two axes.
TEST(Within, HasWindowsInTileMemory) {
  std::mt19937 random(9);
  std::vector<Case> with_three = cases;
  with_three.push_back({"three", {"s", "t", "u"}, 5});
  for (Case const& each : with_three) {
    SCOPED_TRACE(each.function);
    recursion::System const system = system_of(each.function);
    for (int const rows : {12, 20}) {
      Plan const plan = in_tile(plan_of(system, 4), rows);
      LoweringOptions options = options_of(each);
      options.is_device = true;
      expect_results(system, plan, options, random_problems(each, random, 3), interpreted());
      expect_results(system, plan, options, random_problems(each, random, 2), interpreted_in_random_order(2));
    }
  }
}

TEST(Within, HasWindowsOfStripsInTileMemory) {
  std::mt19937 random(10);
  for (Case const& each : std::vector<Case>{{"search", {"q", "t"}}, {"total", {"q", "t"}}, {"far", {"s", "t"}}}) {
    SCOPED_TRACE(each.function);
    recursion::System const system = system_of(each.function);
    Plan plan = in_tile(plan_of(system, 4), 4);
    plan.strip_rows = 4;
    LoweringOptions options = options_of(each);
    options.is_device = true;
    std::vector<Letters> problems = random_problems(each, random, 2);
    for (long const rows : {0, 3, 4, 11})
      problems.push_back({{each.sequences[0], letters(random, rows)}, {each.sequences[1], letters(random, 9)}});
    expect_results(system, plan, options, problems, interpreted());
    expect_results(system, plan, options, random_problems(each, random, 2), interpreted_in_random_order(1));
  }
}

// Otherwise threads that compute different strips would write to the same cache line (false sharing).
TEST(Within, SeparatesTheStripsOfDifferentThreads) {
  recursion::System const system = system_of("search");
  InputLimits const limits = limits_of_matrix(-4, 4);
  ValueRanges const ranges(system, limits);
  LoweringOptions options = options_of({"search", {"q", "t"}});
  options.ranges = &ranges;
  constexpr long line_bytes = 64;
  for (ir::Type const type : {ir::Type::int8, ir::Type::int16, ir::Type::int32}) {
    Plan plan = plan_of(system, 64);
    plan.integers = type;
    plan.strip_rows = 128;
    loops::LoopKernel const kernel = lower_within(system, plan, options).kernel;
    std::vector<std::pair<std::string, long>> const rows{
        {"table_h", 129}, {"table_e", 128}, {"table_f", 129}, {"scores_h_0", 128}};
    for (auto const& [name, n_rows] : rows) {
      SCOPED_TRACE(fmt::format("{} {}", name, ir::to_text(type)));
      ir::TypedArray const& array = kernel.array(name);
      long const element_bytes = ir::element_bytes(array.type);
      long bytes_of_strip = element_bytes;
      for (std::size_t n = 0; !array.axes.at(n).extent.uses("wave_n_strips"); ++n)
        bytes_of_strip *= array.axes[n].extent.constant;
      EXPECT_EQ(bytes_of_strip % (2 * line_bytes), 0);
      EXPECT_GE(array.axes.front().extent.constant * element_bytes, n_rows * element_bytes + line_bytes);
    }
    ir::TypedArray const& best = kernel.array("best_" + system.result->tables.front().name);
    EXPECT_EQ(best.axes.front().extent, 128 * ir::linear("wave_n_strips"));
  }
}

// A table whose only index is the time has a window without rows.
TEST(Within, HasWindowsWithoutRowsInTileMemory) {
  std::mt19937 random(11);
  recursion::System const system = system_of("fib");
  Case const fib{"fib", {}};
  Plan const plan = in_tile(plan_of(system, 4), 1);
  LoweringOptions options = options_of(fib);
  options.is_device = true;
  Lowered const lowered = lower_within(system, plan, options);
  EXPECT_THAT(to_text(lowered.kernel), testing::HasSubstr("array table_fib int32 [3] tile"));
  EXPECT_THAT(lowered.window.rows, testing::IsEmpty());
  EXPECT_EQ(lowered.window.bytes, 3 * 4);
  expect_results(system, plan, options, random_problems(fib, random, 3), interpreted());
}

TEST(Within, DeclaresWindowsInTheMemoryOfThePlan) {
  recursion::System const system = system_of("d");
  LoweringOptions options = options_of({"d", {"s", "t"}});
  options.is_device = true;
  auto const lowered = [&](Plan const& plan) { return lower_within(system, plan, options); };
  auto const source = [&](Plan const& plan, plan::Language language) {
    return jit::lower_to_source(polyhedral::schedule(lowered(plan).kernel), language).source;
  };
  Plan const plan = plan_of(system, 32), tile = in_tile(plan, 100);
  EXPECT_EQ(lowered(plan).window.bytes, 0);
  EXPECT_EQ(lowered(tile).window.bytes, 100 * 3 * 4);
  EXPECT_EQ(lowered(tile).window.rows, std::vector{ir::linear("length_s") + ir::linear(1)});
  EXPECT_THAT(to_text(lowered(tile).kernel), testing::HasSubstr("array table_d int32 [100, 3] tile"));
  EXPECT_THAT(source(plan, plan::Language::opencl), testing::Not(testing::HasSubstr("__local")));
  EXPECT_THAT(source(tile, plan::Language::opencl), testing::ContainsRegex("__local int [a-z_]*table_d\\[300\\]"));
  EXPECT_THAT(source(tile, plan::Language::cuda), testing::ContainsRegex("__shared__ int [a-z_]*table_d\\[300\\]"));
  Plan strips = in_tile(plan, 64);
  strips.strip_rows = 64;
  EXPECT_EQ(lowered(strips).window.bytes, (64 + 1) * 3 * 4); // a row of the preceding strip
  EXPECT_THAT(lowered(strips).window.rows, testing::IsEmpty());
  EXPECT_THAT(to_text(lowered(strips).kernel), testing::HasSubstr("array saved_d int32"));
}

TEST(Within, LooksUpScoresOfMatricesAsBytes) {
  std::mt19937 random(9);
  auto const device = device::make_host_device();
  recursion::System const system = system_of("search");
  InputLimits const limits = limits_of_matrix(-4, 4);
  ValueRanges const ranges(system, limits);
  LoweringOptions options = options_of({"search", {"q", "t"}});
  options.ranges = &ranges;
  auto const expect_lookups = [&](int lanes, int rows, ir::Type type, long max_length, RunKernel const& run) {
    SCOPED_TRACE(fmt::format("{} lanes, {} rows", lanes, rows));
    Plan plan = plan_of(system, lanes);
    plan.strip_rows = rows;
    plan.integers = type;
    loops::LoopKernel const kernel = lower_within(system, plan, options).kernel;
    EXPECT_NE(kernel.find_array("bytes_of_m"), nullptr);
    EXPECT_EQ(kernel.find_array("m"), nullptr);
    expect_results(system, plan, options, random_problems({"search", {"q", "t"}, max_length}, random, 2), run);
  };
  expect_lookups(4, 0, ir::Type::int32, 12, interpreted());
  expect_lookups(4, 4, ir::Type::int32, 12, interpreted());
  expect_lookups(64, 0, ir::Type::int16, 200, compiled(*device));
}

TEST(Within, LooksUpScoresDirectlyIfBytesDoNotRepresentThem) {
  recursion::System const system = system_of("search");
  LoweringOptions options = options_of({"search", {"q", "t"}});
  auto const has_bytes = [&](Interval const& values, int lanes) {
    InputLimits const limits = limits_of_matrix(values.lower, values.upper);
    ValueRanges const ranges(system, limits);
    options.ranges = &ranges;
    return lower_within(system, plan_of(system, lanes), options).kernel.find_array("bytes_of_m") != nullptr;
  };
  EXPECT_TRUE(has_bytes({-128, 127}, 4));
  EXPECT_FALSE(has_bytes({-129, 127}, 4));
  EXPECT_FALSE(has_bytes({-128, 128}, 4));
  EXPECT_FALSE(has_bytes({-4, 4}, 1)) << "a plan without vectors";
  options.n_letters = 33;
  EXPECT_TRUE(has_bytes({-4, 4}, 4)) << "the alphabet of the matrix has four letters";
  options.is_device = true;
  EXPECT_FALSE(has_bytes({-4, 4}, 4));
}

TEST(Within, FillsMatricesWithLongerRows) {
  ir::TypedArray array{.name = "bytes_of_m", .type = ir::Type::int8};
  array.axes = {{.extent = ir::linear(4), .nesting = 0}, {.extent = ir::linear(4), .nesting = 1}};
  LoweredArgument const argument{"bytes_of_m", Role::input, "m", 3}, whole{"m", Role::input, "m"};
  EXPECT_EQ(input_elements(argument, array, {1, 2, 3, 4, 5, 6, 7, 8, 9}, 16),
            (std::vector<double>{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 0}));
  EXPECT_EQ(input_elements(whole, array, {1, 2}, 2), (std::vector<double>{1, 2}));
  auto const error_for = [&](LoweredArgument const& wrong, std::size_t n) {
    try {
      input_elements(wrong, array, std::vector<double>(n), 16);
    } catch (base::InternalError const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error_for(argument, 8), testing::HasSubstr("`m` has 8 elements instead of 9"));
  EXPECT_THAT(error_for(whole, 15), testing::HasSubstr("`m` has 15 elements instead of 16"));
}

// If both sequences begin with equal letters, the first score of 127 has the time 86, in the second tile of 63 times.
TEST(Within, ReportsOverflowsAfterEachTile) {
  recursion::System const system = system_of("search");
  LoweringOptions options = options_of({"search", {"q", "t"}});
  options.checked = {"h"};
  Plan plan = plan_of(system, 4);
  plan.strip_rows = 64;
  plan.integers = ir::Type::int8;
  Lowered const lowered = lower_within(system, plan, options);
  auto const stops = [&](std::vector<double> const& q, std::vector<double> const& t) {
    std::vector<std::vector<double>> found;
    RunKernel const run = [&](auto const& kernel, auto const& parameters, Arrays& arrays) {
      interpreted()(kernel, parameters, arrays);
      found.push_back(arrays.at("stop"));
    };
    results(system, lowered, shared_inputs(), {{{"q", q}, {"t", t}}}, run);
    return found;
  };
  std::vector<double> const equal(90, 0), different(90, 1);
  auto const after_overflow = stops(equal, equal), without = stops(equal, different);
  EXPECT_EQ(after_overflow.at(0), (std::vector<double>{0, 0}));
  EXPECT_EQ(after_overflow.at(1), (std::vector<double>{1, 0}));
  EXPECT_EQ(after_overflow.back().front(), 1);
  for (auto const& found : without) EXPECT_EQ(found, (std::vector<double>{0, 0}));
  plan.strip_rows = 0;
  EXPECT_EQ(lower_within(system, plan, options).kernel.find_array("stop"), nullptr);
}

TEST(Within, StatesWhatItDoesNotLower) {
  recursion::System const forward = system_of("forward");
  EXPECT_EQ(why_not_within(forward, plan_of(forward, 1, true), {.varying = {"x"}}),
            "all probabilities of `forward` would have to be stored with one exponent");
  recursion::System const pair = system_of("pair");
  EXPECT_EQ(why_not_within(pair, plan_of(pair, 1), {.varying = {"s", "t"}}),
            "`pair` is no sum of multiples of probabilities");
  recursion::System const fold = system_of("fold");
  Plan plan = plan_of(fold, 1);
  plan.integers = ir::Type::int16;
  EXPECT_EQ(why_not_within(fold, plan, {.varying = {"s"}}), "a case reduces narrow integers");
  auto const why_no_strips = [](std::string const& function, int rows, int lanes = 4) {
    recursion::System const system = system_of(function);
    Plan with_strips = plan_of(system, lanes);
    with_strips.strip_rows = rows;
    return why_not_within(system, with_strips, {.varying = {"s"}});
  };
  auto const why_no_tile = [](std::string const& function, Plan plan_with_window) {
    return why_not_within(system_of(function), in_tile(std::move(plan_with_window), 8), {.varying = {"s"}});
  };
  Plan with_strips = plan_of(system_of("d"), 4);
  with_strips.strip_rows = 4;
  EXPECT_EQ(why_no_tile("d", with_strips), "the window has 8 rows, but a strip has 4");
  EXPECT_EQ(why_no_tile("d", plan_of(system_of("d"), 4, true)), "tables in tile memory are lost when the kernel ends");
  EXPECT_EQ(why_no_strips("d", 6), "the 6 rows of a strip are not a multiple of the 4 lanes");
  EXPECT_EQ(why_no_strips("three", 4), "`three` has 3 dimensions; strips need 2");
  EXPECT_EQ(why_no_strips("fold", 4), "strips need a window of constant size instead of whole tables");
  EXPECT_EQ(why_no_strips("mirrored", 4), "`mirrored` calls an element of `mirrored` whose row is greater by 1; "
                                          "strips need calls to the same or preceding rows");
  EXPECT_EQ(why_no_strips("far", 1, 1),
            "`far` calls an element of `far` whose row is less by 2; `strips 1` allows at most 1");
  recursion::System const search = system_of("search");
  Schedule different = plan_of(search, 4).schedule;
  different.times.at(search.functions.at(1).name).coefficients = {1, 2};
  EXPECT_EQ(strips_of(search, WaveSpace(search, different, {"q", "t"}), 4, 4).reason,
            fmt::format("the schedule of `{}` has the coefficients 1 2, but that of `{}` has 1 1",
                        search.functions[1].name, search.functions[0].name));
}

} // namespace
} // namespace chemora::wavefront
