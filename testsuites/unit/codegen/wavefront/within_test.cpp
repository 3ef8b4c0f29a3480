#include "codegen/wavefront/lower_within.hpp"

#include "codegen/recursion/recursion.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/unit/codegen/wavefront/lowered_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace chemora::wavefront {
namespace {

using namespace tests;

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
int pairs(seq[dna] s, index[s] i, index[s] j) =
  if j <= i + 1 then 0
  else (pairs(i + 1, j - 1) + (if s[i] == 'A' and s[j - 1] == 'T' then 1 else 0))
    max max(k in i + 1 .. j - 1: pairs(i, k) + pairs(k, j))
int fold(seq[dna] s) = pairs(0, length(s))
prob forward(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if i == 0 then (if s.isstart then 1.0 else 0.0)
  else (if s.isend then 1.0 else s.emission[x[i - 1]]) * sum(t in s.transitionsto: t.prob * forward(t.start, i - 1))
prob pair(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 1.0 else 0.25 * pair(i - 1, j) + 0.5 * pair(i, j - 1)
int fib(int n) = if n <= 1 then n else fib(n - 1) + fib(n - 2)
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
  inputs.sizes = {{"n_states_h", 4}, {"n_transitions_h", 8}, {"initial_n", 20}};
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

std::vector<Letters> random_problems(Case const& each, std::mt19937& random, std::size_t n_problems) {
  std::vector<Letters> problems(n_problems);
  for (Letters& problem : problems)
    for (std::string const& name : each.sequences)
      problem[name] = letters(random, static_cast<long>(random()) % each.max_length);
  return problems;
}

Plan plan_of(recursion::System const& system, int lanes, bool keeps_tables = false) {
  std::map<std::string, long> sizes;
  for (std::string const& size : system.sizes) sizes[size] = 20;
  std::optional<Schedule> const schedule = find_schedule(system, sizes);
  if (!schedule) throw base::InternalError("no schedule");
  return {.kind = PlanKind::within, .lanes = lanes, .keeps_tables = keeps_tables, .schedule = *schedule};
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
    if (options.finds_positions) {
      EXPECT_EQ(values[n].position, expected.position);
    }
  }
}

std::vector<Case> const cases{{"d", {"s", "t"}}, {"search", {"q", "t"}}, {"overlap", {"q", "t"}},
                              {"fold", {"s"}},   {"forward", {"x"}},     {"fib", {}}};

LoweringOptions options_of(Case const& each) {
  return {.varying = {each.sequences.begin(), each.sequences.end()}, .n_letters = 4};
}

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

TEST(Within, FindsTheFirstExtremum) {
  std::mt19937 random(3);
  Case const each{"search", {"q", "t"}, 9};
  recursion::System const system = system_of(each.function);
  LoweringOptions options = options_of(each);
  options.finds_positions = true;
  expect_results(system, plan_of(system, 4), options, random_problems(each, random, 20), interpreted());
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
  std::unique_ptr<device::Device> device;
  try {
    device = device::make_opencl_device();
  } catch (device::DeviceError const& error) {
    GTEST_SKIP() << "[SKIP] " << error.what();
  }
  std::mt19937 random(5);
  for (Case each : cases) {
    if (each.function == "d" || each.function == "overlap" || each.function == "fib") continue; // to save time
    SCOPED_TRACE(each.function);
    each.max_length = 100;
    recursion::System const system = system_of(each.function);
    LoweringOptions options = options_of(each);
    options.is_device = true;
    expect_results(system, plan_of(system, 32), options, random_problems(each, random, 3), compiled(*device));
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
}

} // namespace
} // namespace chemora::wavefront
