// Peers of the recursion benchmark: the Smith-Waterman score of a pair of long sequences, written by hand.
#pragma once

#include "testsuites/performance/handwritten_alignment.hpp"

namespace performance {

/// Returns the score, computed row by row by a plain loop. If `costs.open` is 0, all letters of a gap cost the same,
/// and the loop has no tables of gaps.
int pair_score_by_scalar_loop(std::span<std::uint8_t const> q, std::span<std::uint8_t const> t,
                              AlignmentCosts const& costs);

/// Returns the same score, computed in 16-bit numbers along antidiagonals of strips of rows. The score must be less
/// than 32,768. OpenMP over strips, which follow each other as a pipeline.
int pair_score_by_hand(std::span<std::uint8_t const> q, std::span<std::uint8_t const> t, AlignmentCosts const& costs);

} // namespace performance
