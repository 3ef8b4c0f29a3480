/// Cache of results by argument lists, for callers that pass the same lists in every time step.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace accelerator {

/// Each entry stores which entry was requested after it. While requests repeat in the same order, a lookup only
/// compares the lists with one entry and computes no hash.
template <class Number, class Value>
class ArgumentCache {
public:
  /// The key of an entry. Empty lists are part of the key.
  using Lists = std::array<std::span<Number const>, 6>;

  /// The cached value for these lists, or the result of make() if no value is cached or `revision` has changed.
  /// make() may itself call get().
  template <class Make>
  std::shared_ptr<Value const> get(Lists const& lists, std::uint64_t revision, Make const& make) {
    std::size_t const position = find(lists);
    if (!entries_[position].value || entries_[position].revision != revision) {
      auto value = std::make_shared<Value const>(make());
      std::size_t const new_position = find(lists); // searches again, because make() may have moved the entry
      entries_[new_position].value = value;
      entries_[new_position].revision = revision;
      return value;
    }
    return entries_[position].value;
  }

  std::size_t size() const { return entries_.size(); }
  /// The cache is emptied when it reaches this size, because such a cache indicates lists that differ in every
  /// request.
  static constexpr std::size_t max_size = 1000;

private:
  struct Entry {
    std::vector<Number> numbers; ///< the lists, concatenated
    std::array<std::size_t, std::tuple_size_v<Lists>> sizes;
    std::uint64_t revision = 0;
    std::shared_ptr<Value const> value{};
    std::size_t next = 0; ///< the entry that was requested after this one
  };

  static bool has_key(Entry const& entry, Lists const& lists) {
    for (std::size_t i = 0; i < lists.size(); ++i)
      if (entry.sizes[i] != lists[i].size()) return false;
    auto position = entry.numbers.begin();
    for (auto const& list : lists) {
      if (!std::equal(list.begin(), list.end(), position)) return false;
      position += static_cast<std::ptrdiff_t>(list.size());
    }
    return true;
  }

  static std::size_t hash(Lists const& lists) {
    std::uint64_t sum = 0;
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio, an odd multiplier for
                                                         // hashing
    auto const add = [&](std::uint64_t number) { sum = (sum ^ number ^ (sum >> 29)) * factor; };
    for (auto const& list : lists) {
      add(list.size());
      for (Number const number : list) add(static_cast<std::uint64_t>(number));
    }
    return sum;
  }

  std::size_t find(Lists const& lists) {
    std::size_t position = entries_.empty() ? 0 : entries_[last_].next;
    if (entries_.empty() || !has_key(entries_[position], lists)) {
      position = find_by_hash(lists);
      entries_[last_].next = position;
    }
    return last_ = position;
  }

  /// The position of the entry for these lists. Adds an entry without a value if the cache has no entry for them.
  std::size_t find_by_hash(Lists const& lists) {
    std::size_t const key = hash(lists);
    auto const [begin, end] = by_hash_.equal_range(key);
    for (auto candidate = begin; candidate != end; ++candidate)
      if (has_key(entries_[candidate->second], lists)) return candidate->second;
    if (entries_.size() == max_size) {
      entries_.clear();
      by_hash_.clear();
      last_ = 0;
    }
    Entry& entry = entries_.emplace_back();
    for (std::size_t i = 0; i < lists.size(); ++i) {
      entry.sizes[i] = lists[i].size();
      entry.numbers.insert(entry.numbers.end(), lists[i].begin(), lists[i].end());
    }
    by_hash_.emplace(key, entries_.size() - 1);
    return entries_.size() - 1;
  }

  std::vector<Entry> entries_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
  std::size_t last_ = 0;
};

} // namespace accelerator
