#include "hits.hpp"

#include "statistics.hpp"
#include "tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace sequences {
namespace {

using testing::HasSubstr;

Hit hit(long target, double score) {
  Hit result;
  result.target = target;
  result.score = score;
  result.name = "t" + std::to_string(target);
  result.letters = {1, 2};
  return result;
}

TEST(BestHits, KeepsTheBestOfManyForAnyOrder) {
  std::mt19937 random(7);
  for (bool const larger_is_better : {true, false}) {
    std::vector<Hit> all;
    for (long i = 0; i < 1000; ++i) all.push_back(hit(i, static_cast<double>(random() % 50)));
    BestHits best(20, 5, larger_is_better);
    auto shuffled = all;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    for (auto const& each : shuffled) best.add(each);
    std::sort(all.begin(), all.end(), [&](auto const& a, auto const& b) { return is_before(a, b, larger_is_better); });
    auto const found = best.take();
    ASSERT_EQ(found.size(), 20U);
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_EQ(found[i].target, all[i].target);
      EXPECT_EQ(found[i].letters.empty(), i >= 5);
    }
  }
}

TEST(BestHits, KeepsAllWithoutALimit) {
  BestHits best(0, 0, true);
  for (long i = 0; i < 200; ++i) best.add(hit(i, -static_cast<double>(i)));
  EXPECT_EQ(best.take().size(), 200U);
}

TEST(Hits, PutsNotANumberLast) {
  Hit const bad = hit(0, std::numeric_limits<double>::quiet_NaN()), good = hit(1, -5);
  EXPECT_TRUE(is_before(good, bad, true));
  EXPECT_FALSE(is_before(bad, good, true));
}

TEST(Hits, SurviveAMessage) {
  std::vector<Hit> hits{hit(3, 1.5), hit(4, 2)};
  hits[0].description = "two words";
  auto const copies = hits_from(to_bytes(hits));
  ASSERT_EQ(copies.size(), 2U);
  EXPECT_EQ(copies[0].description, "two words");
  EXPECT_EQ(copies[0].score, 1.5);
  EXPECT_EQ(copies[1].target, 4);
  EXPECT_EQ(copies[1].name, "t4");
}

TEST(Hits, AreMergedIndependentlyOfTheirProcess) {
  auto const one = merge({{hit(1, 9), hit(0, 8), hit(2, 8)}}, 2, true);
  auto const two = merge({{hit(0, 8), hit(2, 8)}, {hit(1, 9)}}, 2, true);
  ASSERT_EQ(one.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(one[i].hit.target, two[i].hit.target);
  EXPECT_EQ(two[0].process, 1);
}

TEST(Statistics, AgreesWithPublishedValues) {
  KarlinAltschul const blosum62; // with the values of BLAST's report: S = 100 has 43.1 bits
  EXPECT_NEAR(blosum62.bits(100), 43.13, 0.01);
  EXPECT_NEAR(blosum62.e_value(100, 250, 1e7), 250 * 1e7 * std::exp2(-blosum62.bits(100)), 1e-9);
  EXPECT_NEAR(e_value_of_forward(10, -3.5, std::log(2.), 1000), 1000 * std::exp2(-13.5), 1e-9);
  EXPECT_EQ(e_value_of_forward(-5, -3.5, 0.7, 1000), 1000);
  EXPECT_NEAR(e_value_of_viterbi(20, -9, std::log(2.), 1), std::exp2(-29.), 1e-15);
}

TEST(Tables, WriteColumnsAndSam) {
  ResultRow row;
  row.query = "q", row.hit = hit(0, 12), row.hit.length = 5, row.hit.description = "a\tb", row.bits = 3.456,
  row.e_value = 1e-5;
  row.segments = {{2, 3, 1, 2, "AC", "AG"}};
  row.query_letters = "TACT";
  EXPECT_EQ(to_tsv({row}),
            "query\ttarget\trank\tscore\tbits\tevalue\tquery_start\tquery_end\ttarget_start\ttarget_end\t"
            "target_length\tidentity\tdescription\nq\tt0\t1\t12\t3.46\t1e-05\t2\t3\t1\t2\t5\t0.5000\ta b\n");
  EXPECT_EQ(to_sam({row}, "x"), "@HD\tVN:1.6\tSO:unsorted\n@SQ\tSN:t0\tLN:5\n@PG\tID:chemora\tPN:x\n"
                                "q\t0\tt0\t1\t255\t1S2M1S\t*\t0\t0\tTACT\t*\tAS:i:12\tZE:f:1e-05\n");
  EXPECT_THAT(to_alignments({row}),
              HasSubstr("# q and t0 (rank 1), score 12, 3.46 bits, E-value 1e-05, 1 of 2 columns"));
}

TEST(Tables, WriteScoresThatReadBack) {
  EXPECT_EQ(score_text(-7), "-7");
  EXPECT_EQ(score_text(0.1), "0.1");
  EXPECT_EQ(score_text(-std::numeric_limits<double>::infinity()), "-inf");
}

} // namespace
} // namespace sequences
