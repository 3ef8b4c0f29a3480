/// A hash table of keys for groupBy, which the host fills and kernels read.
#pragma once

#include "codegen/patterns/sorted_groups.hpp"

#include <set>
#include <string>
#include <vector>

namespace chemora::patterns {

/// An open-addressing table with linear probing. The first slot of a key is the integer part of
/// `key * multiplier / hashes_per_slot`, in the arithmetic of int32, plus `key_slots / 2`. A kernel compares a key with
/// the `n_probes()` slots from there on; the table has enough slots after the last first slot.
///
/// The value of a key is its rank, the number of smaller keys in the table, which does not depend on the slots.
class KeyTable {
public:
  static constexpr std::size_t max_keys = 1024;

  /// Adds keys and builds the table. Returns false if there are more than `max_keys` different keys, or if a key would
  /// need more than `max_key_probes` probes; error() contains the reason.
  bool add(std::vector<double> const& keys);
  std::string const& error() const { return error_; }

  std::size_t n_keys() const { return keys_.size(); }
  std::vector<double> keys() const { return {keys_.begin(), keys_.end()}; } ///< from small to large
  int multiplier() const { return multiplier_; }
  int n_probes() const { return n_probes_; }
  std::vector<double> const& slot_keys() const { return slot_keys_; }
  std::vector<double> const& slot_ranks() const { return slot_ranks_; } ///< -1: the slot is empty

private:
  /// Fills the slots. Returns the number of probes, or `limit` + 1 if the keys need more than `limit`.
  int fill(int multiplier, int limit);

  std::set<int> keys_{};
  int multiplier_ = 1, n_probes_ = 1;
  std::vector<double> slot_keys_{}, slot_ranks_{};
  std::string error_{};
};

} // namespace chemora::patterns
