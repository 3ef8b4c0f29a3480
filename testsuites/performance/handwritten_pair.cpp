#include "testsuites/performance/handwritten_alignment.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#if defined(__AVX512BW__) && defined(__AVX512VBMI__)
#include <immintrin.h>
#endif

namespace performance {

namespace {

constexpr int n_lanes = 32;
using Lanes = std::int16_t __attribute__((vector_size(2 * n_lanes)));
using ByteLanes = std::int8_t __attribute__((vector_size(n_lanes)));

constexpr std::ptrdiff_t strip_rows = 1024;    ///< rows of a strip, whose values stay in the first-level cache
constexpr std::ptrdiff_t steps_of_block = 512; ///< times between two reports of the progress of a strip
constexpr int n_columns = 32;                  ///< of the matrix of scores
constexpr std::uint8_t padding = 31;           ///< the code of a letter beyond the ends, whose scores are negative

Lanes load(std::int16_t const* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

/// Scores of all pairs of letters: 32 rows of 32 columns.
using Matrix = std::vector<std::int8_t>;

Matrix padded_matrix(AlignmentCosts const& costs) {
  Matrix matrix(n_columns * n_columns, std::numeric_limits<std::int8_t>::min());
  for (std::size_t a = 0; a < n_protein_letters; ++a)
    std::copy_n(costs.matrix[a].begin(), n_protein_letters, matrix.begin() + static_cast<long>(a) * n_columns);
  return matrix;
}

/// Looks up the scores of the letters of `strip_rows` rows and columns.
void look_up(Matrix const& matrix, std::uint8_t const* rows, std::uint8_t const* columns, std::int8_t* scores) {
#if defined(__AVX512BW__) && defined(__AVX512VBMI__)
  // Each permutation selects from four rows of the matrix; other bits of the row select the permutation.
  __m512i parts[16];
  for (int n = 0; n < 16; ++n) parts[n] = _mm512_loadu_si512(matrix.data() + 64 * n);
  for (std::ptrdiff_t i = 0; i < strip_rows; i += 64) {
    __m512i const row = _mm512_loadu_si512(rows + i), column = _mm512_loadu_si512(columns + i);
    __m512i const in_part = _mm512_and_si512(_mm512_slli_epi16(row, 5), _mm512_set1_epi8(0x60));
    __m512i const index = _mm512_or_si512(in_part, column);
    __m512i found[8];
    for (int n = 0; n < 8; ++n) found[n] = _mm512_permutex2var_epi8(parts[2 * n], index, parts[2 * n + 1]);
    for (int n = 4, bit = 16; n > 0; n /= 2, bit /= 2) {
      __mmask64 const is_high = _mm512_test_epi8_mask(row, _mm512_set1_epi8(static_cast<char>(bit)));
      for (int k = 0; k < n; ++k) found[k] = _mm512_mask_blend_epi8(is_high, found[k], found[k + n]);
    }
    _mm512_storeu_si512(scores + i, found[0]);
  }
#else
  for (std::ptrdiff_t i = 0; i < strip_rows; ++i) scores[i] = matrix[rows[i] * n_columns + columns[i]];
#endif
}

/// The values of the last row of a strip by column, and the number of columns that have values.
struct Border {
  std::vector<std::int16_t> score{}, gap{};
  std::atomic<std::ptrdiff_t> n_columns{0};
};

/// Computes one strip after another.
template <bool is_affine>
class StripAligner {
public:
  StripAligner(std::span<std::uint8_t const> q, std::span<std::uint8_t const> t, AlignmentCosts const& costs)
      : q_(q), n_columns_(static_cast<std::ptrdiff_t>(t.size())), matrix_(padded_matrix(costs)),
        open_(static_cast<std::int16_t>(costs.open + costs.extend)), extend_(static_cast<std::int16_t>(costs.extend)),
        letters_(t.size() + 2 * strip_rows, padding) {
    std::reverse_copy(t.begin(), t.end(), letters_.begin() + strip_rows);
  }

  /// Computes the strip while the preceding one is being computed. Returns the best score.
  int align(std::ptrdiff_t number, Border& above, Border& below) {
    std::fill(rows_, rows_ + strip_rows, padding);
    auto const first = number * strip_rows, size = static_cast<std::ptrdiff_t>(q_.size());
    std::copy(q_.begin() + first, q_.begin() + std::min(first + strip_rows, size), rows_);
    for (auto* values : {storage_[0], storage_[1], storage_[2]}) std::fill(values, values + row_size, std::int16_t{0});
    std::fill(left_, left_ + strip_rows, lowest);
    std::fill(up_, up_ + row_size, lowest);
    std::fill(best_, best_ + strip_rows, std::int16_t{0});
    std::ptrdiff_t const n_times = n_columns_ + strip_rows - 1;
    for (std::ptrdiff_t begin = 0; begin < n_times; begin += steps_of_block) {
      std::ptrdiff_t const end = std::min(begin + steps_of_block, n_times);
      while (above.n_columns.load(std::memory_order_acquire) < std::min(end, n_columns_)) std::this_thread::yield();
      for (std::ptrdiff_t time = begin; time < end; ++time) step(time, above, below);
      below.n_columns.store(std::max<std::ptrdiff_t>(end - strip_rows + 1, 0), std::memory_order_release);
    }
    return *std::max_element(best_, best_ + strip_rows);
  }

private:
  static constexpr std::ptrdiff_t row_size = strip_rows + n_lanes; ///< with the row above at n_lanes - 1
  static constexpr std::int16_t lowest = std::numeric_limits<std::int16_t>::min() / 2;

  /// Computes the elements (i, time - i) of the strip. Elements outside of the table do not change the others: columns
  /// before the first one have the score 0, and those after the last one are not larger than earlier ones.
  void step(std::ptrdiff_t time, Border const& above, Border& below) {
    std::int16_t *const next = storage_[time % 3] + n_lanes, *const last = storage_[(time + 2) % 3] + n_lanes,
                        *const before = storage_[(time + 1) % 3] + n_lanes, *const up = up_ + n_lanes;
    look_up(matrix_, rows_, letters_.data() + (strip_rows + n_columns_ - 1 - time), scores_);
    Lanes const zero{}, open = zero + open_, extend = zero + extend_;
    if (time < n_columns_) last[-1] = above.score[static_cast<std::size_t>(time)];
    if (is_affine && time < n_columns_) up[-1] = above.gap[static_cast<std::size_t>(time)];
    for (std::ptrdiff_t i = strip_rows - n_lanes; i >= 0; i -= n_lanes) { // `up` moves by one row
      ByteLanes bytes;
      std::memcpy(&bytes, scores_ + i, sizeof bytes);
      Lanes const from = load(before + i - 1) + __builtin_convertvector(bytes, Lanes);
      Lanes score = larger(from, zero);
      if constexpr (is_affine) {
        Lanes const down = larger(load(last + i - 1) - open, load(up + i - 1) - extend);
        Lanes const left = larger(load(last + i) - open, load(left_ + i) - extend);
        score = larger(score, larger(down, left));
        std::memcpy(up + i, &down, sizeof down);
        std::memcpy(left_ + i, &left, sizeof left);
      } else {
        score = larger(score, larger(load(last + i - 1), load(last + i)) - extend);
      }
      Lanes const best = larger(load(best_ + i), score);
      std::memcpy(best_ + i, &best, sizeof best);
      std::memcpy(next + i, &score, sizeof score);
    }
    std::ptrdiff_t const column = time - strip_rows + 1;
    if (column < 0) return;
    below.score[static_cast<std::size_t>(column)] = next[strip_rows - 1];
    if (is_affine) below.gap[static_cast<std::size_t>(column)] = up[strip_rows - 1];
  }

  std::span<std::uint8_t const> q_;
  std::ptrdiff_t n_columns_;
  Matrix matrix_;
  std::int16_t open_, extend_;
  std::vector<std::uint8_t> letters_; ///< of t in reverse order, between padding
  std::uint8_t rows_[strip_rows]{};
  alignas(64) std::int8_t scores_[strip_rows]{};
  alignas(64) std::int16_t storage_[3][row_size]{}, up_[row_size]{}, left_[strip_rows]{}, best_[strip_rows]{};
};

template <bool is_affine>
int score_in_strips(std::span<std::uint8_t const> q, std::span<std::uint8_t const> t, AlignmentCosts const& costs) {
  auto const n_strips = (static_cast<std::ptrdiff_t>(q.size()) + strip_rows - 1) / strip_rows;
  std::vector<Border> borders(static_cast<std::size_t>(n_strips) + 1);
  for (Border& border : borders) {
    border.score.resize(t.size());
    border.gap.resize(t.size(), std::numeric_limits<std::int16_t>::min() / 2);
  }
  borders[0].n_columns = static_cast<std::ptrdiff_t>(t.size());
  int best = 0;
#pragma omp parallel reduction(max : best)
  {
    auto const aligner = std::make_unique<StripAligner<is_affine>>(q, t, costs);
#pragma omp for schedule(monotonic : dynamic, 1)
    for (std::ptrdiff_t n = 0; n < n_strips; ++n)
      best = std::max(
          best, aligner->align(n, borders[static_cast<std::size_t>(n)], borders[static_cast<std::size_t>(n) + 1]));
  }
  return best;
}

} // namespace

int pair_score_by_scalar_loop(std::span<std::uint8_t const> q, std::span<std::uint8_t const> t,
                              AlignmentCosts const& costs) {
  if (costs.open != 0) {
    SequenceDatabase const target{{t.begin(), t.end()}, {0, static_cast<std::int64_t>(t.size())}};
    return scores_by_scalar_loop(target, q, costs).front();
  }
  std::vector<int> row(q.size() + 1);
  int best = 0;
  for (auto const letter : t) {
    int corner = 0;
    for (std::size_t i = 1; i <= q.size(); ++i) {
      int const gap = std::max(row[i], row[i - 1]) - costs.extend;
      int const score = std::max(std::max(0, corner + costs.matrix[q[i - 1]][letter]), gap);
      corner = row[i];
      row[i] = score;
      best = std::max(best, score);
    }
  }
  return best;
}

int pair_score_by_hand(std::span<std::uint8_t const> q, std::span<std::uint8_t const> t, AlignmentCosts const& costs) {
  return costs.open == 0 ? score_in_strips<false>(q, t, costs) : score_in_strips<true>(q, t, costs);
}

} // namespace performance
