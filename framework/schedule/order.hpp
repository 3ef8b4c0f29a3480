// A total order that respects pairs "this before that" and otherwise keeps the given order.
#pragma once

#include <cstddef>
#include <vector>

namespace chemora::schedule {

/// Pairs over 0 .. n-1.
class Precedence {
public:
  explicit Precedence(std::size_t n) : followers_(n) {}
  void add(std::size_t before, std::size_t after) { followers_[before].push_back(after); }
  std::vector<std::vector<std::size_t>> const& followers() const { return followers_; }

private:
  std::vector<std::vector<std::size_t>> followers_;
};

/// Either all indices in order, or one cycle a before b before ... before a.
struct Order {
  std::vector<std::size_t> indices;
  std::vector<std::size_t> cycle;
};

/// The topological order that takes, at each place, the smallest index that may come there (Kahn's algorithm with a
/// priority queue). n log n + pairs.
Order order_of(Precedence const& precedence);

} // namespace chemora::schedule
