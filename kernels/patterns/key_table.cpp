#include "kernels/patterns/key_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace chemora::patterns {

namespace {

constexpr int n_multipliers = 32; ///< candidates, of which the table uses the one with the fewest probes

/// Returns candidate `n`, an odd number. The first one is 2^32 divided by the golden ratio (Knuth, The Art of Computer
/// Programming, volume 3, section 6.4); the others are its multiples.
int multiplier_of(int n) {
  constexpr std::uint32_t golden = 0x9E3779B1U;
  return static_cast<int>(golden * static_cast<std::uint32_t>(2 * n + 1));
}

std::size_t first_slot(int key, int multiplier) {
  std::int64_t const product =
      static_cast<int>(static_cast<std::uint32_t>(key) * static_cast<std::uint32_t>(multiplier));
  return static_cast<std::size_t>((product - INT32_MIN) / hashes_per_slot);
}

} // namespace

bool KeyTable::add(std::vector<double> const& keys) {
  for (double const key : keys) keys_.insert(static_cast<int>(key));
  if (keys_.size() > max_keys) {
    error_ = fmt::format("there are more than {} different keys", max_keys);
    return false;
  }
  int best = 0, fewest = max_key_probes + 1;
  for (int n = 0; n < n_multipliers && fewest > 1; ++n)
    if (int const n_probes = fill(multiplier_of(n), fewest - 1); n_probes < fewest) {
      fewest = n_probes;
      best = n;
    }
  if (fewest > max_key_probes) {
    error_ = fmt::format("keys need more than {} probes", max_key_probes);
    return false;
  }
  multiplier_ = multiplier_of(best);
  n_probes_ = fill(multiplier_, fewest);
  return true;
}

int KeyTable::fill(int multiplier, int limit) {
  slot_keys_.assign(table_slots, 0);
  slot_ranks_.assign(table_slots, -1);
  int n_probes = 1, rank = 0;
  for (int const key : keys_) {
    std::size_t slot = first_slot(key, multiplier);
    int n = 1;
    for (; n <= limit && slot_ranks_[slot] >= 0; ++n) ++slot;
    if (n > limit) return limit + 1;
    n_probes = std::max(n_probes, n);
    slot_keys_[slot] = key;
    slot_ranks_[slot] = rank++;
  }
  return n_probes;
}

} // namespace chemora::patterns
