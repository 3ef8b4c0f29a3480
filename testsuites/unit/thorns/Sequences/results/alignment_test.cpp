#include "alignment.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sequences {
namespace {

TEST(Alignment, WritesMatchesAndGaps) {
  auto const segments = segments_of({{1, 2}, {2, 3}, {2, 3}, {3, 3}, {4, 4}, {4, 5}, {5, 6}}, "abcdexy", "zzbdfe");
  ASSERT_EQ(segments.size(), 1U);
  Segment const& segment = segments[0];
  EXPECT_EQ(segment.query_row, "bcd-e");
  EXPECT_EQ(segment.target_row, "b-dfe");
  EXPECT_EQ(segment.query_begin, 2);
  EXPECT_EQ(segment.query_end, 5);
  EXPECT_EQ(segment.target_begin, 3);
  EXPECT_EQ(segment.target_end, 6);
  EXPECT_EQ(cigar_of(segment, 7), "1S1M1I1M1D1M2S");
  EXPECT_EQ(identity_of(segments).n_identical, 3);
  EXPECT_EQ(identity_of(segments).n_gaps, 2);
  EXPECT_EQ(to_text(segment, 3), "query          2 bcd 4\n                 | |\ntarget         3 b-d 4\n\n"
                                 "query          5 -e 5\n                  |\ntarget         5 fe 6\n\n");
}

TEST(Alignment, SeparatesSegmentsAtSpecialStates) {
  // N at 1, entry to M_2 with letter 2, M_3 with letter 3, E at 3, J at 4, entry to M_1 with letter 5, E.
  auto const segments =
      segments_of({{-1, 0}, {-1, 1}, {2, 2}, {3, 3}, {-1, 3}, {-1, 4}, {1, 5}, {-1, 5}}, "pqr", "vwxyz");
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_EQ(segments[0].query_row, "qr");
  EXPECT_EQ(segments[0].target_row, "wx");
  EXPECT_EQ(segments[0].target_begin, 2);
  EXPECT_EQ(segments[1].query_row, "p");
  EXPECT_EQ(segments[1].target_row, "z");
  EXPECT_EQ(segments[1].query_begin, 1);
}

TEST(Alignment, RejectsPathsThatRunBackwards) {
  EXPECT_THROW(segments_of({{1, 1}, {0, 2}}, "ab", "ab"), chemora::base::UserError);
}

TEST(Alignment, HasNoSegmentsWithoutLetters) { EXPECT_TRUE(segments_of({{0, 0}, {0, 0}}, "a", "a").empty()); }

TEST(StateRuns, JoinsLettersOfEqualStates) {
  auto const runs =
      runs_of({{-1, 0, "start"}, {-1, 1, "a_1"}, {-1, 2, "a_2"}, {-1, 3, "b"}, {-1, 4, "a"}, {-1, 5, "end"}}, 4);
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].state, "a");
  EXPECT_EQ(runs[0].end, 2);
  EXPECT_EQ(runs[1].begin, 3);
  EXPECT_EQ(runs[2].end, 4);
}

} // namespace
} // namespace sequences
