#include "codegen/recursion/recursion.hpp"

#include <gtest/gtest.h>

namespace chemora::recursion {
namespace {

char const* const edit_distance = R"(
alphabet en = "abcdefghijklmnopqrstuvwxyz"
int d(seq[en] s, index[s] i, seq[en] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)
  else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1
print d("kitten", "sitting")
)";

void set_letters(Inputs& inputs, std::string const& name, std::string const& text, std::string const& alphabet) {
  inputs.sizes["length_" + name] = static_cast<long>(text.size());
  for (char const letter : text) inputs.arrays[name].push_back(static_cast<double>(alphabet.find(letter)));
}

TEST(Interpret, ComputesTheEditDistanceOfKittenAndSitting) {
  System const system = read_system({"edit.rec", edit_distance}, "d");
  Inputs inputs;
  std::string const letters = "abcdefghijklmnopqrstuvwxyz";
  set_letters(inputs, "s", "kitten", letters);
  set_letters(inputs, "t", "sitting", letters);
  EXPECT_EQ(interpret(system, inputs).number, 3) << to_text(system);
  read_program({"edit.rec", edit_distance});
}

char const* const search = R"(
alphabet dna = "ACGT"
matrix[dna] scores = { match 2, mismatch -3 }
load query: seq[dna]
load database: seq[dna]
let gap_open = 4
let gap_extend = 1
int h(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 or j == 0 then 0
  else 0 max (h(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max e(i, j) max f(i, j)
int e(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if j == 0 then -infinity else (h(i, j - 1) - gap_open - gap_extend) max (e(i, j - 1) - gap_extend)
int f(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 then -infinity else (h(i - 1, j) - gap_open - gap_extend) max (f(i - 1, j) - gap_extend)
int search(matrix[dna] m, seq[dna] q, seq[dna] t) = max(i in index[q], j in index[t]: h(i, j))
print align search over (scores, query, database)
)";

TEST(Interpret, FindsTheBestLocalAlignmentWithAGap) {
  System const system = read_system({"search.rec", search}, "search");
  Inputs inputs{.scalars = {{"gap_open", 4}, {"gap_extend", 1}}};
  set_letters(inputs, "q", "ACGTACGTAC", "ACGT");
  set_letters(inputs, "t", "TTACGTACCGTACTT", "ACGT");
  inputs.arrays["m"] = {2, -3, -3, -3, -3, 2, -3, -3, -3, -3, 2, -3, -3, -3, -3, 2};
  Value const value = interpret(system, inputs);
  EXPECT_EQ(value.number, 15) << to_text(system); // 10 matches, 1 gap of length 1
  EXPECT_EQ(value.position, (std::vector<long>{10, 13}));
  Program const program = read_program({"search.rec", search});
  EXPECT_TRUE(program.warnings.empty());
}

char const* const casino = R"(
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
load rolls: seq[dice]
prob forward(hmm h, state[h] s, seq[*] x, index[x] i) =
  if s.isend then sum(t in s.transitionsto: t.prob * forward(t.start, i))
  else if i == 0 then if s.isstart then 1.0 else 0.0
  else s.emission[x[i - 1]] * sum(t in s.transitionsto: t.prob * forward(t.start, i - 1))
float bits(hmm h, seq[*] x) = log(forward(h.end, length(x))) / log(2.0)
print map bits over (casino, rolls)
print forward(casino, "123")
)";

TEST(Interpret, PrintsSystems) {
  System const system = read_system({"casino.rec", casino}, "bits");
  EXPECT_NE(to_text(system).find("i == 0 and s == 0: 1.0"), std::string::npos);
  read_program({"casino.rec", casino});
}

// The letters of the sequence of `steps` are not read, so that no array of the system has their alphabet.
TEST(Interpret, KnowsTheAlphabetsOfSequences) {
  Program program = read_program({"casino.rec", casino});
  EXPECT_EQ(std::get<Print>(program.statements.at(0)).alphabets, (std::vector<std::string>{"", "dice"}));
  EXPECT_EQ(std::get<Print>(program.statements.at(1)).alphabets, (std::vector<std::string>{"", "dice"}));
  program =
      read_program({"steps.rec", "alphabet dna = \"ACGT\"\nalphabet protein = \"KLM\"\n"
                                 "int steps(seq[protein] s, index[s] i) = if i == 0 then 0 else steps(i - 1) + 1\n"
                                 "print steps(\"KLM\")\n"});
  EXPECT_EQ(std::get<Print>(program.statements.front()).alphabets, std::vector<std::string>{"protein"});
}

} // namespace
} // namespace chemora::recursion
