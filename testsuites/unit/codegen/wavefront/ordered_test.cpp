#include "codegen/wavefront/lower_ordered.hpp"

#include "codegen/recursion/inputs.hpp"
#include "codegen/recursion/recursion.hpp"
#include "codegen/recursion/specialise.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/unit/codegen/wavefront/lowered_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace chemora::wavefront {
namespace {

using namespace tests;

std::string const programs = CHEMORA_SOURCE_DIR "/thorns/Sequences/Sequences/programs/";

constexpr char const* program = R"(
alphabet dna = "ACGT"
int d(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)
  else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1
int h(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else 0 max (h(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max e(i, j) max f(i, j)
int e(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (h(i, j - 1) - 3) max (e(i, j - 1) - 1)
int f(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 then -infinity else (h(i - 1, j) - 3) max (f(i - 1, j) - 1)
int search(matrix[dna] m, seq[dna] q, seq[dna] t) = max(i in index[q], j in index[t]: h(i, j))
int overlap(matrix[dna] m, seq[dna] q, seq[dna] t) = max(i in index[q]: h(i, length(t)))
int total(matrix[dna] m, seq[dna] q, seq[dna] t) = sum(i in index[q], j in index[t]: h(i, j))
int pairs(seq[dna] s, index[s] i, index[s] j) =
  if j <= i + 1 then 0
  else (pairs(i + 1, j - 1) + (if s[i] == 'A' and s[j - 1] == 'T' then 1 else 0))
    max max(k in i + 1 .. j - 1: pairs(i, k) + pairs(k, j))
int fold(seq[dna] s) = pairs(0, length(s))
int back(seq[dna] s, index[s] i) =
  if i == length(s) then 0 else if s[i] == 'A' then back(i + 1) + 1 else back(i + 1) max 2
int first(seq[dna] s) = back(0)
int jump(seq[dna] s, index[s] i) =
  if i < 3 then i else if s[i - 1] == 'C' then jump(i - 3) + 2 else (jump(i - 1) min (jump(i - 2) + 3)) - i
prob forward(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if i == 0 then (if s.isstart then 1.0 else 0.0)
  else (if s.isend then 1.0 else s.emission[x[i - 1]]) * sum(t in s.transitionsto: t.prob * forward(t.start, i - 1))
prob silent(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if s.isend then sum(t in s.transitionsto: t.prob * silent(t.start, i))
  else if i == 0 then (if s.isstart then 1.0 else 0.0)
  else s.emission[x[i - 1]] * sum(t in s.transitionsto: t.prob * silent(t.start, i - 1))
prob best(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if s.isend then max(t in s.transitionsto: t.prob * best(t.start, i))
  else if i == 0 then (if s.isstart then 1.0 else 0.0)
  else s.emission[x[i - 1]] * max(t in s.transitionsto: t.prob * best(t.start, i - 1))
prob inside(seq[dna] x, index[x] i, index[x] j) =
  if j <= i + 1 then 0.5
  else 0.25 * inside(i + 1, j - 1) * (if x[i] == x[j - 1] then 0.875 else 0.0625)
    + sum(k in i + 1 .. j - 1: 0.125 * inside(i, k) * inside(k, j))
prob folded(seq[dna] x) = inside(0, length(x))
prob mixed(seq[dna] x, index[x] i) =
  if i == 0 then 1.0 else if x[i - 1] == 'A' then 0.25 else 0.125 * mixed(i - 1) + 0.0078125
prob largest(seq[dna] x) = max(i in index[x]: mixed(i))
prob summed(seq[dna] x) = sum(i in index[x]: mixed(i))
prob tiny(seq[dna] x, index[x] i) = if i == 0 then 1.0 else 0.0000001 * tiny(i - 1)
prob square(seq[dna] x, index[x] i) = tiny(i) * tiny(i)
float score(seq[dna] x, index[x] i) =
  if i == 0 then 0.0 else if mixed(i) > 0.5 * mixed(i - 1) then score(i - 1) + 1.0 else 0.5 * score(i - 1)
int three(seq[dna] s, index[s] i, seq[dna] t, index[t] j, seq[dna] u, index[u] k) =
  if i == 0 or j == 0 or k == 0 then 0
  else if s[i - 1] == t[j - 1] and t[j - 1] == u[k - 1] then three(i - 1, j - 1, k - 1) + 1
  else three(i - 1, j, k) max three(i, j - 1, k) max three(i, j, k - 1)
bool mirrored(seq[dna] s, index[s] i, index[s] j) =
  if j <= i + 1 then true else s[i] == s[j - 1] and mirrored(i + 1, j - 1)
int mirror(seq[dna] s, index[s] i) =
  if i == 0 then 0 else min(k in 0 .. i - 1: mirror(k) + (if mirrored(k, i) then 1 else 100))
int ways(int n, int c) = if c == 0 then (if n == 0 then 1 else 0)
  else if n < 3 then ways(n, c - 1) else ways(n, c - 1) + ways(n - 3, c)
int even(seq[dna] s, index[s] i) = if i == 0 then 1 else if s[i - 1] == 'A' then odd(i - 1) else even(i - 1) + 2
int odd(seq[dna] s, index[s] i) = if i == 0 then 0 else if s[i - 1] == 'G' then even(i - 1) min odd(i - 1) else even(i - 1)
prob backward(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if i == length(x) then (if s.isend then 1.0 else 0.25)
  else sum(t in s.transitionsfrom: t.prob * t.end.emission[x[i]] * backward(t.end, i + 1))
prob reversed(hmm h, seq[dna] x) = backward(h.start, 0)
prob aligned(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 and j == 0 then 1.0 else if i == 0 or j == 0 then 0.0
  else (if s[i - 1] == t[j - 1] then 0.25 else 0.0625) * (0.875 * aligned(i - 1, j - 1) + 0.0625 * gap(i - 1, j - 1))
prob gap(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 and j == 0 then 0.0 else if i == 0 then 0.25 * gap(i, j - 1)
  else if j == 0 then 0.25 * gap(i - 1, j) + 0.125 * aligned(i - 1, j)
  else 0.125 * aligned(i - 1, j) + 0.125 * aligned(i, j - 1) + 0.25 * gap(i - 1, j) + 0.25 * gap(i, j - 1)
int fib(int n) = if n <= 1 then n else fib(n - 1) + fib(n - 2)
float decay(seq[dna] x, index[x] i) = if i == 0 then 1.0 else 0.5 * decay(i - 1) + float(i) * 0.25
)";

recursion::System system_of(std::string const& function) {
  return recursion::read_system({"test.rec", program}, function);
}

std::vector<double> letters(std::mt19937& random, long length) {
  std::vector<double> result;
  for (long n = 0; n < length; ++n) result.push_back(static_cast<double>(random() % 4));
  return result;
}

/// Inputs that all problems share: a matrix, and a model with four states.
recursion::Inputs shared_inputs() {
  recursion::Inputs inputs;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) inputs.arrays["m"].push_back(row == column ? 3 : row + column - 4);
  // start -> a, b; a, b -> a, b, end: transitions ordered by their start.
  inputs.sizes = {{"n_states_h", 4}, {"n_transitions_h", 8}, {"initial_n", 20}, {"initial_c", 4}};
  inputs.arrays["h_order_from"] = {0, 1, 2, 3, 4, 5, 6, 7};
  inputs.arrays["h_first_from"] = {0, 2, 5, 8, 8};
  inputs.arrays["h_start"] = {0, 0, 1, 1, 1, 2, 2, 2};
  inputs.arrays["h_end"] = {1, 2, 1, 2, 3, 1, 2, 3};
  inputs.arrays["h_prob"] = {0.25, 0.75, 0.5, 0.25, 0.25, 0.125, 0.625, 0.25};
  inputs.arrays["h_order_to"] = {0, 2, 5, 1, 3, 6, 4, 7};
  inputs.arrays["h_first_to"] = {0, 0, 3, 6, 8};
  inputs.arrays["h_emission"] = {0, 0, 0, 0, 0.5, 0.25, 0.125, 0.125, 0.03125, 0.25, 0.25, 0.46875, 0, 0, 0, 0};
  return inputs;
}

struct Case {
  std::string function{};
  std::vector<std::string> sequences{};
  long max_length = 12;
};

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

std::vector<Letters> random_problems(Case const& each, std::mt19937& random, std::size_t n_problems) {
  std::vector<Letters> problems(n_problems);
  for (Letters& problem : problems)
    for (std::string const& name : each.sequences)
      problem[name] = letters(random, 1 + static_cast<long>(random()) % each.max_length);
  return problems;
}

LoweringOptions options_of(Case const& each) {
  return {.varying = {each.sequences.begin(), each.sequences.end()}, .n_letters = 4};
}

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
    if (options.finds_positions) {
      EXPECT_EQ(values[n].position, expected.position);
    }
  }
  return values;
}

TEST(Ordered, ComputesTheResultsOfTheInterpreter) {
  std::mt19937 random(1);
  for (Case const& each : cases) {
    SCOPED_TRACE(each.function);
    recursion::System const system = system_of(each.function);
    std::vector<Letters> const problems = random_problems(each, random, 5);
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
    expect_results(system, {.lanes = 2}, options_of(each), random_problems(each, random, 3),
                   interpreted_in_random_order(3));
  }
}

TEST(Ordered, FindsTheFirstExtremum) {
  std::mt19937 random(3);
  Case const each{"search", {"q", "t"}, 9};
  LoweringOptions options = options_of(each);
  options.finds_positions = true;
  expect_results(system_of(each.function), {.lanes = 4}, options, random_problems(each, random, 20), interpreted());
  options.varying = {"x"};
  expect_results(system_of("largest"), {.lanes = 4}, options, random_problems({"", {"x"}}, random, 20), interpreted());
}

TEST(Ordered, StoresAllElementsOfTables) {
  std::mt19937 random(3);
  for (char const* const function : {"d", "search", "jump", "first", "silent", "best"}) {
    SCOPED_TRACE(function);
    auto const each = std::ranges::find(cases, function, &Case::function);
    expect_results(system_of(function), {.lanes = 4, .keeps_tables = true}, options_of(*each),
                   random_problems(*each, random, 6), interpreted());
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
    std::vector<Letters> const problems = random_problems(each, random, 11);
    auto const compiled_values = expect_results(system, {.lanes = 8}, options_of(each), problems, compiled(*device));
    auto const values = expect_results(system, {.lanes = 3}, options_of(each), problems, interpreted());
    EXPECT_EQ(numbers(compiled_values), numbers(values));
  }
}

TEST(Ordered, ComputesTheSameOnDevices) {
  std::unique_ptr<device::Device> device;
  try {
    device = device::make_opencl_device();
  } catch (device::DeviceError const& error) {
    GTEST_SKIP() << "[SKIP] " << error.what();
  }
  std::mt19937 random(5);
  for (char const* const function : {"search", "fold", "silent", "folded"}) {
    SCOPED_TRACE(function);
    Case const each = *std::ranges::find(cases, function, &Case::function);
    recursion::System const system = system_of(function);
    LoweringOptions options = options_of(each);
    options.is_device = true;
    std::vector<Letters> const problems = random_problems(each, random, 11);
    auto const on_device = expect_results(system, {.lanes = 8}, options, problems, compiled(*device));
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

// The second chain of states is less probable by a factor of 2^6000 after 3000 letters A, and the only possible one
// after a letter C.
TEST(Ordered, ReportsProbabilitiesWithoutCommonExponent) {
  recursion::Inputs shared = shared_inputs();
  shared.arrays["h_start"] = {0, 0, 1, 1, 2, 2, 1, 2};
  shared.arrays["h_end"] = {1, 2, 1, 3, 2, 3, 2, 1};
  shared.arrays["h_prob"] = {0.5, 0.5, 0.75, 0.25, 0.75, 0.25, 0, 0};
  shared.arrays["h_order_to"] = {0, 2, 7, 1, 4, 6, 3, 5};
  shared.arrays["h_first_to"] = {0, 0, 3, 6, 8};
  shared.arrays["h_emission"] = {0, 0, 0, 0, 0.5, 0, 0.5, 0, 0.125, 0.5, 0.25, 0.125, 0, 0, 0, 0};
  std::vector<double> sequence(3000, 0.0);
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
                 random_problems(each, random, 40), compiled(*device));
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
