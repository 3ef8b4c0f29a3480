#include "codegen/wavefront/lower_ordered.hpp"

#include "codegen/recursion/inputs.hpp"
#include "codegen/recursion/specialise.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/unit/codegen/wavefront/lowered_programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace chemora::wavefront {
namespace {

using namespace tests;

std::string const programs = CHEMORA_SOURCE_DIR "/thorns/Sequences/Sequences/programs/";

std::vector<Case> const cases{{"d", {"s", "t"}},
                              {"search", {"q", "t"}},
                              {"overlap", {"q", "t"}},
                              {"total", {"q", "t"}},
                              {"fold", {"s"}},
                              {"first", {"s"}},
                              {"jump", {"s"}},
                              {"forward", {"x"}},
                              {"silent", {"x"}},
                              {"best", {"x"}},
                              {"fib", {}},
                              {"decay", {"x"}},
                              {"folded", {"x"}},
                              {"mixed", {"x"}},
                              {"largest", {"x"}},
                              {"summed", {"x"}},
                              {"score", {"x"}},
                              {"three", {"s", "t", "u"}, 5},
                              {"mirror", {"s"}},
                              {"ways", {}},
                              {"even", {"s"}},
                              {"reversed", {"x"}},
                              {"gap", {"s", "t"}}};

bool is_close(double value, double expected) {
  return value == expected || std::abs(value - expected) <= 1e-9 * std::abs(expected);
}

/// Compares the results of all problems with those of the interpreter of systems. Returns them.
std::vector<recursion::Value> expect_results(recursion::System const& system, Plan const& plan,
                                             LoweringOptions const& options, std::vector<Letters> const& problems,
                                             RunKernel const& run, recursion::Inputs const& shared = shared_inputs()) {
  EXPECT_EQ(why_not_ordered(system, plan, options), std::nullopt);
  Lowered const lowered = lower_ordered(system, plan, options);
  std::vector<recursion::Value> const values =
      results(system, lowered, shared, problems, run, static_cast<std::size_t>(plan.lanes));
  for (std::size_t n = 0; n < problems.size(); ++n) {
    recursion::Value const expected = recursion::interpret(system, inputs_of(shared, problems[n]));
    if (system.result->type == recursion::ValueType::integer) {
      EXPECT_EQ(values[n].number, expected.number);
    } else {
      EXPECT_PRED2(is_close, values[n].number, expected.number);
    }
  }
  return values;
}

TEST(Ordered, ComputesTheResultsOfTheInterpreter) {
  std::mt19937 random(1);
  for (Case const& each : cases) {
    SCOPED_TRACE(each.function);
    recursion::System const system = system_of(each.function);
    std::vector<Letters> const problems = random_problems(each, random, 5, 1);
    auto const one = expect_results(system, {.lanes = 1}, options_of(each), problems, interpreted());
    auto const four = expect_results(system, {.lanes = 4}, options_of(each), problems, interpreted());
    EXPECT_EQ(numbers(one), numbers(four));
  }
}

TEST(Ordered, DependsOnNoOtherOrder) {
  std::mt19937 random(2);
  for (Case each : cases) {
    SCOPED_TRACE(each.function);
    each.max_length = 4;
    recursion::System const system = system_of(each.function);
    expect_results(system, {.lanes = 2}, options_of(each), random_problems(each, random, 3, 1),
                   interpreted_in_random_order(3));
  }
}

TEST(Ordered, StoresAllElementsOfTables) {
  std::mt19937 random(3);
  for (char const* const function : {"d", "search", "jump", "first", "silent", "best"}) {
    SCOPED_TRACE(function);
    auto const each = std::ranges::find(cases, function, &Case::function);
    expect_results(system_of(function), {.lanes = 4, .keeps_tables = true}, options_of(*each),
                   random_problems(*each, random, 6, 1), interpreted());
  }
}

TEST(Ordered, HasWindowsInPrivateMemory) {
  std::mt19937 random(10);
  Plan const plan{.lanes = 2, .window = ir::Scope::registers, .window_rows = 13};
  std::map<std::string, long> const bytes{
      {"search", 3 * 13 * 4}, {"silent", 2 * 13 * 8}, {"gap", 2 * 13 * 8}, {"three", 0}, {"fold", 0}};
  for (auto const& [function, expected_bytes] : bytes) {
    SCOPED_TRACE(function);
    Case const each = *std::ranges::find(cases, function, &Case::function);
    recursion::System const system = system_of(function);
    EXPECT_EQ(lower_ordered(system, plan, options_of(each)).window.bytes, expected_bytes);
    std::vector<Letters> const problems = random_problems(each, random, 5, 1);
    auto const in_private = expect_results(system, plan, options_of(each), problems, interpreted());
    auto const in_grid = expect_results(system, {.lanes = 2}, options_of(each), problems, interpreted());
    EXPECT_EQ(numbers(in_private), numbers(in_grid));
  }
}

TEST(Ordered, ComputesTheSameWhenCompiled) {
  std::mt19937 random(4);
  auto const device = device::make_host_device();
  for (Case each : cases) {
    static std::set<std::string> const different{"search", "fold",  "first",  "silent",  "three",
                                                 "mirror", "score", "folded", "reversed"};
    if (!different.contains(each.function)) continue; // to save time
    SCOPED_TRACE(each.function);
    each.max_length = 20;
    recursion::System const system = system_of(each.function);
    std::vector<Letters> const problems = random_problems(each, random, 11, 1);
    auto const compiled_values = expect_results(system, {.lanes = 8}, options_of(each), problems, compiled(*device));
    auto const values = expect_results(system, {.lanes = 3}, options_of(each), problems, interpreted());
    EXPECT_EQ(numbers(compiled_values), numbers(values));
  }
}

TEST(Ordered, ComputesTheSameOnDevices) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  std::mt19937 random(5);
  for (char const* const function : {"search", "fold", "silent", "folded"}) {
    SCOPED_TRACE(function);
    Case const each = *std::ranges::find(cases, function, &Case::function);
    recursion::System const system = system_of(function);
    LoweringOptions options = options_of(each);
    options.is_device = true;
    std::vector<Letters> const problems = random_problems(each, random, 11, 1);
    auto const on_device = expect_results(system, {.lanes = 8}, options, problems, compiled(*opencl.device));
    Plan const in_private{.lanes = 8, .window = ir::Scope::registers, .window_rows = 13};
    auto const in_threads = expect_results(system, in_private, options, problems, compiled(*opencl.device));
    EXPECT_EQ(numbers(in_threads), numbers(on_device));
    auto const on_host = expect_results(system, {.lanes = 1}, options_of(each), problems, interpreted());
    EXPECT_EQ(numbers(on_device), numbers(on_host));
  }
}

