/// Sequences side by side, as the lanes of vectors read them.
#pragma once

#include "kernels/recursions/solver.hpp"

#include <cstddef>
#include <span>

namespace chemora::recursions {

/// Writes letter k of sequence n to `to[k * n_lanes + n]`, for k < length. After the end of a sequence, and for lanes
/// without a sequence, the letter is 0. No sequence is longer than `length`.
void interleave(std::span<Letters const> sequences, std::size_t n_lanes, std::size_t length, std::uint8_t* to);

} // namespace chemora::recursions
