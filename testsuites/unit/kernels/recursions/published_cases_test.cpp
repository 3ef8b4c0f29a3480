// Recursions whose results are published: the interpreter and the compiled kernels give these results.
#include "codegen/recursion/recursion.hpp"
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/recursions/solver.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <gtest/gtest.h>

namespace chemora::recursions {
namespace {

struct Case {
  std::string name, program, function, alphabet;
  /// The values of calling parameters that are sequences. Those named in `shared` are arguments of all problems.
  std::map<std::string, std::string> sequences{};
  std::set<std::string> shared{};
  std::map<std::string, std::vector<double>> matrices{};
  double expected = 0;

  friend void PrintTo(Case const& problem, std::ostream* os) { *os << problem.name; }
};

std::vector<std::uint8_t> codes(Case const& problem, std::string const& parameter) {
  std::vector<std::uint8_t> result;
  for (char const letter : problem.sequences.at(parameter))
    result.push_back(static_cast<std::uint8_t>(problem.alphabet.find(letter)));
  return result;
}

void add_sequence(recursion::Inputs& inputs, Case const& problem, std::string const& parameter) {
  auto const letters = codes(problem, parameter);
  inputs.sizes["length_" + parameter] = static_cast<long>(letters.size());
  inputs.arrays[parameter] = {letters.begin(), letters.end()};
}

double interpreted(Case const& problem) {
  recursion::Inputs inputs;
  inputs.arrays = problem.matrices;
  for (auto const& [parameter, letters] : problem.sequences) add_sequence(inputs, problem, parameter);
  return recursion::interpret(recursion::read_system({"published.rec", problem.program}, problem.function), inputs)
      .number;
}

std::vector<double> compiled(Case const& problem, std::size_t n_problems) {
  auto const device = device::make_host_device();
  tests::Compiler compiler(*device);
  recursion::Inputs shared;
  shared.arrays = problem.matrices;
  std::map<std::string, std::vector<std::uint8_t>> varying;
  for (auto const& [parameter, letters] : problem.sequences)
    if (problem.shared.contains(parameter))
      add_sequence(shared, problem, parameter);
    else
      varying[parameter] = codes(problem, parameter);
  Problem one;
  for (auto const& [parameter, letters] : varying) one.sequences[parameter] = letters;
  Solver solver(recursion::read_system({"published.rec", problem.program}, problem.function), shared, *device,
                tests::compile_with(compiler), {.threads = 2});
  std::vector<double> numbers;
  for (auto const& result : solver.solve(std::vector<Problem>(n_problems, one))) numbers.push_back(result.value.number);
  return numbers;
}

/// Returns the scores of a match and of all other pairs of letters.
std::vector<double> scores(std::size_t n_letters, double match, double mismatch) {
  std::vector<double> matrix(n_letters * n_letters, mismatch);
  for (std::size_t n = 0; n < n_letters; ++n) matrix[n * n_letters + n] = match;
  return matrix;
}

/// The part of BLOSUM50 (Henikoff and Henikoff 1992) for the letters AEGHPW.
std::vector<double> const blosum50{5,  -1, 0,  -2, -1, -3,  // A
                                   -1, 6,  -3, 0,  -1, -3,  // E
                                   0,  -3, 8,  -2, -2, -3,  // G
                                   -2, 0,  -2, 10, -2, -3,  // H
                                   -1, -1, -2, -2, 10, -4,  // P
                                   -3, -3, -3, -3, -4, 15}; // W

std::string const english = "abcdefghijklmnopqrstuvwxyz";
std::string const edit_distance = R"(
alphabet en = "abcdefghijklmnopqrstuvwxyz"
int d(seq[en] s, index[s] i, seq[en] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)
  else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1
print d("kitten", "sitting")
)";

Case edit(std::string const& s, std::string const& t, double expected) {
  return {s + "_" + t, edit_distance, "d", english, {{"s", s}, {"t", t}}, {"s"}, {}, expected};
}

std::string with_letters(std::string const& letters, std::string const& program) {
  return "alphabet letters = \"" + letters + "\"\nload scores: matrix[letters]\nload first: seq[letters]\n" +
         "load second: seq[letters]\n" + program;
}

std::string global(std::string const& gap) {
  return "int g(matrix[letters] m, seq[letters] q, index[q] i, seq[letters] t, index[t] j) =\n"
         "  if i == 0 then -" +
         gap + " * j else if j == 0 then -" + gap +
         " * i\n"
         "  else (g(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max (g(i - 1, j) - " +
         gap + ") max (g(i, j - 1) - " + gap + ")\nprint map g over (scores, first, second)\n";
}

std::string local(std::string const& gap) {
  return "int h(matrix[letters] m, seq[letters] q, index[q] i, seq[letters] t, index[t] j) =\n"
         "  if i == 0 or j == 0 then 0\n"
         "  else 0 max (h(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max (h(i - 1, j) - " +
         gap + ") max (h(i, j - 1) - " + gap +
         ")\nint best(matrix[letters] m, seq[letters] q, seq[letters] t) =\n"
         "  max(i in index[q], j in index[t]: h(i, j))\nprint map best over (scores, first, second)\n";
}

std::string const nussinov = R"(
alphabet rna = "ACGU"
matrix[rna] pairs = { match 0, mismatch 0 }
load strand: seq[rna]
int n(matrix[rna] pair, seq[rna] s, index[s] i, index[s] j) =
  if j < i + 2 then 0
  else n(i + 1, j) max (n(i + 1, j - 1) + pair[s[i], s[j - 1]]) max max(k in i + 1 .. j - 1: n(i, k) + n(k, j))
int folded(matrix[rna] pair, seq[rna] s) = max(i in index[s], j in index[s]: n(i, j))
print map folded over (pairs, strand)
)";

