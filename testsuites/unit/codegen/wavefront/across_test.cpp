// Recursions as kernels in which each lane computes one problem.
#include "codegen/wavefront/lower_across.hpp"

#include "codegen/wavefront/representation.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "testsuites/unit/codegen/wavefront/lowered_programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace chemora::wavefront {
namespace {

using namespace tests;

struct ColumnsCase {
  std::string function{};
  std::string shared{}; ///< sequence that all problems share; empty if both vary
  std::vector<std::string> varying{};
  std::vector<ir::Type> types{ir::Type::int8, ir::Type::int16, ir::Type::int32};
};

std::vector<ColumnsCase> const cases{
    {"d", "s", {"t"}},      {"d", "t", {"s"}},          {"d", "", {"s", "t"}},
    {"search", "q", {"t"}}, {"search", "", {"q", "t"}}, {"g", "q", {"t"}, {ir::Type::int16, ir::Type::int32}},
    {"far", "s", {"t"}},    {"far", "", {"s", "t"}},    {"w", "s", {"t"}, {ir::Type::int32}}};

/// Compares the results of problems with lengths from 0 to max_length with those of the interpreter of systems.
void expect_results(ColumnsCase const& each, Plan const& plan, long max_length, std::size_t n_problems,
                    std::mt19937& random, RunKernel const& run) {
  SCOPED_TRACE(each.function + " " + to_text(plan));
  recursion::System const system = system_of(each.function);
  recursion::Inputs shared = shared_inputs();
  if (!each.shared.empty()) shared = inputs_of(shared, {{each.shared, letters(random, max_length / 2)}});
  std::vector<Letters> problems(n_problems);
  for (Letters& problem : problems)
    for (std::string const& name : each.varying)
      problem[name] = letters(random, static_cast<long>(random()) % (max_length + 1));

  InputLimits limits{.sizes = {}, .arrays = {{"m", {-4, 3}}}};
  for (std::string const& size : system.sizes) limits.sizes[size] = {0, static_cast<double>(max_length)};
  for (recursion::InputArray const& array : system.arrays) limits.arrays.try_emplace(array.name, Interval{0, 3});
  auto const form = representation(system, plan.integers, limits);
  ASSERT_TRUE(form.representation) << form.reason;
  LoweringOptions const options{.varying = {each.varying.begin(), each.varying.end()},
                                .n_letters = 4,
                                .offset = form.representation->offset,
                                .has_floor = form.representation->has_floor,
                                .checked = form.representation->checked};
  ASSERT_EQ(why_not_columns(system, options), std::nullopt);
  Lowered const lowered = lower_columns(system, plan, options);
  auto const values = results(system, lowered, shared, problems, run, static_cast<std::size_t>(plan.lanes));
  for (std::size_t n = 0; n < problems.size(); ++n) {
    double const expected = recursion::interpret(system, inputs_of(shared, problems[n])).number;
    double const tolerance = system.result->type == recursion::ValueType::real ? 1e-14 * std::abs(expected) : 0;
    EXPECT_NEAR(values[n].number, expected, tolerance) << n;
  }
}

TEST(Across, ComputesTheResultsOfTheInterpreter) {
  std::mt19937 random(1);
  for (ColumnsCase const& each : cases)
    for (int const columns : {1, 3})
      expect_results(each, {.integers = each.types.front(), .lanes = 4, .columns = columns}, 9, 7, random,
                     interpreted());
}

TEST(Across, DependsOnNoOtherOrder) {
  std::mt19937 random(2);
  for (ColumnsCase const& each : cases)
    expect_results(each, {.lanes = 2, .columns = 2}, 4, 3, random, interpreted_in_random_order(3));
}

TEST(Across, HasWindowsInPrivateMemory) {
  std::mt19937 random(4);
  constexpr int max_length = 9;
  Plan const plan{.lanes = 4, .columns = 2, .window = ir::Scope::registers, .window_rows = max_length + 1};
  for (ColumnsCase const& each : cases) {
    recursion::System const system = system_of(each.function);
    Lowered const lowered = lower_columns(system, plan, {.varying = {each.varying.begin(), each.varying.end()}});
    EXPECT_FALSE(lowered.window.rows.empty()) << each.function;
    expect_results(each, plan, max_length, 7, random, interpreted());
    expect_results(each, plan, 4, 3, random, interpreted_in_random_order(3));
  }
  recursion::System const system = system_of("d");
  Lowered const lowered = lower_columns(system, plan, {.varying = {"t"}});
  EXPECT_EQ(lowered.window.bytes, (max_length + 1) * 4);
  EXPECT_THAT(to_text(lowered.kernel),
              testing::HasSubstr("array columns_of_d int32 [10, 1] registers layout N0,N1 copies group, lane"));
}

TEST(Across, ComputesTheSameWhenCompiled) {
  std::mt19937 random(3);
  auto const device = device::make_host_device();
  std::size_t n = 0;
  for (ColumnsCase const& each : cases) { // one type of each case, to save time
    ir::Type const type = each.types[n++ % each.types.size()];
    Plan const plan{.integers = type, .lanes = 64 / ir::element_bytes(type), .columns = 1 + static_cast<int>(n % 4)};
    expect_results(each, plan, type == ir::Type::int8 ? 50 : 80, 100, random, compiled(*device));
  }
}

TEST(Across, StatesWhatItDoesNotLower) {
  EXPECT_EQ(why_not_columns(system_of("p"), {.varying = {"t"}}),
            "probabilities of different columns would need a common exponent");
}

} // namespace
} // namespace chemora::wavefront
