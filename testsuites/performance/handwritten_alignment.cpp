#include "testsuites/performance/handwritten_alignment.hpp"

#include "testsuites/performance/handwritten_lanes.hpp"

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstring>
#include <limits>
#include <numeric>

namespace performance {

namespace {

constexpr std::uint8_t padding = n_protein_letters; ///< the code of a letter beyond the end of a sequence
constexpr int n_columns = 6;                        ///< columns whose values stay in registers

/// Letters of a group of sequences: the letters of all lanes at a position are adjacent.
struct Group {
  std::vector<std::uint8_t> letters{};
  std::int64_t length = 0; ///< of the longest sequence, rounded up to a multiple of n_columns

  void pack(SequenceDatabase const& database, std::span<std::uint32_t const> sequences, std::size_t n_lanes) {
    std::int64_t longest = 0;
    for (auto const n : sequences) longest = std::max(longest, database.length(n));
    length = (longest + n_columns - 1) / n_columns * n_columns;
    letters.resize(static_cast<std::size_t>(length) * n_lanes);
    for (std::size_t lane = 0; lane < n_lanes; lane += 16) pack_lanes(database, sequences, n_lanes, lane);
  }

private:
  /// Packs 16 lanes: blocks of 16 positions that all lanes have, then single letters.
  void pack_lanes(SequenceDatabase const& database, std::span<std::uint32_t const> sequences, std::size_t n_lanes,
                  std::size_t first) {
    std::array<std::uint8_t const*, 16> from{};
    std::array<std::int64_t, 16> end{};
    for (std::size_t k = 0; k < 16; ++k)
      if (first + k < sequences.size()) {
        from[k] = database.codes.data() + database.starts[sequences[first + k]];
        end[k] = database.length(sequences[first + k]);
      }
    std::int64_t const n_blocks = *std::min_element(end.begin(), end.end()) / 16;
    for (std::int64_t block = 0; block < n_blocks; ++block)
      transpose(from, 16 * block, letters.data() + first + static_cast<std::size_t>(16 * block) * n_lanes, n_lanes);
    for (std::size_t k = 0; k < 16; ++k) {
      std::uint8_t* const to = letters.data() + first + k;
      auto const at = [&](std::int64_t n) { return static_cast<std::size_t>(n) * n_lanes; };
      for (std::int64_t n = 16 * n_blocks; n < end[k]; ++n) to[at(n)] = from[k][n];
      for (std::int64_t n = end[k]; n < length; ++n) to[at(n)] = padding;
    }
  }

  /// Writes 16 rows of 16 lanes. Four rounds of interleaving vectors n and n + 8 transpose a matrix.
  static void transpose(std::array<std::uint8_t const*, 16> const& from, std::int64_t at, std::uint8_t* to,
                        std::size_t stride) {
    using Bytes = std::uint8_t __attribute__((vector_size(16)));
    Bytes rows[16], next[16];
    for (std::size_t k = 0; k < 16; ++k) std::memcpy(&rows[k], from[k] + at, 16);
    for (int round = 0; round < 4; ++round) {
      for (int n = 0; n < 8; ++n) {
        Bytes const a = rows[n], b = rows[n + 8];
        next[2 * n] = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        next[2 * n + 1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      }
      std::copy(next, next + 16, rows);
    }
    for (std::size_t k = 0; k < 16; ++k) std::memcpy(to + k * stride, &rows[k], 16);
  }
};

/// Computes the best scores of the lanes of a group. The lowest number stands for the score 0, so that saturation
/// replaces the maximum with 0.
template <typename Lanes>
class Aligner {
public:
  static constexpr int n_lanes = Lanes::size;
  using Number = typename Lanes::Number;

  Aligner(std::span<std::uint8_t const> query, AlignmentCosts const& costs)
      : query_(query), costs_(costs), rows_(query.size() + n_columns - 1) {
    offsets_.assign(query.size() + 2 * (n_columns - 1), substitution_[padding]);
    for (std::size_t i = 0; i < query.size(); ++i) offsets_[i + n_columns - 1] = substitution_[query[i]];
    std::fill(substitution_[padding], substitution_[padding] + n_columns,
              Lanes::all(std::numeric_limits<Number>::min()));
    for (auto const letter : query)
      if (std::find(used_.begin(), used_.end(), letter) == used_.end()) used_.push_back(letter);
  }

