#include "codegen/recursion/recursion.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/recursion_inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::recursion {
namespace {

using testing::HasSubstr;

/// The path of the first function of a text, with the sequences s and t, as `d(0, 0) d(1, 1) ...`.
std::string path_text(std::string const& text, std::string const& function, std::string const& s,
                      std::string const& t = "") {
  std::string const source = "alphabet dna = \"ACGT\"\n" + text;
  System const system = read_system({"test.rec", source}, function);
  Inputs inputs;
  Alphabet const dna{"dna", "ACGT"};
  testing_support::set_sequence(inputs, "s", dna, s);
  testing_support::set_sequence(inputs, "t", dna, t);
  std::string path;
  for (TableElement const& element : interpret_path(system, inputs)) {
    path += path.empty() ? "" : " ";
    path += element.function;
    for (long const coordinate : element.position) path += " " + std::to_string(coordinate);
  }
  return path;
}

std::string error_of(std::string const& text, std::string const& function, std::string const& s) {
  return testing_support::error_of([&] { path_text(text, function, s, s); });
}

TEST(InterpretPath, FollowsMinimaAndSelections) {
  EXPECT_EQ(path_text("int d(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =\n"
                      "  if i == 0 then j else if j == 0 then i\n"
                      "  else if s[i - 1] == t[j - 1] then d(i - 1, j - 1)\n"
                      "  else (d(i - 1, j) min d(i, j - 1) min d(i - 1, j - 1)) + 1\n",
                      "d", "ACG", "AG"),
            "d 0 0 d 1 1 d 2 1 d 3 2");
}

TEST(InterpretPath, FollowsTablesThatAreKnown) {
  System const system =
      read_system({"test.rec", "alphabet dna = \"ACGT\"\n"
                               "int h(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =\n"
                               "  if i == 0 or j == 0 then 0\n"
                               "  else 0 max (h(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then 1 else -1))\n"
                               "int best(seq[dna] s, seq[dna] t) = max(i in index[s], j in index[t]: h(i, j))\n"},
                  "best");
  Inputs inputs;
  Alphabet const dna{"dna", "ACGT"};
  testing_support::set_sequence(inputs, "s", dna, "TTACGTA");
  testing_support::set_sequence(inputs, "t", dna, "ACGT");
  ReadElement const read = [&](std::string const& function, std::size_t number) {
    System element = system;
    TableValue& table = element.result->tables.front();
    table = {.name = table.name,
             .function = function,
             .arguments = {ir::linear(static_cast<long>(number) / 5), ir::linear(static_cast<long>(number) % 5)}};
    return WideNumber(interpret(element, inputs).number);
  };
  std::vector<TableElement> const path = path_in_tables(system, inputs, read),
                                  expected = interpret_path(system, inputs);
  ASSERT_EQ(path.size(), expected.size());
  ASSERT_EQ(path.size(), 5);
  for (std::size_t n = 0; n < path.size(); ++n) EXPECT_EQ(path[n].position, expected[n].position);
}

TEST(InterpretPath, StartsAtTheFirstExtremum) {
  EXPECT_EQ(path_text("int h(seq[dna] s, index[s] i) = if i == 0 then 0 else 0 max (h(i - 1) + (if s[i - 1] == 'A' "
                      "then 1 else -1))\n"
                      "int best(seq[dna] s) = max(i in index[s]: h(i))\n",
                      "best", "CAACCAAC"),
            "h 1 h 2 h 3");
}

TEST(InterpretPath, FollowsTheFirstTermOfAReduction) {
  EXPECT_EQ(
      path_text("int f(seq[dna] s, index[s] i) = if i == 0 then 0 else max(k in 0 .. i - 1: f(k)) + 1\n", "f", "AAA"),
      "f 0 f 1 f 2 f 3");
}

// 0.1 * 3.0 is equal to 0.3 except for a rounding error, which makes it larger.
TEST(InterpretPath, FollowsTheFirstOfEqualProbabilities) {
  std::string const start = "prob f(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =\n"
                            "  if i == 0 or j == 0 then 1.0 else ";
  EXPECT_EQ(path_text(start + "(0.3 * f(i - 1, j)) max (0.1 * 3.0 * f(i, j - 1))\n", "f", "A", "A"), "f 0 1 f 1 1");
  EXPECT_EQ(path_text(start + "(0.1 * 3.0 * f(i, j - 1)) max (0.3 * f(i - 1, j))\n", "f", "A", "A"), "f 1 0 f 1 1");
  EXPECT_EQ(path_text(start + "(0.3 * f(i - 1, j)) max (0.3000001 * f(i, j - 1))\n", "f", "A", "A"), "f 1 0 f 1 1");
  std::string const values =
      "prob g(seq[dna] s, index[s] i) = if i == 0 then 0.2 else if i == 1 then 0.3 else 0.1 * 3.0\n";
  EXPECT_EQ(path_text(values + "prob best(seq[dna] s) = max(i in index[s]: g(i))\n", "best", "AAA"), "g 1");
  EXPECT_EQ(path_text("prob h(seq[dna] s, index[s] i) = if i == 0 then 0.3 else if i == 1 then 0.1 * 3.0\n"
                      "  else max(k in 0 .. 1: h(k)) * 0.5\n",
                      "h", "AA"),
            "h 0 h 2");
}

TEST(InterpretPath, RejectsResultsThatFollowFromSeveralElements) {
  EXPECT_THAT(error_of("int f(seq[dna] s, index[s] i) = if i <= 1 then i else f(i - 1) + f(i - 2)\n", "f", "AAAA"),
              HasSubstr("`f` has no path, because it combines several calls other than by `min` and `max`."));
  EXPECT_THAT(
      error_of("prob f(seq[dna] s, index[s] i) = if i == 0 then 1.0 else sum(k in 0 .. i - 1: f(k))\n", "f", "AA"),
      HasSubstr("`f` has no path, because a sum follows from all of its terms."));
  EXPECT_THAT(error_of("int f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i - 1) + 1\n"
                       "int twice(seq[dna] s) = f(length(s)) + f(0)\n",
                       "twice", "AA"),
              HasSubstr("`twice` has no path, because its result does not follow from one table."));
}

} // namespace
} // namespace chemora::recursion
