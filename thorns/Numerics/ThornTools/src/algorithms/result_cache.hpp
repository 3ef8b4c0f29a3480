/// A cache of computed results.
#pragma once

#include <cstddef>
#include <list>
#include <utility>

namespace thorntools {

/// The results of a computation for its most recent arguments. When the cache is full, a new result replaces the
/// oldest.
template <class Key, class Value>
class ResultCache {
public:
  explicit ResultCache(std::size_t capacity = 1) : capacity_(capacity) {}

  /// Returns the cached result for `arguments`, or caches and returns compute() if there is none. The type of
  /// `arguments` must be Key, or be comparable with Key and convertible to it. The reference is valid until another
  /// result replaces this one.
  template <class Arguments, class Compute>
  Value& get(Arguments const& arguments, Compute const& compute) {
    for (auto& [key, value] : results_)
      if (key == arguments) return value;
    if (results_.size() == capacity_) results_.pop_front();
    return results_.emplace_back(Key(arguments), compute()).second;
  }

  void clear() { results_.clear(); }

private:
  std::size_t capacity_;
  std::list<std::pair<Key, Value>> results_;
};

} // namespace thorntools
