// Recursions as kernels in which each lane computes one problem.
#include "codegen/wavefront/lower_across.hpp"

#include "codegen/recursion/recursion.hpp"
#include "codegen/wavefront/representation.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "testsuites/unit/codegen/wavefront/lowered_runs.hpp"

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
int g(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 then -2 * j else if j == 0 then -2 * i
  else (g(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max (g(i - 1, j) - 2) max (g(i, j - 1) - 2)
float w(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0.0
  else if s[i - 1] == t[j - 1] then w(i - 1, j - 1) + 1.25
  else (w(i - 1, j) max w(i, j - 1)) * 0.9
int far(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i <= 1 or j <= 2 then i + 2 * j
  else if s[i - 2] == t[j - 3] then far(i - 2, j - 3) + 1
  else far(i - 1, j - 2) min far(i, j - 1)
prob p(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 1.0 else p(i - 1, j - 1) * 0.5
)";

recursion::System system_of(std::string const& function) {
  return recursion::read_system({"test.rec", program}, function);
}

std::vector<double> letters(std::mt19937& random, long length) {
  std::vector<double> result;
  for (long n = 0; n < length; ++n) result.push_back(static_cast<double>(random() % 4));
  return result;
}

recursion::Inputs shared_inputs() {
  recursion::Inputs inputs;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) inputs.arrays["m"].push_back(row == column ? 3 : row + column - 4);
  return inputs;
}

struct Case {
  std::string function{};
  std::string shared{}; ///< sequence that all problems share; empty if both vary
  std::vector<std::string> varying{};
  std::vector<ir::Type> types{ir::Type::int8, ir::Type::int16, ir::Type::int32};
};

std::vector<Case> const cases{
    {"d", "s", {"t"}},      {"d", "t", {"s"}},          {"d", "", {"s", "t"}},
    {"search", "q", {"t"}}, {"search", "", {"q", "t"}}, {"g", "q", {"t"}, {ir::Type::int16, ir::Type::int32}},
    {"far", "s", {"t"}},    {"far", "", {"s", "t"}},    {"w", "s", {"t"}, {ir::Type::int32}}};

/// Compares the results of problems with lengths from 0 to max_length with those of the interpreter of systems.
void expect_results(Case const& each, Plan const& plan, long max_length, std::size_t n_problems, std::mt19937& random,
                    RunKernel const& run) {
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
  for (Case const& each : cases)
    for (int const columns : {1, 3})
      expect_results(each, {.integers = each.types.front(), .lanes = 4, .columns = columns}, 9, 7, random,
                     interpreted());
}

TEST(Across, DependsOnNoOtherOrder) {
  std::mt19937 random(2);
  for (Case const& each : cases)
    expect_results(each, {.lanes = 2, .columns = 2}, 4, 3, random, interpreted_in_random_order(3));
}

TEST(Across, ComputesTheSameWhenCompiled) {
  std::mt19937 random(3);
  auto const device = device::make_host_device();
  std::size_t n = 0;
  for (Case const& each : cases) { // one type of each case, to save time
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
