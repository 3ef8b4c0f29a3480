#include "testsuites/performance/handwritten_distance.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace performance {

namespace {

constexpr int n_lanes = 32;
using Lanes = std::int16_t __attribute__((vector_size(2 * n_lanes)));

Lanes load(std::int16_t const* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }

/// Letters of `s` in the order of rows, and of `t` in reverse order, so that the letters of an antidiagonal are
/// adjacent in both. `n_lanes` elements before and after equal no letter.
std::vector<std::int16_t> letters(std::span<std::uint8_t const> sequence, bool is_reversed, std::int16_t other) {
  std::vector<std::int16_t> result(sequence.size() + 2 * n_lanes, other);
  std::copy(sequence.begin(), sequence.end(), result.begin() + n_lanes);
  if (is_reversed) std::reverse(result.begin(), result.end());
  return result;
}

} // namespace

int distance_by_scalar_loop(std::span<std::uint8_t const> s, std::span<std::uint8_t const> t) {
  std::vector<int> row(t.size() + 1);
  for (std::size_t j = 0; j <= t.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= s.size(); ++i) {
    int corner = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= t.size(); ++j) {
      int const next = std::min(std::min(row[j], row[j - 1]) + 1, corner + (s[i - 1] != t[j - 1]));
      corner = row[j];
      row[j] = next;
    }
  }
  return row[t.size()];
}

int distance_by_hand(std::span<std::uint8_t const> s, std::span<std::uint8_t const> t) {
  // Antidiagonal p consists of the elements (i, p - i). Element i of an array belongs to row i; the arrays have
  // n_lanes unused elements on both sides.
  auto const n = static_cast<std::ptrdiff_t>(s.size()), m = static_cast<std::ptrdiff_t>(t.size());
  auto const rows = letters(s, false, -1), columns = letters(t, true, -2);
  std::vector<std::int16_t> storage[3];
  for (auto& elements : storage) elements.resize(static_cast<std::size_t>(n + 1 + 2 * n_lanes));
  std::int16_t *before = storage[0].data() + n_lanes, *last = storage[1].data() + n_lanes,
               *next = storage[2].data() + n_lanes;
  last[0] = 0;
  for (std::ptrdiff_t p = 1; p <= n + m; ++p) {
    std::ptrdiff_t const begin = std::max<std::ptrdiff_t>(1, p - m), end = std::min(n, p - 1);
    std::int16_t const* const in_row = rows.data() + n_lanes - 1;             // [i]: letter i - 1 of s
    std::int16_t const* const in_column = columns.data() + n_lanes + (m - p); // [i]: letter p - i - 1 of t
    Lanes const one = Lanes{} + 1;
    for (std::ptrdiff_t i = begin; i <= end; i += n_lanes) {
      Lanes const differs = load(in_row + i) != load(in_column + i); // -1 where letters differ
      Lanes const gap = smaller(load(last + i), load(last + i - 1)) + one;
      Lanes const result = smaller(gap, load(before + i - 1) - differs);
      std::memcpy(next + i, &result, sizeof result);
    }
    if (p <= m) next[0] = static_cast<std::int16_t>(p);
    if (p <= n) next[p] = static_cast<std::int16_t>(p);
    std::int16_t* const free = before;
    before = last;
    last = next;
    next = free;
  }
  return last[n];
}

} // namespace performance
