// Remembers what was made of lists of numbers: programs that go round in circles ask for the same again.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace accelerator {

/// The list that came after the last one the time before is tried first: as long as lists come in the same order, to
/// find one takes no more than a comparison of its numbers.
template <class Number, class Value>
class Replay {
public:
  /// Empty ones count.
  using Lists = std::array<std::span<Number const>, 6>;

  /// What make() gives for these lists; made anew when `revision` has changed since. Others may ask meanwhile.
  template <class Make>
  std::shared_ptr<Value const> get(Lists const& lists, std::uint64_t revision, Make const& make) {
    std::size_t const at = find(lists);
    if (!known_[at].value || known_[at].revision != revision) {
      auto made = std::make_shared<Value const>(make());
      std::size_t const now = find(lists); // where it is by now
      known_[now].value = made;
      known_[now].revision = revision;
      return made;
    }
    return known_[at].value;
  }

  std::size_t size() const { return known_.size(); }
  static constexpr std::size_t most = 1000; ///< then all is forgotten: somebody asks for other lists every time

private:
  struct Known {
    std::vector<Number> numbers; ///< one list after the other
    std::array<std::size_t, std::tuple_size_v<Lists>> sizes;
    std::uint64_t revision = 0;
    std::shared_ptr<Value const> value{};
    std::size_t next = 0; ///< what was asked for after it
  };

  static bool is_same(Known const& known, Lists const& lists) {
    for (std::size_t i = 0; i < lists.size(); ++i)
      if (known.sizes[i] != lists[i].size()) return false;
    auto at = known.numbers.begin();
    for (auto const& list : lists) {
      if (!std::equal(list.begin(), list.end(), at)) return false;
      at += static_cast<std::ptrdiff_t>(list.size());
    }
    return true;
  }

  static std::size_t hash(Lists const& lists) {
    std::uint64_t sum = 0;
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15; // odd, its bits mixed: 2^64 by the golden ratio
    auto const add = [&](std::uint64_t number) { sum = (sum ^ number ^ (sum >> 29)) * factor; };
    for (auto const& list : lists) {
      add(list.size());
      for (Number const number : list) add(static_cast<std::uint64_t>(number));
    }
    return sum;
  }

  std::size_t find(Lists const& lists) {
    std::size_t at = known_.empty() ? 0 : known_[last_].next;
    if (known_.empty() || !is_same(known_[at], lists)) {
      at = look_up(lists);
      known_[last_].next = at;
    }
    return last_ = at;
  }

  std::size_t look_up(Lists const& lists) {
    std::size_t const key = hash(lists);
    auto const [begin, end] = by_hash_.equal_range(key);
    for (auto each = begin; each != end; ++each)
      if (is_same(known_[each->second], lists)) return each->second;
    if (known_.size() == most) {
      known_.clear();
      by_hash_.clear();
      last_ = 0;
    }
    Known& made = known_.emplace_back();
    for (std::size_t i = 0; i < lists.size(); ++i) {
      made.sizes[i] = lists[i].size();
      made.numbers.insert(made.numbers.end(), lists[i].begin(), lists[i].end());
    }
    by_hash_.emplace(key, known_.size() - 1);
    return known_.size() - 1;
  }

  std::vector<Known> known_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
  std::size_t last_ = 0;
};

} // namespace accelerator
