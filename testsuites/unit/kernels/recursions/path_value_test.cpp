#include "kernels/recursions/path_value.hpp"

#include "testsuites/support/recursion_inputs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace chemora::recursions {
namespace {

using Path = std::vector<PathStep>;

/// The only statement of a program with its inputs; sequences are literals.
struct Statement {
  explicit Statement(std::string const& text) : program(recursion::read_program({"test.rec", text})) {
    auto const& print = std::get<recursion::Print>(program.statements.front());
    system = print.system;
    testing_support::set_scalars(inputs, program);
    for (std::size_t n = 0; n < print.arguments.size(); ++n) {
      std::string const& argument = print.arguments[n];
      std::string const& parameter = system.result->calling[n];
      if (argument.front() == '"')
        testing_support::set_sequence(inputs, parameter, program.alphabet(print.alphabets[n]),
                                      argument.substr(1, argument.size() - 2));
      else if (!program.models.empty())
        recursion::set_model(inputs, parameter, program.models.front());
      else
        recursion::set_matrix(inputs, parameter, program.matrices.front());
    }
  }
  double value(Path const& path) const { return value_of_path(system, inputs, path); }

  recursion::Program program;
  recursion::System system;
  recursion::Inputs inputs;
};

Statement const edit(R"(
alphabet en = "eginkst"
int d(seq[en] s, index[s] i, seq[en] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)
  else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1
print d("kitten", "sitting")
)");

TEST(PathValue, IsTheResultForTheBestPath) {
  Path const path{{"d", {0, 0}}, {"d", {1, 1}}, {"d", {2, 2}}, {"d", {3, 3}},
                  {"d", {4, 4}}, {"d", {5, 5}}, {"d", {6, 6}}, {"d", {6, 7}}};
  EXPECT_EQ(edit.value(path), 3);
  EXPECT_EQ(edit.value(path), recursion::interpret(edit.system, edit.inputs).number);
}

TEST(PathValue, IsWorseForOtherPaths) {
  Path path;
  for (long i = 0; i <= 3; ++i) path.push_back({"d", {i, 0}}); // three insertions, which the base case counts
  for (long j = 1; j <= 4; ++j) path.push_back({"d", {3, j}});
  for (long n = 1; n <= 3; ++n) path.push_back({"d", {3 + n, 4 + n}});
  EXPECT_GT(edit.value(path), 3);
}

TEST(PathValue, IsLargeForPathsThatDoNotExist) { EXPECT_GT(edit.value({{"d", {0, 0}}, {"d", {6, 7}}}), 1e6); }

TEST(PathValue, RejectsElementsOutsideOfTables) {
  EXPECT_THROW(edit.value({}), base::InternalError);
  EXPECT_THROW(edit.value({{"d", {9, 1}}}), base::InternalError);
}

TEST(PathValue, FollowsSeveralFunctionsOfALocalAlignment) {
  Statement const search(R"(
alphabet dna = "ACGT"
matrix[dna] scores = { match 2, mismatch -3 }
let gap_open = 2
let gap_extend = 1
int h(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else 0 max (h(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max e(i, j)
int e(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (h(i, j - 1) - gap_open - gap_extend) max (e(i, j - 1) - gap_extend)
int search(matrix[dna] m, seq[dna] q, seq[dna] t) = max(i in index[q], j in index[t]: h(i, j))
print search(scores, "ACGTACG", "TACGGGTACG")
)");
  // ACG--TACG: 7 matches and a gap of 2 letters
  Path const path{{"h", {0, 1}}, {"h", {1, 2}}, {"h", {2, 3}}, {"h", {3, 4}}, {"e", {3, 5}}, {"e", {3, 6}},
                  {"h", {3, 6}}, {"h", {4, 7}}, {"h", {5, 8}}, {"h", {6, 9}}, {"h", {7, 10}}};
  EXPECT_EQ(search.value(path), 14 - 2 - 2);
  EXPECT_EQ(search.value(path), recursion::interpret(search.system, search.inputs).number);
}

TEST(PathValue, AddsLogarithmsOfProbabilities) {
  std::string const rolls(2000, '6');
  Statement const casino(R"(
alphabet dice = "123456"
hmm casino[dice] = {
  state fair { uniform }
  state loaded { "12345": 1/10, "6": 1/2 }
  transition start -> fair: 0.5
  transition start -> loaded: 0.5
  transition fair -> fair: 0.94
  transition fair -> loaded: 0.05
  transition fair -> end: 0.01
  transition loaded -> loaded: 0.89
  transition loaded -> fair: 0.1
  transition loaded -> end: 0.01
}
prob viterbi(hmm h, state[h] s, seq[dice] x, index[x] i) =
  if s.isend then max(t in s.transitionsto: t.prob * viterbi(t.start, i))
  else if i == 0 then if s.isstart then 1.0 else 0.0
  else s.emission[x[i - 1]] * max(t in s.transitionsto: t.prob * viterbi(t.start, i - 1))
float bits(hmm h, seq[dice] x) = log(viterbi(h.end, length(x))) / log(2.0) + 7
print bits(casino, ")" + rolls +
                         "\")\n");
  Path path{{"viterbi", {0, 0}}};
  for (long i = 1; i <= 2000; ++i) path.push_back({"viterbi", {2, i}});
  path.push_back({"viterbi", {3, 2000}});
  double const expected = std::log2(0.5) + 2000 * std::log2(0.5) + 1999 * std::log2(0.89) + std::log2(0.01) + 7;
  EXPECT_NEAR(casino.value(path), expected, 1e-9 * std::abs(expected));
}

} // namespace
} // namespace chemora::recursions
