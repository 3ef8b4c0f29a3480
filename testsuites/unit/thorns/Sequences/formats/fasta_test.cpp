#include "fasta.hpp"

#include "framework/base/errors.hpp"
#include "testsuites/support/text_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sequences {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LetterCodes const dna("dna", "ACGT");

std::vector<Sequence> read(std::string const& text, LetterCodes const& codes = dna) {
  TextSource source("x.fa", text);
  FastaReader reader(source, codes);
  std::vector<Sequence> sequences;
  for (Sequence sequence; reader.next(sequence);) sequences.push_back(sequence);
  return sequences;
}

std::string error_of(std::string const& text, LetterCodes const& codes = dna) {
  try {
    read(text, codes);
  } catch (chemora::base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(Fasta, ReadsNamesDescriptionsAndLetters) {
  auto const sequences = read("\n>a first  one\r\nAC\r\ngt\r\n\r\n>b\nT\n C G\n");
  ASSERT_EQ(sequences.size(), 2U);
  EXPECT_EQ(sequences[0].name, "a");
  EXPECT_EQ(sequences[0].description, "first  one");
  EXPECT_THAT(sequences[0].letters, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(sequences[1].name, "b");
  EXPECT_EQ(sequences[1].description, "");
  EXPECT_THAT(sequences[1].letters, ElementsAre(3, 1, 2));
}

TEST(Fasta, ReadsFilesLargerThanItsBuffer) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += ">s" + std::to_string(i) + "\n" + std::string(100 + i % 7, 'G') + "\nA\n";
  auto const sequences = read(text);
  ASSERT_EQ(sequences.size(), 3000U);
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    EXPECT_EQ(sequences[i].name, "s" + std::to_string(i));
    EXPECT_EQ(sequences[i].letters.size(), 101 + i % 7);
    EXPECT_EQ(sequences[i].letters.back(), 0);
  }
}

TEST(Fasta, AcceptsAByteOrderMark) {
  EXPECT_THAT(read("\xef\xbb\xbf>a\nAC")[0].letters, ElementsAre(0, 1));
  EXPECT_THAT(error_of("\xef\xbb\xbf"), HasSubstr("This file contains no sequences."));
}

TEST(Fasta, EndsNamesAtBlanks) {
  auto const sequence = read(">a\v b\tc\nAC")[0];
  EXPECT_EQ(sequence.name, "a");
  EXPECT_EQ(sequence.description, "b\tc");
}

TEST(Fasta, AcceptsAFileWithoutFinalLineEnd) { EXPECT_THAT(read(">a\nAC")[0].letters, ElementsAre(0, 1)); }

TEST(Fasta, ReportsPositions) {
  EXPECT_THAT(error_of(">a\nAC\nGXT\n"),
              HasSubstr("x.fa:3:2: error: Found `X` in sequence `a`, which is not a letter of "
                        "the alphabet dna. Allowed: ACGT."));
  EXPECT_THAT(error_of("AC\n"), HasSubstr("x.fa:1:1: error: Found `A`, expected a title `>name`."));
  EXPECT_THAT(error_of(""), HasSubstr("x.fa:1:1: error: This file contains no sequences."));
  EXPECT_THAT(error_of("\n \n"), HasSubstr("This file contains no sequences."));
  EXPECT_THAT(error_of(">a\nA\n> \nC\n"), HasSubstr("x.fa:3:1: error: This title has no name."));
  EXPECT_THAT(error_of(">a\n>b\nA\n"), HasSubstr("x.fa:1:1: error: Sequence `a` has no letters."));
  EXPECT_THAT(error_of(">a\nA\n>b\n"), HasSubstr("x.fa:3:1: error: Sequence `b` has no letters."));
  EXPECT_THAT(error_of(">a\nA" + std::string(1, '\0') + "C\n"), HasSubstr("x.fa:2:2: error: Found byte 0x00"));
  EXPECT_THAT(error_of(">a\x01\nA\n"), HasSubstr("x.fa:1:3: error: Found byte 0x01 in a title."));
  EXPECT_THAT(error_of("\x7f"
                       "ELF\n"),
              HasSubstr("x.fa:1:1: error: Found byte 0x7f"));
  EXPECT_THAT(error_of(">" + std::string(200'000, 'a')), HasSubstr("This line has more than 100000 bytes."));
}

TEST(Fasta, ReplacesOrSkipsUnknownLetters) {
  LetterCodes const replacing("dna", "ACGT", UnknownLetters::replace, 'a'),
      skipping("dna", "ACGT", UnknownLetters::skip);
  EXPECT_THAT(read(">a\nCNG-\n", replacing)[0].letters, ElementsAre(1, 0, 2, 0));
  EXPECT_THAT(read(">a\nCNG-\n", skipping)[0].letters, ElementsAre(1, 2));
  EXPECT_THAT(error_of(">a\nC\x02\n", skipping), HasSubstr("x.fa:2:2: error: Found byte 0x02"));
  EXPECT_THAT(error_of(">a\nNN\n", skipping), HasSubstr("Sequence `a` has no letters."));
}

TEST(Letters, RejectsAReplacementThatIsNoLetter) {
  try {
    LetterCodes const codes("dna", "ACGT", UnknownLetters::replace, 'X');
    FAIL();
  } catch (chemora::base::UserError const& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("The replacement of unknown letters, `X`, is not a letter of the alphabet dna."));
  }
}

TEST(Letters, DistinguishesCasesOnlyIfTheAlphabetContainsBoth) {
  LetterCodes const both("x", "aAb");
  EXPECT_EQ(both['a'], 0);
  EXPECT_EQ(both['A'], 1);
  EXPECT_EQ(both['B'], 2);
}

} // namespace
} // namespace sequences
