// Integers that int32 does not represent, infinite results, and letters as arguments.
#include "codegen/recursion/recursion.hpp"
#include "kernels/recursions/path_value.hpp"
#include "kernels/recursions/solver.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/unit/kernels/recursions/literal_statements.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace chemora::recursions {
namespace {

using namespace tests;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

constexpr char const* program = R"(
alphabet dna = "ACGT"
let match = 99998300
let mismatch = -100000000
let gap = 100000000
int global(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then -gap * j
  else if j == 0 then -gap * i
  else (global(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then match else mismatch))
    max (global(i - 1, j) - gap) max (global(i, j - 1) - gap)
int half(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then gap * j else if j == 0 then gap * i
  else min(half(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then 0 else match), half(i - 1, j) + gap, half(i, j - 1) + gap)
float larger(seq[dna] s, seq[dna] t) = half(length(s), length(t)) / 2
int equal(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 and j == 0 then 0
  else if i == 0 or j == 0 then infinity
  else if s[i - 1] == t[j - 1] then equal(i - 1, j - 1) + 1
  else infinity
int band(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i > j + 3 or j > i + 3 then infinity
  else if i == 0 then j
  else if j == 0 then i
  else (band(i - 1, j) + 1) min (band(i, j - 1) + 1) min (band(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then 0 else 1))
int plane(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then i + j else plane(i - 1, j) + plane(i, j - 1) - plane(i - 1, j - 1)
int letter(seq[dna] s, index[s] i) = if i == 0 then infinity else if s[i - 1] == 'A' then 3 else infinity
int after(seq[dna] s, index[s] i) = if i == 0 then infinity else letter(i) + 1
)";

recursion::Inputs scalars() {
  recursion::Inputs inputs;
  inputs.scalars = {{"match", 99998300}, {"mismatch", -1e8}, {"gap", 1e8}};
  return inputs;
}

recursion::System system_of(std::string const& function) {
  return recursion::read_system({"test.rec", program}, function);
}

class Integers : public testing::Test {
protected:
  Solved solve(std::string const& function, Problems const& problems, Settings const& settings = {}) {
    return solved(system_of(function), scalars(), *device_, compiler_, problems, settings);
  }

  std::mt19937 random_{1};
  std::unique_ptr<device::Device> device_ = device::make_host_device();
  Compiler compiler_{*device_};
};

TEST_F(Integers, BeyondInt32AreCompiled) {
  for (std::string const function : {"global", "larger"}) {
    SCOPED_TRACE(function);
    Problems problems = random_problems(random_, {"s", "t"}, 19, 60, 4);
    for (char const* const name : {"s", "t"}) problems.letters[5][name] = Codes(60, 0);
    if (function == "larger") problems.letters[5]["t"] = Codes(60, 1);
    std::vector<double> const expected = interpreted(system_of(function), scalars(), problems);
    constexpr double max_int32 = 2147483647;
    EXPECT_GT(expected[5], max_int32);
    Solved const chosen = solve(function, problems);
    EXPECT_EQ(chosen.numbers, expected);
    EXPECT_THAT(chosen.statistics.plans(), Each(Not(HasSubstr("interpreted"))));
    EXPECT_THAT(chosen.statistics.plans(), testing::Contains(HasSubstr("real64")));
  }
}

TEST_F(Integers, OfTypeReal64HaveTheSameResultsForAllPlans) {
  Problems const problems = random_problems(random_, {"s", "t"}, 9, 40, 4);
  std::vector<double> const expected = interpreted(system_of("global"), scalars(), problems);
  for (std::string const plan :
       {"across real64 lanes 4 columns 3", "within real64 lanes 4 schedule global 1 1 + 0 partitions 0"})
    EXPECT_EQ(solve("global", problems, {.plan = plan}).numbers, expected) << plan;
}

TEST_F(Integers, BeyondInt32HaveCompiledPaths) {
  Codes const s = random_letters(random_, 700, 4);
  Codes t = s;
  t.erase(t.begin() + 100, t.begin() + 150);
  Problem const problem{{{"s", s}, {"t", t}}};
  recursion::System const system = system_of("global");
  Solver solver(system, scalars(), *device_, compile_with(compiler_), {});
  double const score = solver.solve({&problem, 1}).front().value.number;
  std::size_t const n_compiled = compiler_.n_compiled();
  recursion::Inputs inputs = scalars();
  recursion::set_sequence(inputs, "s", s);
  recursion::set_sequence(inputs, "t", t);
  EXPECT_EQ(value_of_path(system, inputs, solver.trace(problem)), score);
  EXPECT_EQ(score, 650 * 99998300. - 50e8);
  EXPECT_EQ(compiler_.n_compiled(), n_compiled + 1);
}

TEST_F(Integers, ThatAreInfiniteAreComputedOnce) {
  Problems problems = random_problems(random_, {"s", "t"}, 40, 60, 4);
  problems.letters[7]["t"] = problems.letters[7]["s"] = Codes(50, 2);
  problems.letters[8]["t"] = problems.letters[8]["s"] = Codes(500, 2);
  for (std::string const function : {"equal", "band"}) {
    SCOPED_TRACE(function);
    Solved const result = solve(function, problems);
    EXPECT_EQ(result.numbers, interpreted(system_of(function), scalars(), problems));
    EXPECT_THAT(result.numbers, testing::Contains(HUGE_VAL));
    EXPECT_EQ(result.statistics.n_repeated, 0);
    EXPECT_THAT(result.statistics.plans(), testing::Contains(HasSubstr("int8")));
    EXPECT_THAT(result.statistics.plans(), Each(Not(HasSubstr("interpreted"))));
  }
}

TEST_F(Integers, ThatAreInfiniteStayInfiniteInNarrowSums) {
  Problems const problems = random_problems(random_, {"s"}, 70, 9, 4);
  Solved const result = solve("after", problems);
  EXPECT_EQ(result.numbers, interpreted(system_of("after"), scalars(), problems));
  EXPECT_THAT(result.numbers, testing::Contains(4));
  EXPECT_THAT(result.statistics.plans(), testing::ElementsAre(testing::StartsWith("across int8")));
}

TEST_F(Integers, WithoutKnownLimitsAreInterpretedWithAWarning) {
  Problems problems;
  problems.letters.push_back({{"s", Codes(5, 0)}, {"t", Codes(7, 0)}});
  std::vector<std::string> warnings;
  Settings const settings{.warn = [&](std::string const& reason) { warnings.push_back(reason); }};
  EXPECT_EQ(solve("plane", problems, settings).numbers, std::vector<double>{12});
  EXPECT_TRUE(warnings.empty()) << "the table is small";
  problems.letters[0] = {{"s", Codes(400, 0)}, {"t", Codes(300, 0)}};
  EXPECT_EQ(solve("plane", problems, settings).numbers, std::vector<double>{700});
  EXPECT_THAT(warnings, testing::ElementsAre("values of `plane` may exceed 9007199254740991"));
}

TEST(Letters, AreArguments) {
  std::string const text = R"(
alphabet dna = "ACGT"
matrix[dna] scores = { match 5, mismatch -4 }
hmm dice[dna] = {
  state low { "A": 1/2, "C": 1/2 }
  state high { "G": 1/4, "T": 3/4 }
  transition start -> low: 1
  transition low -> high: 1
  transition high -> end: 1
}
int count(char[dna] c, seq[dna] s, index[s] i) =
  if i == 0 then 0 else count(i - 1) + (if s[i - 1] == c then 1 else 0)
int total(matrix[dna] m, char[dna] c, seq[dna] s, index[s] i) = if i == 0 then 0 else total(i - 1) + m[c, s[i - 1]]
prob emitted(hmm h, char[*] c, state[h] s, int n) =
  if n == 0 then s.emission[c] else 0.5 * emitted(s, n - 1)
int any(seq[*] s, index[s] i, char[*] c) = if i == 0 then 0 else any(i - 1) + (if s[i - 1] == c then 1 else 0)
float most(hmm h, char[*] c, int n) = exp(log(max(s in state[h]: emitted(s, 0))))
float share(char[dna] c, seq[dna] s) = count(length(s)) / length(s)
print count('A', "ACGATTA")
print count('t', "ACGATTA")
print total(scores, 'G', "GGA")
print share('C', "ACCA")
)";
  std::vector<double> const expected{3, 2, 6, 0.5};
  std::vector<LiteralStatement> const statements = literal_statements(text);
  ASSERT_EQ(statements.size(), expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(interpreted(statements[n]), expected[n]) << n;
    EXPECT_EQ(compiled(statements[n]), expected[n]) << n;
  }
}

TEST(Statistics, OfProcessesAreAdded) {
  Statistics first{.cells = 3, .seconds = 2, .compile_seconds = 0.5, .n_repeated = 1};
  first.count("across int8 lanes 64", 7);
  first.count("interpreted: no order", 1);
  Statistics second{.cells = 4, .seconds = 5, .compile_seconds = 0.25};
  second.count("interpreted: no order", 2);
  Statistics sum = parse_statistics(to_text(first));
  sum.add_concurrent(parse_statistics(to_text(second)));
  EXPECT_EQ(sum.cells, 7);
  EXPECT_EQ(sum.seconds, 5);
  EXPECT_EQ(sum.compile_seconds, 0.5);
  EXPECT_EQ(sum.n_repeated, 1);
  EXPECT_THAT(sum.plans(),
              testing::ElementsAre("across int8 lanes 64: 7 problems", "interpreted: no order: 3 problems"));
  sum.add(first);
  EXPECT_EQ(sum.seconds, 7);
}

} // namespace
} // namespace chemora::recursions
