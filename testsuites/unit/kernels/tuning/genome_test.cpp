#include "framework/base/errors.hpp"
#include "kernels/tuning/evolution.hpp"
#include "kernels/tuning/genome.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using tuning::Genome;
using tuning::PaperGenome;

std::vector<bool> bits_of(Genome const& genome) {
  std::vector<bool> bits;
  for (std::size_t n = 0; n < genome.size(); ++n) bits.push_back(genome.bit(n));
  return bits;
}

TEST(Genome, LettersHoldTwoBits) {
  EXPECT_EQ(bits_of(Genome::from_letters("CACGT")), (std::vector<bool>{0, 0, 0, 1, 1, 0, 1, 1}));
  EXPECT_EQ(Genome({0, 0, 0, 1, 1, 0, 1, 1}).letters(), "CACGT");
}

TEST(Genome, FirstLetterHoldsTheFirstBitOfAnOddNumber) {
  EXPECT_EQ(bits_of(Genome::from_letters("AG")), (std::vector<bool>{0, 1, 0}));
  EXPECT_EQ(bits_of(Genome::from_letters("TG")), (std::vector<bool>{1, 1, 0}));
  EXPECT_EQ(bits_of(Genome::from_letters("T")), (std::vector<bool>{1}));
  EXPECT_EQ(bits_of(Genome::from_letters("C")), (std::vector<bool>{}));
}

TEST(Genome, LettersAreTheInverseOfBits) {
  tuning::Random random(1);
  for (std::size_t n = 0; n < 70; ++n) {
    std::vector<bool> bits;
    for (std::size_t k = 0; k < n; ++k) bits.push_back(random.coin());
    Genome const genome(bits);
    EXPECT_EQ(Genome::from_letters(genome.letters()), genome);
    EXPECT_EQ(genome.letters().size(), 1 + n / 2);
  }
}

TEST(Genome, HasTheLengthOfTheGenomesOfThePaper) {
  std::string const letters = "C" + std::string(3030, 'G');
  EXPECT_EQ(Genome::from_letters(letters).size(), 6060u);
  EXPECT_EQ(Genome::from_letters("\"" + letters + "\"\n").letters(), letters);
}

TEST(Genome, RejectsOtherLettersWithTheirPosition) {
  auto const error_of = [](char const* text) {
    try {
      Genome::from_letters(text, "izam.dna");
    } catch (base::UserError const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error_of("CAB"), HasSubstr("izam.dna:1:3"));
  EXPECT_THAT(error_of("CAB"), HasSubstr("`B` is not a letter of a genome; expected A, C, G or T"));
  EXPECT_THAT(error_of("GA"), HasSubstr("izam.dna:1:1"));
  EXPECT_THAT(error_of("GA"), HasSubstr("cannot start with `G`"));
  EXPECT_THAT(error_of(" \n"), HasSubstr("The genome is empty"));
}

TEST(Genome, NumbersStartWithTheMostSignificantBit) {
  Genome genome;
  genome.set_number(3, 5, 22);
  EXPECT_EQ(bits_of(genome), (std::vector<bool>{0, 0, 0, 1, 0, 1, 1, 0}));
  EXPECT_EQ(genome.number(3, 5), 22u);
  EXPECT_EQ(genome.number(4, 0), 0u);
}

TEST(Genome, BitsAfterTheEndAreFalse) {
  Genome const genome({1, 1});
  EXPECT_FALSE(genome.bit(2));
  EXPECT_EQ(genome.number(1, 4), 8u);
}

// The first letters of the champion of the paper: 448 blocks of 256 threads.
TEST(PaperGenome, StartsWithBlocksAndThreads) {
  auto const paper = tuning::read_paper_genome(Genome::from_letters("CAAACTAAAAAACAAAA"), 0, 0);
  EXPECT_EQ(paper.n_blocks, 448u);
  EXPECT_EQ(paper.n_threads, 256u);
}

// Table 3 of the paper: storing y and synchronising before the load of x change two bits.
TEST(PaperGenome, ReadsTheExampleOfThePaper) {
  constexpr std::size_t n_choices = 5, n_values = 3;
  auto const plain = Genome::from_letters("AAAAACAAAAAAAAACAAAAAA"),
             annotated = Genome::from_letters("AAAAACAAAAAAAAACAACGAA");
  EXPECT_EQ(plain.size(), 2 * 16 + n_choices + 2 * n_values);
  PaperGenome expected = tuning::read_paper_genome(plain, n_choices, n_values);
  EXPECT_EQ(expected.is_manifest, std::vector<bool>(n_choices, false));
  EXPECT_EQ(expected.synchronisations, std::vector<PaperGenome::Synchronisation>(n_values));
  expected.is_manifest.back() = true;
  expected.synchronisations.front().before = true;
  EXPECT_EQ(tuning::read_paper_genome(annotated, n_choices, n_values), expected);
  EXPECT_EQ(tuning::to_genome(expected), annotated);
}

TEST(PaperGenome, ReadsMissingBitsAsFalse) {
  auto const paper = tuning::read_paper_genome(Genome({0, 1}), 2, 1);
  EXPECT_EQ(paper.n_blocks, 1u << 14);
  EXPECT_EQ(paper.n_threads, 0u);
  EXPECT_EQ(paper.is_manifest, std::vector<bool>(2, false));
  EXPECT_EQ(paper.synchronisations, std::vector<PaperGenome::Synchronisation>(1));
}

} // namespace