  /// Writes the score of each lane. The score is exact if it is less than the range of the type.
  void align(Group const& group, int* scores) {
    Lanes const zero = Lanes::all(std::numeric_limits<Number>::min());
    std::fill(rows_.begin(), rows_.end(), Row{zero, zero});
    Lanes best = zero;
    for (std::int64_t j = 0; j < group.length; j += n_columns) {
      look_up(group.letters.data() + j * n_lanes);
      best = align_columns(best);
    }
    Number numbers[n_lanes];
    best.store(numbers);
    for (int lane = 0; lane < n_lanes; ++lane) scores[lane] = int{numbers[lane]} - std::numeric_limits<Number>::min();
  }

private:
  struct Row {
    Lanes score, gap; ///< H and E at the last column of the previous columns
  };

  /// Stores the substitution scores of the columns with each letter of the query.
  void look_up(std::uint8_t const* letters) {
    for (auto const letter : used_)
      for (int column = 0; column < n_columns; ++column)
        substitution_[letter][column] = Lanes::look_up(costs_.matrix[letter].data(), letters + column * n_lanes);
  }

  /// Step s computes column c of row s - c for all columns, which are independent of each other. Rows before the first
  /// and after the last have the padding letter.
  Lanes align_columns(Lanes best) {
    Lanes const zero = Lanes::all(std::numeric_limits<Number>::min());
    Lanes const first = Lanes::all(static_cast<Number>(costs_.open + costs_.extend));
    Lanes const extend = Lanes::all(static_cast<Number>(costs_.extend));
    Lanes score[n_columns], before[n_columns], gap[n_columns], down[n_columns]; // H, H one row above, E, F
#pragma GCC unroll 16
    for (int column = 0; column < n_columns; ++column)
      score[column] = before[column] = gap[column] = down[column] = zero;
    Lanes corner = zero;
    std::size_t const n_steps = query_.size() + n_columns - 1;
    for (std::size_t step = 0; step < n_steps; ++step) {
      Row const left = rows_[step];
#pragma GCC unroll 16
      for (int column = n_columns - 1; column >= 0; --column) {
        Lanes const substitution = offsets_[step + static_cast<std::size_t>(n_columns - 1 - column)][column];
        Lanes const from = add(column ? before[column - 1] : corner, substitution);
        Lanes const in_row = column ? gap[column - 1] : left.gap;
        before[column] = score[column];
        score[column] = max(max(from, in_row), down[column]);
        best = max(best, score[column]);
        Lanes const opened = subtract(score[column], first);
        gap[column] = max(subtract(in_row, extend), opened);
        down[column] = max(subtract(down[column], extend), opened);
      }
      corner = left.score;
      if (step + 1 >= n_columns) rows_[step + 1 - n_columns] = {score[n_columns - 1], gap[n_columns - 1]};
    }
    return best;
  }