class PublishedCases : public testing::TestWithParam<Case> {};

TEST_P(PublishedCases, AreInterpreted) { EXPECT_EQ(interpreted(GetParam()), GetParam().expected); }

TEST_P(PublishedCases, AreComputedForEachProblem) {
  constexpr std::size_t n_problems = 3;
  EXPECT_EQ(compiled(GetParam(), n_problems), std::vector<double>(n_problems, GetParam().expected));
}

INSTANTIATE_TEST_SUITE_P(Distances, PublishedCases,
                         testing::Values(edit("kitten", "sitting", 3), edit("saturday", "sunday", 3),
                                         edit("intention", "execution", 5), edit("rosettacode", "raisethysword", 8)),
                         [](auto const& info) { return info.param.name; });

// Durbin, Eddy, Krogh and Mitchison 1998, figures 2.5 and 2.6: BLOSUM50, a gap costs 8 per letter. The example of the
// Smith-Waterman algorithm in Wikipedia: match 3, mismatch -3, gap 2. That of Needleman-Wunsch: 1, -1, 1.
INSTANTIATE_TEST_SUITE_P(Alignments, PublishedCases,
                         testing::Values(Case{"DurbinGlobal",
                                              with_letters("AEGHPW", global("8")),
                                              "g",
                                              "AEGHPW",
                                              {{"q", "HEAGAWGHEE"}, {"t", "PAWHEAE"}},
                                              {"q"},
                                              {{"m", blosum50}},
                                              1},
                                         Case{"DurbinLocal",
                                              with_letters("AEGHPW", local("8")),
                                              "best",
                                              "AEGHPW",
                                              {{"q", "HEAGAWGHEE"}, {"t", "PAWHEAE"}},
                                              {"q"},
                                              {{"m", blosum50}},
                                              28},
                                         Case{"SmithWaterman",
                                              with_letters("ACGT", local("2")),
                                              "best",
                                              "ACGT",
                                              {{"q", "TGTTACGG"}, {"t", "GGTTGACTA"}},
                                              {"q"},
                                              {{"m", scores(4, 3, -3)}},
                                              13},
                                         Case{"NeedlemanWunsch",
                                              with_letters("ACGT", global("1")),
                                              "g",
                                              "ACGT",
                                              {{"q", "GCATGCG"}, {"t", "GATTACA"}},
                                              {"q"},
                                              {{"m", scores(4, 1, -1)}},
                                              0}),
                         [](auto const& info) { return info.param.name; });

// The largest number of pairs A-U, C-G and G-U of the strand GGGAAAUCC (Nussinov and Jacobson 1980, without minimal
// loop).
INSTANTIATE_TEST_SUITE_P(Folding, PublishedCases,
                         testing::Values(Case{"Nussinov",
                                              nussinov,
                                              "folded",
                                              "ACGU",
                                              {{"s", "GGGAAAUCC"}},
                                              {},
                                              {{"pair", {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0}}},
                                              3}),
                         [](auto const& info) { return info.param.name; });

} // namespace
} // namespace chemora::recursions
