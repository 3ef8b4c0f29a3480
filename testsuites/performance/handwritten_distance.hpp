// Peers of the recursion benchmark: the edit distance of a pair of long sequences, written by hand.
#pragma once

#include <cstdint>
#include <span>

namespace performance {

/// Returns the number of insertions, deletions and replacements, computed row by row by a plain loop.
int distance_by_scalar_loop(std::span<std::uint8_t const> s, std::span<std::uint8_t const> t);

/// Returns the same number, computed in 16-bit numbers along antidiagonals. Both sequences have at
/// most 32,000 letters.
int distance_by_hand(std::span<std::uint8_t const> s, std::span<std::uint8_t const> t);

} // namespace performance
