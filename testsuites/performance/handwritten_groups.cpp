#include "testsuites/performance/handwritten_patterns.hpp"

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace performance {

namespace {

/// An open-addressing table whose size doubles when it is half full.
class Table {
public:
  /// Returns the slot of a key, which the function adds if it is new.
  std::size_t slot(int key) {
    std::size_t slot = first_slot(key);
    while (is_used_[slot] && keys_[slot] != key) slot = (slot + 1) & (keys_.size() - 1);
    if (is_used_[slot]) return slot;
    is_used_[slot] = 1;
    keys_[slot] = key;
    if (2 * ++n_keys_ <= keys_.size()) return slot;
    grow();
    return this->slot(key);
  }
  std::vector<int> keys() const {
    std::vector<int> result;
    for (std::size_t slot = 0; slot < keys_.size(); ++slot)
      if (is_used_[slot]) result.push_back(keys_[slot]);
    return result;
  }
  void set_value(int key, int value) { values_[slot(key)] = value; }
  int value(int key) const {
    std::size_t slot = first_slot(key);
    while (keys_[slot] != key || !is_used_[slot]) slot = (slot + 1) & (keys_.size() - 1);
    return values_[slot];
  }

private:
  std::size_t first_slot(int key) const { return (static_cast<std::uint32_t>(key) * 2654435769U) >> shift_; }
  void grow() {
    std::vector<int> const keys = std::move(keys_), values = std::move(values_);
    std::vector<char> const is_used = std::move(is_used_);
    keys_.assign(2 * keys.size(), 0);
    is_used_.assign(keys_.size(), 0);
    values_.assign(keys_.size(), 0);
    --shift_;
    n_keys_ = 0;
    for (std::size_t slot = 0; slot < keys.size(); ++slot)
      if (is_used[slot]) set_value(keys[slot], values[slot]);
  }

  int shift_ = 24;
  std::vector<int> keys_ = std::vector<int>(256), values_ = std::vector<int>(256);
  std::vector<char> is_used_ = std::vector<char>(256);
  std::size_t n_keys_ = 0;
};

} // namespace

void order_by_hand(std::vector<int> const& keys, OrderByHand& result) {
  auto const n_threads = static_cast<std::size_t>(omp_get_max_threads());
  std::size_t const n = keys.size();
  auto const begin_of = [&](std::size_t thread) { return n * thread / n_threads; };
  std::vector<Table> tables(n_threads);
  std::vector<std::vector<int>> positions(n_threads);
  result.order.resize(n);
#pragma omp parallel num_threads(static_cast <int>(n_threads))
  {
    auto const thread = static_cast<std::size_t>(omp_get_thread_num());
    std::size_t const begin = begin_of(thread), end = begin_of(thread + 1);
    for (std::size_t i = begin; i < end; ++i) tables[thread].slot(keys[i]);
#pragma omp barrier
#pragma omp single
    {
      result.keys.clear();
      for (Table const& table : tables) {
        std::vector<int> const own = table.keys();
        result.keys.insert(result.keys.end(), own.begin(), own.end());
      }
      std::sort(result.keys.begin(), result.keys.end());
      result.keys.erase(std::unique(result.keys.begin(), result.keys.end()), result.keys.end());
    }
    Table& table = tables[thread];
    for (std::size_t rank = 0; rank < result.keys.size(); ++rank)
      table.set_value(result.keys[rank], static_cast<int>(rank));
    std::vector<int>& position = positions[thread];
    position.assign(result.keys.size(), 0);
    for (std::size_t i = begin; i < end; ++i) ++position[static_cast<std::size_t>(table.value(keys[i]))];
#pragma omp barrier
#pragma omp single
    {
      result.first.assign(result.keys.size() + 1, 0);
      int total = 0;
      for (std::size_t rank = 0; rank < result.keys.size(); ++rank) {
        result.first[rank] = total;
        for (std::vector<int>& of_thread : positions) total += std::exchange(of_thread[rank], total);
      }
      result.first.back() = total;
    }
    for (std::size_t i = begin; i < end; ++i) {
      int& next = position[static_cast<std::size_t>(table.value(keys[i]))];
      result.order[static_cast<std::size_t>(next++)] = static_cast<int>(i);
    }
  }
}

} // namespace performance
