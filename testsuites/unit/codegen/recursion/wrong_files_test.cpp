// Tests the readers of matrix files and model files, and their messages for wrong files.
#include "codegen/recursion/inputs.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::recursion {
namespace {

using testing::StartsWith;

Alphabet const dna{"dna", "ACGT"};

struct WrongFile {
  char const* text;
  char const* message; ///< line, column and beginning of the first message
};

Matrix matrix(std::string const& text) { return read_matrix({"m.txt", text}, "m", dna); }

TEST(MatrixFiles, HaveCommentsAndAnyOrderOfLetters) {
  Matrix const read = matrix("# comment\n\n   T  G  C  A  N\nA  1 -2 +3  4  0 # end\nC 5 6 7 8 0\nT,9,10,11,12,0\r\n"
                             "G 13 14 15 16 0\nN 0 0 0 0 0\n");
  EXPECT_EQ(read.values, (std::vector<double>{4, 3, -2, 1, 8, 7, 6, 5, 16, 15, 14, 13, 12, 11, 10, 9}));
  EXPECT_EQ(read.name, "m");
}

WrongFile const wrong_matrices[] = {
    {"", "1:1: The file has no line with the letters of the columns. Expected a matrix in the format of NCBI."},
    {"# only\n# comments\n", "2:1: The file has no line with the letters of the columns."},
    {"A C G T\nA 1 1 1 1\nC 1 1 1 1\nG 1 1 1 1\n",
     "4:1: The matrix has no row for the letter `T` of the alphabet `dna`."},
    {"A C G\nA 1 1 1\nC 1 1 1\nG 1 1 1\nT 1 1 1\n", "1:1: The matrix has no column for the letter `T` of the alphabet"},
    {"A C G T\nA 1 1 1\n", "2:1: The row has 3 numbers; the matrix has 4 columns."},
    {"A C G T\nA 1 1 1 1 1\n", "2:1: The row has 5 numbers; the matrix has 4 columns."},
    {"A C G T\nA 1 1 x 1\n", "2:7: `x` is not an integer between -1000000 and 1000000."},
    {"A C G T\nA 1 1 1.5 1\n", "2:7: `1.5` is not an integer between -1000000 and 1000000."},
    {"A C G T\nA 1 1 1000001 1\n", "2:7: `1000001` is not an integer between -1000000 and 1000000."},
    {"A C G T\nA 1 1 99999999999999999999 1\n", "2:7: `99999999999999999999` is not an integer between"},
    {"A C G T\nA 1 1 ++1 1\n", "2:7: `++1` is not an integer between -1000000 and 1000000."},
    {"A C A T\n", "1:5: The column `A` is repeated."},
    {"A C G T\nA 1 1 1 1\nA 1 1 1 1\n", "3:1: The row `A` is repeated."},
    {"A C G T\nAla 1 1 1 1\n", "2:1: `Ala` is not a letter; rows and columns begin with one letter."},
    {">seq\nACGT\n", "1:1: `>seq` is not a letter; rows and columns begin with one letter."},
    {"\x7f\x45LF\x01\x02", "1:1: `?ELF??` is not a letter; rows and columns begin with one letter."},
    {"A C G T\nA 1 1 \x1b[31m 1\n", "2:7: `?[31m` is not an integer between -1000000 and 1000000."},
};

TEST(MatrixFiles, ReportWrongFilesWithPosition) {
  for (auto const& [text, message] : wrong_matrices)
    EXPECT_THAT(testing_support::findings_of([&] { matrix(text); }), StartsWith(message)) << text;
}

TEST(MatrixFiles, ListABoundedNumberOfErrors) {
  std::string text = "A C G T\n";
  for (int n = 0; n < 1000; ++n) text += "A 1\n";
  std::string const findings = testing_support::findings_of([&] { matrix(text); });
  EXPECT_EQ(std::count(findings.begin(), findings.end(), '\n'), 50);
}

Model model(std::string const& text) { return read_model({"h.rec", text}, "h", dna); }

TEST(ModelFiles, ContainOneModel) {
  Model const read = model("// one state\nhmm any[letters] = { state a { uniform } transition start -> a: 1\n"
                           "transition a -> a: 0.75 transition a -> end: 1/4 }\n");
  EXPECT_EQ(read.name, "h");
  EXPECT_EQ(read.states, (std::vector<std::string>{"start", "a", "end"}));
  EXPECT_EQ(read.transitions.size(), 3U);
  EXPECT_EQ(read.emissions[4], 0.25);
}

WrongFile const wrong_models[] = {
    {"", "1:1: A file of a model contains one statement `hmm NAME[ALPHABET] = { ... }` and no other statements."},
    {"let a = 1\n", "1:1: A file of a model contains one statement"},
    {"hmm a[dna] = { transition start -> end: 1 }\nhmm b[dna] = { transition start -> end: 1 }\n",
     "1:1: A file of a model contains one statement"},
    {"hmm a[dna] = { transition start -> end: 1 }\nprint f()\n", "1:1: A file of a model contains one statement"},
    {"hmm a[dna] = { state x { \"U\": 1 } transition start -> x: 1 transition x -> end: 1 }",
     "1:26: `U` is not a letter of the alphabet `dna`, which is \"ACGT\"."},
    {"hmm a[dna] = { state x { 1/2, 1/2 } }", "1:24: The state `x` has 2 probabilities; the alphabet `dna` has 4"},
    {"hmm a[dna] = { state x { uniform } transition start -> x: 1",
     "1:60: Expected `state`, `transition` or `}` in the model, found the end of the file."},
    {"hmm a[dna] = { state x { unifrom } }",
     "1:26: Expected `uniform`, letters in double quotes, or probabilities, found `unifrom`."},
    {">seq\nACGT\n", "1:1: Expected a statement, found `>`; statements begin with"},
    {"HMMER3/f [3.3]\n", "1:1: Expected a statement, found `HMMER3`; statements begin with"},
};

TEST(ModelFiles, ReportWrongFilesWithPosition) {
  for (auto const& [text, message] : wrong_models)
    EXPECT_THAT(testing_support::findings_of([&] { model(text); }), StartsWith(message)) << text;
}

TEST(Alphabet, HasCodesOfLowerCaseLetters) {
  EXPECT_EQ(dna.code('C'), 1);
  EXPECT_EQ(dna.code('g'), 2);
  EXPECT_EQ(dna.code('U'), std::nullopt);
}

} // namespace
} // namespace chemora::recursion