// The probability of the sequence is less than 10^-50000.
TEST(Ordered, RescalesProbabilities) {
  std::mt19937 random(6);
  auto const device = device::make_host_device();
  std::vector<Letters> const problems{{{"x", letters(random, 100000)}}, {{"x", letters(random, 10)}}};
  auto const values =
      expect_results(system_of("silent"), {.lanes = 4}, options_of({"silent", {"x"}}), problems, compiled(*device));
  EXPECT_LT(values[0].number, -1e5);
}

// State 1 does not emit the letter 3, and no other state follows it.
TEST(Ordered, ComputesImpossibleSequences) {
  recursion::Inputs shared = shared_inputs();
  shared.arrays["h_prob"] = {1, 0, 0.75, 0, 0.25, 0, 0, 0};
  shared.arrays["h_emission"][7] = 0;
  std::vector<Letters> const problems{{{"x", {0, 3, 1}}}, {{"x", {0, 1}}}};
  for (char const* const function : {"silent", "best"}) {
    recursion::System const system = system_of(function);
    auto const values =
        expect_results(system, {.lanes = 2}, options_of({function, {"x"}}), problems, interpreted(), shared);
    EXPECT_EQ(values[0].number, -HUGE_VAL);
    EXPECT_GT(values[1].number, -10);
  }
}