  std::span<std::uint8_t const> query_;
  AlignmentCosts const& costs_;
  std::vector<std::uint8_t> used_{};
  std::vector<Row> rows_;
  Lanes substitution_[n_protein_letters + 1][n_columns];
  std::vector<Lanes const*>
      offsets_{}; ///< substitution scores of each row, after those of n_columns - 1 rows of padding
};

/// Computes the scores of the given sequences. Returns the sequences whose scores are too large for the type.
template <typename Lanes>
std::vector<std::uint32_t> align_all(SequenceDatabase const& database, std::span<std::uint32_t const> sequences,
                                     std::span<std::uint8_t const> query, AlignmentCosts const& costs,
                                     std::vector<int>& scores) {
  constexpr int largest =
      int{std::numeric_limits<typename Lanes::Number>::max()} - int{std::numeric_limits<typename Lanes::Number>::min()};
  std::vector<std::uint32_t> repeat;
#pragma omp parallel
  {
    Aligner<Lanes> aligner(query, costs);
    Group group;
    int found[Lanes::size];
#pragma omp for schedule(dynamic)
    for (std::size_t first = 0; first < sequences.size(); first += Lanes::size) {
      auto const lanes = sequences.subspan(first, std::min<std::size_t>(Lanes::size, sequences.size() - first));
      group.pack(database, lanes, Lanes::size);
      aligner.align(group, found);
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        scores[lanes[lane]] = found[lane];
        if (found[lane] < largest) continue;
#pragma omp critical
        repeat.push_back(lanes[lane]);
      }
    }
  }
  return repeat;
}

int scalar_score(std::span<std::uint8_t const> query, std::span<std::uint8_t const> target, AlignmentCosts const& costs,
                 std::vector<std::array<int, 2>>& rows) {
  int const none = std::numeric_limits<int>::min() / 2, first = costs.open + costs.extend;
  rows.assign(query.size(), {0, none});
  int best = 0;
  for (auto const letter : target) {
    int corner = 0, above = 0, down = none;
    for (std::size_t i = 0; i < query.size(); ++i) {
      int const gap = std::max(rows[i][0] - first, rows[i][1] - costs.extend);
      down = std::max(above - first, down - costs.extend);
      int const score = std::max(std::max(0, corner + costs.matrix[query[i]][letter]), std::max(gap, down));
      corner = rows[i][0];
      rows[i] = {score, gap};
      above = score;
      best = std::max(best, score);
    }
  }
  return best;
}

/// Prevents the compiler from using what it knows about the value.
void hide(Lanes8& lanes) {
#ifdef __AVX2__
  asm volatile("" : "+v"(lanes.value));
#else
  asm volatile("" : "+m"(lanes.value));
#endif
}

} // namespace

std::vector<int> scores_by_scalar_loop(SequenceDatabase const& database, std::span<std::uint8_t const> query,
                                       AlignmentCosts const& costs) {
  std::vector<int> scores(database.size());
#pragma omp parallel
  {
    std::vector<std::array<int, 2>> rows;
#pragma omp for schedule(dynamic, 16)
    for (std::size_t n = 0; n < scores.size(); ++n) scores[n] = scalar_score(query, database.sequence(n), costs, rows);
  }
  return scores;
}

std::vector<int> scores_by_hand(SequenceDatabase const& database, std::span<std::uint8_t const> query,
                                AlignmentCosts const& costs) {
  std::vector<int> scores(database.size());
  auto sequences = by_length(database);
  sequences = align_all<Lanes8>(database, sequences, query, costs, scores);
  sequences = align_all<Lanes16>(database, sequences, query, costs, scores);
  std::vector<std::array<int, 2>> rows;
  for (auto const n : sequences) scores[n] = scalar_score(query, database.sequence(n), costs, rows);
  return scores;
}

namespace {

/// Returns the rate of groups of instructions for 8-bit numbers in independent chains, without memory accesses: so many
/// sums that saturate, maxima, and differences that wrap around.
template <int n_sums, int n_maxima, int n_differences>
double groups_per_second() {
  constexpr int n_rounds = 1000000, n_chains = n_sums + n_maxima + n_differences;
  Lanes8 const one = Lanes8::all(1);
  auto const measure = [&]<int... n>(std::integer_sequence<int, n...>, std::same_as<Lanes8> auto... chains) {
    auto const start = std::chrono::steady_clock::now();
    for (int round = 0; round < n_rounds; ++round)
      ((chains = n < n_sums              ? add(chains, one)
                 : n < n_sums + n_maxima ? max(chains, one)
                                         : wrapped_difference(chains, one),
        hide(chains)),
       ...);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  auto const numbers = std::make_integer_sequence<int, n_chains>();
  auto const measure_all = [&]<int... n>(std::integer_sequence<int, n...>) {
    return measure(numbers, ((void)n, one)...);
  };
  double seconds = 1;
  for (int repetition = 0; repetition < 20; ++repetition) seconds = std::min(seconds, measure_all(numbers));
  return n_rounds / seconds;
}

} // namespace

double alignment_instruction_bound() { return groups_per_second<1, 6, 3>() * Lanes8::size; }

double distance_instruction_bound() { return groups_per_second<0, 2, 3>() * Lanes8::size / 2; }

double pair_instruction_bound(bool has_affine_gaps) {
  return (has_affine_gaps ? groups_per_second<1, 6, 3>() : groups_per_second<1, 4, 1>()) * Lanes8::size / 2;
}

AlignmentCosts blosum62_costs() {
  constexpr std::int8_t scores[n_protein_letters][n_protein_letters] = {
      {4, -1, -2, -2, 0, -1, -1, 0, -2, -1, -1, -1, -1, -2, -1, 1, 0, -3, -2, 0, -2, -1, 0, -4},
      {-1, 5, 0, -2, -3, 1, 0, -2, 0, -3, -2, 2, -1, -3, -2, -1, -1, -3, -2, -3, -1, 0, -1, -4},
      {-2, 0, 6, 1, -3, 0, 0, 0, 1, -3, -3, 0, -2, -3, -2, 1, 0, -4, -2, -3, 3, 0, -1, -4},
      {-2, -2, 1, 6, -3, 0, 2, -1, -1, -3, -4, -1, -3, -3, -1, 0, -1, -4, -3, -3, 4, 1, -1, -4},
      {0, -3, -3, -3, 9, -3, -4, -3, -3, -1, -1, -3, -1, -2, -3, -1, -1, -2, -2, -1, -3, -3, -2, -4},
      {-1, 1, 0, 0, -3, 5, 2, -2, 0, -3, -2, 1, 0, -3, -1, 0, -1, -2, -1, -2, 0, 3, -1, -4},
      {-1, 0, 0, 2, -4, 2, 5, -2, 0, -3, -3, 1, -2, -3, -1, 0, -1, -3, -2, -2, 1, 4, -1, -4},
      {0, -2, 0, -1, -3, -2, -2, 6, -2, -4, -4, -2, -3, -3, -2, 0, -2, -2, -3, -3, -1, -2, -1, -4},
      {-2, 0, 1, -1, -3, 0, 0, -2, 8, -3, -3, -1, -2, -1, -2, -1, -2, -2, 2, -3, 0, 0, -1, -4},
      {-1, -3, -3, -3, -1, -3, -3, -4, -3, 4, 2, -3, 1, 0, -3, -2, -1, -3, -1, 3, -3, -3, -1, -4},
      {-1, -2, -3, -4, -1, -2, -3, -4, -3, 2, 4, -2, 2, 0, -3, -2, -1, -2, -1, 1, -4, -3, -1, -4},
      {-1, 2, 0, -1, -3, 1, 1, -2, -1, -3, -2, 5, -1, -3, -1, 0, -1, -3, -2, -2, 0, 1, -1, -4},
      {-1, -1, -2, -3, -1, 0, -2, -3, -2, 1, 2, -1, 5, 0, -2, -1, -1, -1, -1, 1, -3, -1, -1, -4},
      {-2, -3, -3, -3, -2, -3, -3, -3, -1, 0, 0, -3, 0, 6, -4, -2, -2, 1, 3, -1, -3, -3, -1, -4},
      {-1, -2, -2, -1, -3, -1, -1, -2, -2, -3, -3, -1, -2, -4, 7, -1, -1, -4, -3, -2, -2, -1, -2, -4},
      {1, -1, 1, 0, -1, 0, 0, 0, -1, -2, -2, 0, -1, -2, -1, 4, 1, -3, -2, -2, 0, 0, 0, -4},
      {0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -2, -1, 1, 5, -2, -2, 0, -1, -1, 0, -4},
      {-3, -3, -4, -4, -2, -2, -3, -2, -2, -3, -2, -3, -1, 1, -4, -3, -2, 11, 2, -3, -4, -3, -2, -4},
      {-2, -2, -2, -3, -2, -1, -2, -3, 2, -1, -1, -2, -1, 3, -3, -2, -2, 2, 7, -1, -3, -2, -1, -4},
      {0, -3, -3, -3, -1, -2, -2, -3, -3, 3, 1, -2, 1, -1, -2, -2, 0, -3, -1, 4, -3, -2, -1, -4},
      {-2, -1, 3, 4, -3, 0, 1, -1, 0, -3, -4, 0, -3, -3, -2, 0, -1, -4, -3, -3, 4, 1, -1, -4},
      {-1, 0, 0, 1, -3, 3, 4, -2, 0, -3, -3, 1, -1, -3, -1, 0, -1, -3, -2, -2, 1, 4, -1, -4},
      {0, -1, -1, -1, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -2, 0, 0, -2, -1, -1, -1, -1, -1, -4},
      {-4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, 1},
  };
  AlignmentCosts costs;
  for (std::size_t a = 0; a < n_protein_letters; ++a) {
    costs.matrix[a].fill(std::numeric_limits<std::int8_t>::min());
    std::copy(scores[a], scores[a] + n_protein_letters, costs.matrix[a].begin());
  }
  return costs;
}

} // namespace performance
