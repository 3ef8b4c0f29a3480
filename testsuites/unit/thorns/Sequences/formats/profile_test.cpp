#include "profile.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace sequences {
namespace {

using testing::HasSubstr;

/// A profile of two match states with these changes of its text: each pair replaces its first text by its second.
std::string text_with(std::vector<std::pair<std::string, std::string>> const& changes = {}) {
  std::string text = "HMMER3/f [3.3.2 | Nov 2020]\n"
                     "NAME  tiny\n"
                     "ACC   PF00001.1\n"
                     "DESC  A small profile\n"
                     "LENG  2\n"
                     "ALPH  DNA\n"
                     "STATS LOCAL MSV       -8.5  0.7\n"
                     "STATS LOCAL VITERBI   -9.25  0.71\n"
                     "STATS LOCAL FORWARD   -3.5  0.72\n"
                     "HMM          A        C        G        T\n"
                     "            m->m     m->i     m->d     i->m     i->i     d->m     d->d\n"
                     "  COMPO   1.38629  1.38629  1.38629  1.38629\n"
                     "          1.38629  1.38629  1.38629  1.38629\n"
                     "          0.51083  1.60944  1.60944  0.69315  0.69315  0.00000        *\n"
                     "      1   0.69315  1.38629  2.07944  2.07944      1 a - - -\n"
                     "          1.38629  1.38629  1.38629  1.38629\n"
                     "          0.22314  2.30259  2.30259  0.28768  1.38629  0.69315  0.69315\n"
                     "      2         *  0.69315  0.69315        *      2 c - - -\n"
                     "          1.38629  1.38629  1.38629  1.38629\n"
                     "          0.10536  2.30259        *  0.28768  1.38629  0.00000        *\n"
                     "//\n";
  for (auto const& [from, to] : changes) {
    auto const where = text.find(from);
    EXPECT_NE(where, std::string::npos) << from;
    text.replace(where, from.size(), to);
  }
  return text;
}

Profile read(std::string const& text) { return read_profile({"x.hmm", text}); }

std::string error_of(std::string const& text) {
  try {
    read(text);
  } catch (chemora::base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

TEST(Profile, ReadsNamesProbabilitiesAndStatistics) {
  Profile const profile = read(text_with());
  EXPECT_EQ(profile.name, "tiny");
  EXPECT_EQ(profile.accession, "PF00001.1");
  EXPECT_EQ(profile.description, "A small profile");
  EXPECT_EQ(profile.letters, "ACGT");
  EXPECT_EQ(profile.length, 2);
  EXPECT_EQ(profile.consensus, "ac");
  EXPECT_NEAR(profile.match[4], 0.5, 1e-5);
  EXPECT_EQ(profile.match[8], 0.);
  EXPECT_NEAR(profile.match[9], 0.5, 1e-5);
  EXPECT_NEAR(profile.mm[0], 0.6, 1e-5);
  EXPECT_NEAR(profile.mi[1], 0.1, 1e-5);
  EXPECT_NEAR(profile.im[1], 0.75, 1e-5);
  EXPECT_NEAR(profile.dd[1], 0.5, 1e-5);
  EXPECT_EQ(profile.md[2], 0.);
  EXPECT_EQ(profile.viterbi->location, -9.25);
  EXPECT_EQ(profile.forward->lambda, 0.72);
}

TEST(Profile, AcceptsFilesWithoutComposition) {
  EXPECT_EQ(read(text_with({{"  COMPO   1.38629  1.38629  1.38629  1.38629\n", ""}})).length, 2);
}

TEST(Profile, HasOddsInTheOrderOfTheAlphabet) {
  auto const odds = local_odds(read(text_with()), "TGCAN*");
  EXPECT_NEAR(odds.match[6], 0.5, 1e-5);                                    // T at M_1
  EXPECT_NEAR(odds.match[6 + 3], 2., 1e-4);                                 // A
  EXPECT_NEAR(odds.match[6 + 4], std::pow(2. * 1 * 0.5 * 0.5, 0.25), 1e-5); // N is the geometric mean
  EXPECT_EQ(odds.match[6 + 5], 0.);                                         // *
  EXPECT_EQ(odds.match[12 + 4], 0.);                                        // N at M_2, where A is impossible
  EXPECT_EQ(odds.insert[7], 1.);
}

TEST(Profile, WeightsEntriesWithOccupancy) {
  auto const odds = local_odds(read(text_with()), "ACGT");
  double const o1 = 0.6 + 0.2, o2 = o1 * (0.8 + 0.1) + (1 - o1) * 0.5, sum = 2 * o1 + o2;
  EXPECT_EQ(odds.entry[0], 0.);
  EXPECT_NEAR(odds.entry[1], o1 / sum, 1e-5);
  EXPECT_NEAR(odds.entry[2], o2 / sum, 1e-5);
}

TEST(Profile, HasABackgroundOfSumOne) {
  auto const amino = background("ACDEFGHIKLMNPQRSTVWY");
  EXPECT_NEAR(std::accumulate(amino.begin(), amino.end(), 0.), 1, 1e-6);
  EXPECT_EQ(background("ACGT")[2], 0.25);
}

TEST(Profile, ReportsWrongFiles) {
  EXPECT_THAT(error_of(""), HasSubstr("x.hmm:1:1: error: Expected a profile in the text format of HMMER3"));
  EXPECT_THAT(error_of(">a\nACGT\n"), HasSubstr("Expected a profile in the text format of HMMER3"));
  EXPECT_THAT(error_of("HMMER2.0 [2.3.2]\n"), HasSubstr("This is a profile of HMMER2."));
  EXPECT_THAT(error_of("HMMER3/f\n" + std::string(3, '\0')),
              HasSubstr("x.hmm:2:1: error: The file contains the byte 0x00"));
  EXPECT_THAT(error_of("HMMER3/f\nNAME x\n"), HasSubstr("The file ends before the line `HMM` with the letters."));
  EXPECT_THAT(error_of(text_with({{"LENG  2\n", ""}})), HasSubstr("The line `LENG`"));
  EXPECT_THAT(error_of(text_with({{"ALPH  DNA\n", ""}})), HasSubstr("The line `ALPH`"));
  EXPECT_THAT(error_of(text_with({{"NAME  tiny\n", ""}})), HasSubstr("The line `NAME`"));
  EXPECT_THAT(error_of(text_with({{"LENG  2", "LENG  0"}})),
              HasSubstr("x.hmm:5:7: error: LENG must be an integer from 1"));
  EXPECT_THAT(error_of(text_with({{"LENG  2", "LENG  1e9"}})), HasSubstr("LENG must be an integer from 1"));
  EXPECT_THAT(error_of(text_with({{"ALPH  DNA", "ALPH  coins"}})),
              HasSubstr("Found the alphabet `coins`. Allowed: amino"));
  EXPECT_THAT(error_of(text_with({{"G        T", "T        G"}})), HasSubstr("The columns are ACTG, expected ACGT"));
  EXPECT_THAT(error_of(text_with({{"-3.5  0.72", "-3.5"}})), HasSubstr("Expected `STATS LOCAL NAME LOCATION LAMBDA`"));
  EXPECT_THAT(error_of(text_with({{"LENG  2", "LENG  3"}})),
              HasSubstr("x.hmm:21:1: error: Found `//`, expected the number 3"));
  EXPECT_THAT(error_of(text_with({{"LENG  2", "LENG  1"}})), HasSubstr("Expected `//` after the last node"));
  EXPECT_THAT(error_of(text_with({{"0.69315  1.38629  2.07944", "0.69315  1.3x629  2.07944"}})),
              HasSubstr("x.hmm:15:20: error: Found `1.3x629`, expected the negative logarithm"));
  EXPECT_THAT(error_of(text_with({{"0.69315  1.38629  2.07944", "0.69315  -1.4     2.07944"}})),
              HasSubstr("Found `-1.4`, expected the negative logarithm"));
  EXPECT_THAT(error_of(text_with({{"0.69315  1.38629  2.07944", "0.69315  0.38629  2.07944"}})),
              HasSubstr("The probabilities of the letters of the match state add up to"));
  EXPECT_THAT(error_of(text_with({{"0.22314  2.30259  2.30259", "0.22314  0.30259  2.30259"}})),
              HasSubstr("The probabilities of the transitions from the match state add up to"));
  EXPECT_THAT(error_of(text_with() + text_with()), HasSubstr("The file contains more than one profile."));
}

TEST(Profile, ReportsTruncationAnywhere) {
  std::string const text = text_with();
  for (std::size_t size = 0; size + 3 < text.size(); ++size)
    EXPECT_NE(error_of(text.substr(0, size)), "no error") << text.substr(0, size);
}

TEST(Profile, RejectsAnAlphabetWithoutItsLetters) {
  try {
    local_odds(read(text_with()), "ACG");
    FAIL();
  } catch (chemora::base::UserError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("The profile tiny has the letter T, which is not in the alphabet ACG."));
  }
}

} // namespace
} // namespace sequences