// The second chain of states is less probable by a factor of 2^800 after 400 letters A, and the only possible one
// after a letter C.
TEST(Ordered, ReportsProbabilitiesWithoutCommonExponent) {
  recursion::Inputs shared = shared_inputs();
  shared.arrays["h_start"] = {0, 0, 1, 1, 2, 2, 1, 2};
  shared.arrays["h_end"] = {1, 2, 1, 3, 2, 3, 2, 1};
  shared.arrays["h_prob"] = {0.5, 0.5, 0.75, 0.25, 0.75, 0.25, 0, 0};
  shared.arrays["h_order_to"] = {0, 2, 7, 1, 4, 6, 3, 5};
  shared.arrays["h_first_to"] = {0, 0, 3, 6, 8};
  shared.arrays["h_emission"] = {0, 0, 0, 0, 0.5, 0, 0.5, 0, 0.125, 0.5, 0.25, 0.125, 0, 0, 0, 0};
  std::vector<double> sequence(400, 0.0);
  sequence.push_back(1);
  std::vector<Letters> const problems{{{"x", sequence}}, {{"x", {0, 0, 1}}}};
  LoweringOptions options = options_of({"silent", {"x"}});
  recursion::System const system = system_of("silent");
  std::vector<recursion::Value> const values =
      results(system, lower_ordered(system, {.lanes = 2}, options), shared, problems, interpreted(), 2);
  EXPECT_TRUE(std::isnan(values[0].number)); // reported
  EXPECT_FALSE(std::isnan(values[1].number));
  options.has_element_exponents = true;
  auto const exact = expect_results(system, {.lanes = 2}, options, problems, interpreted(), shared);
  EXPECT_EQ(exact[1].number, values[1].number);
}

// The probabilities are less than 10^-40000, and those of different elements have different exponents.
TEST(Ordered, HasExponentsOfElements) {
  std::mt19937 random(9);
  Case const each{"square", {"x"}};
  std::vector<Letters> const problems{{{"x", letters(random, 3000)}}, {{"x", letters(random, 10)}}};
  auto const values = expect_results(system_of("square"), {.lanes = 2}, options_of(each), problems, interpreted());
  EXPECT_LT(values[0].number, -90000);
}

TEST(Ordered, SaturatesNarrowIntegers) {
  std::mt19937 random(7);
  auto const device = device::make_host_device();
  Case const each{"d", {"s", "t"}, 300};
  expect_results(system_of("d"), {.integers = ir::Type::int16, .lanes = 32}, options_of(each),
                 random_problems(each, random, 40, 1), compiled(*device));
}

TEST(Ordered, ReportsOverflows) {
  recursion::System const system = system_of("search");
  LoweringOptions options = options_of({"search", {"q", "t"}});
  options.checked = {"h"};
  Lowered const lowered = lower_ordered(system, {.integers = ir::Type::int8, .lanes = 2}, options);
  std::vector<double> const same(60, 0.0); // has the score 180
  Arrays arrays;
  results(
      system, lowered, shared_inputs(), {{{"q", same}, {"t", same}}, {{"q", {0, 1}}, {"t", {0, 2}}}},
      [&](loops::LoopKernel const& kernel, auto const& parameters, Arrays& elements) {
        loops::interpret(kernel, parameters, elements);
        arrays = elements;
      },
      2);
  EXPECT_EQ(arrays["overflow"], (std::vector<double>{1, 0}));
}

TEST(Ordered, ComputesProfilesAndGenes) {
  std::mt19937 random(8);
  auto const device = device::make_host_device();
  auto const check = [&](std::string const& file, std::string const& function, recursion::Inputs const& shared,
                         double n_letters) {
    SCOPED_TRACE(function);
    recursion::System const system = recursion::read_system(base::read_source(programs + file), function);
    std::vector<Letters> problems(9);
    for (Letters& problem : problems)
      for (long n = 1 + static_cast<long>(random() % 60); n > 0; --n)
        problem["x"].push_back(static_cast<double>(random() % static_cast<unsigned>(n_letters)));
    LoweringOptions const options{.varying = {"x"}, .n_letters = static_cast<long>(n_letters)};
    auto const values = expect_results(system, {.lanes = 1}, options, problems, interpreted(), shared);
    recursion::System const special = recursion::specialised(system, shared);
    auto const special_values = expect_results(special, {.lanes = 8}, options, problems, compiled(*device), shared);
    EXPECT_EQ(numbers(values), numbers(special_values));
  };
  recursion::Inputs profile;
  set_random_profile(profile, random, 17, 24);
  check("profile.rec", "c", profile, 24);
  check("profile_viterbi.rec", "c", profile, 24);
  recursion::Inputs genes;
  base::SourceText const source = base::read_source(programs + "genefinder.rec");
  recursion::Program const file = recursion::read_program(source);
  recursion::set_model(genes, "h", file.models.front());
  check("genefinder.rec", "forward", genes, 4);
  check("genefinder.rec", "viterbi", genes, 4);
}

TEST(Ordered, StatesWhatItDoesNotLower) {
  EXPECT_EQ(why_not_ordered(system_of("total"), {.integers = ir::Type::int16}, options_of({"total", {"q", "t"}})),
            "the result is a sum of narrow integers");
}

} // namespace
} // namespace chemora::wavefront
