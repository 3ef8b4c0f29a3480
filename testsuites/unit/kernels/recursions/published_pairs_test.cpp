// Scores of pairs of proteins with BLOSUM62 that are published, and probabilities of the casino by enumeration.
#include "testsuites/unit/kernels/recursions/literal_statements.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace chemora::recursions {
namespace {

using namespace tests;

/// Returns the statement `matrix` with the elements of the file of the thorn Sequences.
std::string blosum62() {
  std::ifstream file(CHEMORA_SOURCE_DIR "/thorns/Sequences/Sequences/programs/blosum62.txt");
  std::string result = "matrix[protein] blosum62 = {\n";
  bool has_columns = false;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string letter, number;
    words >> letter;
    if (has_columns) {
      result += fmt::format("  \"{}\":", letter);
      for (char const* separator = " "; words >> number; separator = ", ") result += separator + number;
      result += "\n";
    }
    has_columns = true;
  }
  return "alphabet protein = \"ARNDCQEGHILKMFPSTWYVBZX*\"\n" + result + "}\n";
}

char const* const parameters = "(matrix[protein] m, seq[protein] q, index[q] i, seq[protein] t, index[t] j)";

/// Returns the functions of an alignment with affine gaps: a gap of n letters costs `open` + n `extend`. Elements of
/// the matrix are multiplied by `factor`.
std::string affine(bool is_local, int open, int extend, int factor) {
  std::string const border = is_local ? "if i == 0 or j == 0 then 0 else 0 max "
                                      : fmt::format("if i == 0 and j == 0 then 0 else if i == 0 then e(i, j) else if j "
                                                    "== 0 then f(i, j) else ");
  return fmt::format("int h{0} =\n  {1}(h(i - 1, j - 1) + {4} * m[q[i - 1], t[j - 1]]) max e(i, j) max f(i, j)\n"
                     "int e{0} =\n  if j == 0 then -infinity else (h(i, j - 1) - {2} - {3}) max (e(i, j - 1) - {3})\n"
                     "int f{0} =\n  if i == 0 then -infinity else (h(i - 1, j) - {2} - {3}) max (f(i - 1, j) - {3})\n"
                     "int local(matrix[protein] m, seq[protein] q, seq[protein] t) =\n"
                     "  max(i in index[q], j in index[t]: h(i, j))\n",
                     parameters, border, open, extend, factor);
}

void expect_score(std::string const& functions, std::string const& statement, double expected) {
  for (LiteralStatement const& each : literal_statements(blosum62() + functions + statement)) {
    EXPECT_EQ(interpreted(each), expected) << statement;
    EXPECT_EQ(compiled(each), expected) << statement;
  }
}

// The examples of the problems GLOB, GAFF and LAFF of Rosalind (rosalind.info). In GAFF and LAFF a gap of n letters
// costs 11 + (n - 1).
TEST(Blosum62, HasTheScoresOfRosalind) {
  std::string const linear =
      fmt::format("int g{} =\n  if i == 0 then -5 * j else if j == 0 then -5 * i\n"
                  "  else (g(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max (g(i - 1, j) - 5) max (g(i, j - 1) - 5)\n",
                  parameters);
  expect_score(linear, "print g(blosum62, \"PLEASANTLY\", \"MEANLY\")\n", 8);
  expect_score(affine(false, 10, 1, 1), "print h(blosum62, \"PRTEINS\", \"PRTWPSEIN\")\n", 8);
  expect_score(affine(true, 10, 1, 1), "print local(blosum62, \"PLEASANTLY\", \"MEANLY\")\n", 12);
}

// The example of the program water in the documentation of EMBOSS: human haemoglobin, chains alpha and beta (UniProt
// P69905 and P68871 without the first M). The score is 293.5 for gaps of 10 + 0.5 (n - 1); twice of it is an integer.
TEST(Blosum62, HasTheScoreOfHaemoglobinsInEmboss) {
  std::string const alpha =
      "VLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSHGSAQVKGHGKKVADALTNAVAHVDDMPNALSALSDLHAHKLRVDPVNFKLLSHC"
      "LLVTLAAHLPAEFTPAVHASLDKFLASVSTVLTSKYR";
  std::string const beta =
      "VHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLSTPDAVMGNPKVKAHGKKVLGAFSDGLAHLDNLKGTFATLSELHCDKLHVDPENFRL"
      "LGNVLVCVLAHHFGKEFTPPVQAAYQKVVAGVANALAHKYH";
  expect_score(affine(true, 19, 1, 2), fmt::format("print local(blosum62, \"{}\", \"{}\")\n", alpha, beta), 587);
}

