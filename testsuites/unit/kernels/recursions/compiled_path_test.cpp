#include "kernels/recursions/compiled_path.hpp"

#include "codegen/recursion/recursion.hpp"
#include "kernels/recursions/interpreted_path.hpp"
#include "kernels/recursions/path_value.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace chemora::recursions {
namespace {

using namespace tests;

std::string const folder = CHEMORA_SOURCE_DIR "/thorns/Sequences/Sequences/programs/";

constexpr char const* program = R"(
alphabet dna = "ACGT"
int h(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else 0 max (h(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then 100000000 else -100000000)) max e(i, j)
int e(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (h(i, j - 1) - 200000000) max (e(i, j - 1) - 50000000)
int best(seq[dna] s, seq[dna] t) = max(i in index[s], j in index[t]: h(i, j))
)";

struct Traced {
  recursion::System system{};
  recursion::Inputs shared{};
  std::vector<std::string> sequences{};
  long n_letters = 4;
};

/// Compares the path of random sequences with that of the interpreter, and the integers of both.
void expect_path(Traced const& traced, std::mt19937& random, std::size_t length) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  Problems const problems = random_problems(random, traced.sequences, 3, length, 4);
  Problem const problem = problems.list().back();
  std::set<std::string> const varying(traced.sequences.begin(), traced.sequences.end());
  recursion::Inputs inputs = traced.shared;
  for (auto const& [name, letters] : problem.sequences) recursion::set_sequence(inputs, name, letters);
  Compile const compile = compile_with(compiler);
  MemoryLimit memory(1 << 30), small(10);
  wavefront::LoweringOptions const options{.varying = varying, .n_letters = traced.n_letters};
  CompiledPath kernel(traced.system, traced.system, traced.shared, options, *device, compile, memory);
  auto const path = kernel.path(ProblemList(traced.system, varying, {&problem, 1}), inputs);
  std::vector<PathStep> const expected = interpreted_path(traced.system, inputs, memory);
  ASSERT_TRUE(path.has_value());
  EXPECT_EQ(memory.held_bytes(), 0);
  double const value = value_of_path(traced.system, inputs, *path);
  double const best = value_of_path(traced.system, inputs, expected);
  EXPECT_NEAR(value, best, 1e-12 * std::abs(best));
  ASSERT_EQ(path->size(), expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) EXPECT_EQ((*path)[n].position, expected[n].position);
  CompiledPath limited(traced.system, traced.system, traced.shared, options, *device, compile, small);
  EXPECT_EQ(limited.path(ProblemList(traced.system, varying, {&problem, 1}), inputs), std::nullopt);
}

TEST(CompiledPath, IsAsGoodAsThatOfTheInterpreter) {
  std::mt19937 random(1);
  Traced traced{recursion::read_system({"test.rec", program}, "best"), {}, {"s", "t"}};
  expect_path(traced, random, 5);
  traced = {recursion::read_system(base::read_source(folder + "genefinder.rec"), "best_path"), {}, {"x"}};
  recursion::set_model(traced.shared, "h",
                       recursion::read_program(base::read_source(folder + "genefinder.rec")).models.front());
  expect_path(traced, random, 200);
  traced = {recursion::read_system(base::read_source(folder + "profile_viterbi.rec"), "viterbi_bits"), {}, {"x"}, 24};
  std::map<std::string, std::vector<double>> fields;
  std::uniform_real_distribution<double> number(0.01, 1);
  std::size_t constexpr n_positions = 12, n_letters = 24;
  for (char const* const name : {"match", "insert", "entry", "mm", "mi", "md", "im", "ii", "dm", "dd"})
    for (std::size_t n = 0; n < n_positions * n_letters; ++n) fields[name].push_back(number(random));
  for (char const* const name : {"entry", "mm", "mi", "md", "im", "ii", "dm", "dd"}) fields[name].resize(n_positions);
  recursion::set_profile(traced.shared, "p", n_positions - 1, n_letters, fields);
  expect_path(traced, random, 100);
}

// A letter A of state a is as probable as one of state b, but the products have different rounding errors.
TEST(CompiledPath, IsTheFirstOfEquallyProbableOnes) {
  recursion::Program const ties = recursion::read_program({"test.rec", R"(
alphabet dna = "ACGT"
hmm pair[dna] = {
  state a { "A": 0.3, "C": 0.3, "G": 0.2, "T": 0.2 }
  state b { "A": 0.6, "C": 0.1, "G": 0.2, "T": 0.1 }
  transition start -> a: 2/3
  transition start -> b: 1/3
  transition a -> a: 0.6
  transition a -> b: 0.3
  transition a -> end: 0.1
  transition b -> a: 0.6
  transition b -> b: 0.3
  transition b -> end: 0.1
}
prob best(hmm h, state[h] s, seq[dna] x, index[x] i) =
  if s.isend then max(t in s.transitionsto: t.prob * best(t.start, i))
  else if i == 0 then if s.isstart then 1.0 else 0.0
  else s.emission[x[i - 1]] * max(t in s.transitionsto: t.prob * best(t.start, i - 1))
print best(pair, "ACGT")
)"});
  Traced traced{std::get<recursion::Print>(ties.statements.front()).system, {}, {"x"}};
  recursion::set_model(traced.shared, "h", ties.models.front());
  std::mt19937 random(4);
  for (std::size_t const length : {20u, 200u}) expect_path(traced, random, length);
}

// Ten equal letters have the score 10^9, which is larger than the tables of the kernel.
TEST(CompiledPath, ReportsOverflows) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  recursion::System const system = recursion::read_system({"test.rec", program}, "best");
  std::vector<std::uint8_t> const letters(10, 1);
  Problem const problem{{{"s", letters}, {"t", letters}}};
  recursion::Inputs inputs;
  for (char const* const name : {"s", "t"}) recursion::set_sequence(inputs, name, letters);
  recursion::Inputs const shared;
  Compile const compile = compile_with(compiler);
  MemoryLimit memory(1 << 30);
  CompiledPath kernel(system, system, shared, {.varying = {"s", "t"}, .n_letters = 4}, *device, compile, memory);
  EXPECT_EQ(kernel.path(ProblemList(system, {"s", "t"}, {&problem, 1}), inputs), std::nullopt);
}

// The tables of the alignment have more elements than the solver interprets.
TEST(CompiledPath, HasTheScoreOfTheSolver) {
  std::mt19937 random(2);
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  recursion::System const system = recursion::read_system({"test.rec", R"(
alphabet dna = "ACGT"
int d(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else (d(i - 1, j) + 1) min (d(i, j - 1) + 1) min (d(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then 0 else 1))
)"},
                                                          "d");
  std::vector<std::uint8_t> const s = random_letters(random, 700, 4), t = random_letters(random, 600, 4);
  Problem const problem{{{"s", s}, {"t", t}}};
  Solver solver(system, {}, *device, compile_with(compiler), {});
  double const score = solver.solve({&problem, 1}).front().value.number;
  std::size_t const n_before = compiler.n_compiled();
  std::vector<PathStep> const path = solver.trace(problem);
  EXPECT_EQ(compiler.n_compiled(), n_before + 1);
  recursion::Inputs inputs;
  recursion::set_sequence(inputs, "s", s);
  recursion::set_sequence(inputs, "t", t);
  EXPECT_EQ(value_of_path(system, inputs, path), score);
}

} // namespace
} // namespace chemora::recursions
