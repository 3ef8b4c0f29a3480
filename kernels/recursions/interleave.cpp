#include "kernels/recursions/interleave.hpp"

#include <algorithm>
#include <cstring>

namespace chemora::recursions {

namespace {

constexpr std::size_t n_block = 16; ///< lanes and letters of a block

using Bytes = std::uint8_t __attribute__((vector_size(n_block)));

/// Transposes a block in four steps. Each step interleaves the rows n and n + 8.
void transpose(Bytes (&rows)[n_block]) {
  for (int step = 0; step < 4; ++step) {
    Bytes next[n_block];
    for (std::size_t n = 0; n < n_block / 2; ++n) {
      Bytes const a = rows[n], b = rows[n + n_block / 2];
      next[2 * n] = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      next[2 * n + 1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }
    std::copy(next, next + n_block, rows);
  }
}

/// Returns 16 letters of a sequence from `first` on, with 0 after its end.
Bytes letters_from(Letters sequence, std::size_t first) {
  Bytes letters{};
  if (first + n_block <= sequence.size())
    std::memcpy(&letters, sequence.data() + first, n_block);
  else if (first < sequence.size())
    std::memcpy(&letters, sequence.data() + first, sequence.size() - first);
  return letters;
}

void interleave_blocks(std::span<Letters const> sequences, std::size_t n_lanes, std::size_t length, std::uint8_t* to) {
  for (std::size_t lane = 0; lane < n_lanes; lane += n_block)
    for (std::size_t first = 0; first < length; first += n_block) {
      Bytes rows[n_block];
      for (std::size_t n = 0; n < n_block; ++n)
        rows[n] = lane + n < sequences.size() ? letters_from(sequences[lane + n], first) : Bytes{};
      transpose(rows);
      for (std::size_t k = 0; k < std::min(n_block, length - first); ++k)
        std::memcpy(to + (first + k) * n_lanes + lane, &rows[k], n_block);
    }
}

} // namespace

void interleave(std::span<Letters const> sequences, std::size_t n_lanes, std::size_t length, std::uint8_t* to) {
  if (n_lanes % n_block == 0) return interleave_blocks(sequences, n_lanes, length, to);
  std::fill_n(to, n_lanes * length, 0);
  for (std::size_t n = 0; n < sequences.size(); ++n)
    for (std::size_t k = 0; k < sequences[n].size(); ++k) to[k * n_lanes + n] = sequences[n][k];
}

} // namespace chemora::recursions