// The occasionally dishonest casino (Durbin, Eddy, Krogh and Mitchison 1998, section 3.2), with an end.

struct State {
  bool is_loaded;
  double start, fair, loaded, end; ///< probabilities of transitions from `start` and to the other states
  double emission(char roll) const { return !is_loaded ? 1. / 6 : roll == '6' ? 0.5 : 0.1; }
};
State const fair{false, 0.5, 0.94, 0.05, 0.01}, loaded{true, 0.5, 0.1, 0.89, 0.01};

/// Adds or maximises the probabilities of all paths through the two states.
double enumerated(std::string const& rolls, bool is_maximum) {
  double total = 0;
  for (unsigned path = 0; path < 1U << rolls.size(); ++path) {
    double product = 1;
    State const* previous = nullptr;
    for (std::size_t n = 0; n < rolls.size(); ++n) {
      bool const is_loaded = (path >> n & 1U) != 0;
      State const& state = is_loaded ? loaded : fair;
      product *= !previous ? state.start : is_loaded ? previous->loaded : previous->fair;
      product *= state.emission(rolls[n]);
      previous = &state;
    }
    product *= previous->end;
    total = is_maximum ? std::max(total, product) : total + product;
  }
  return total;
}

std::string casino(std::string const& reduction, std::string const& rolls) {
  return fmt::format(R"(
alphabet dice = "123456"
hmm casino[dice] = {{
  state loaded {{ "12345": 1/10, "6": 1/2 }}
  state fair {{ uniform }}
  transition fair -> fair: 0.94
  transition start -> fair: 0.5
  transition start -> loaded: 0.5
  transition fair -> loaded: 0.05
  transition fair -> end: 0.01
  transition loaded -> loaded: 0.89
  transition loaded -> fair: 0.1
  transition loaded -> end: 0.01
}}
prob p(hmm h, state[h] s, seq[dice] x, index[x] i) =
  if s.isend then {0}(t in s.transitionsto: t.prob * p(t.start, i))
  else if i == 0 then if s.isstart then 1 else 0
  else s.emission[x[i - 1]] * {0}(t in s.transitionsto: t.prob * p(t.start, i - 1))
print p(casino, "{1}")
)",
                     reduction, rolls);
}

TEST(Casino, HasTheProbabilitiesOfAllPaths) {
  for (std::string const rolls : {"6", "66416646666"})
    for (bool const is_maximum : {false, true}) {
      LiteralStatement const statement = literal_statements(casino(is_maximum ? "max" : "sum", rolls)).front();
      double const expected = std::log(enumerated(rolls, is_maximum));
      EXPECT_NEAR(interpreted(statement), expected, 1e-12 * std::abs(expected)) << rolls;
      EXPECT_NEAR(compiled(statement), expected, 1e-9 * std::abs(expected)) << rolls;
    }
}

/// Returns the logarithm of the probability by a forward algorithm that divides by the sum of both states.
long double scaled_forward(std::string const& rolls) {
  long double f = fair.start * fair.emission(rolls[0]), l = loaded.start * loaded.emission(rolls[0]), logarithm = 0;
  for (std::size_t n = 1; n < rolls.size(); ++n) {
    long double const sum = f + l, old_f = f / sum, old_l = l / sum;
    logarithm += std::log(sum);
    f = fair.emission(rolls[n]) * (old_f * fair.fair + old_l * loaded.fair);
    l = loaded.emission(rolls[n]) * (old_f * fair.loaded + old_l * loaded.loaded);
  }
  return logarithm + std::log((f + l) * fair.end);
}

TEST(Casino, DoesNotUnderflowInALongSequence) {
  constexpr std::size_t n_rolls = 100'000;
  std::string rolls;
  for (unsigned long state = 1; rolls.size() < n_rolls; state = state * 48271 % 2147483647)
    rolls += static_cast<char>('1' + state / 1000 % 6);
  LiteralStatement const statement = literal_statements(casino("sum", rolls)).front();
  auto const expected = static_cast<double>(scaled_forward(rolls));
  EXPECT_LT(expected, -100'000);
  EXPECT_NEAR(compiled(statement), expected, 1e-9 * std::abs(expected));
}

} // namespace
} // namespace chemora::recursions
