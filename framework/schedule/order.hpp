// A total order that respects pairs "this before that"; what they leave open falls as in Cactus.
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

/// Fills the places from the first to the last: while a later index must come directly before the one in this place,
/// the first such index changes places with it. Ties fall as in Cactus, because parameter files and reference data
/// rely on it: an exchange also moves an index that no pair speaks of. At most n (n - 1) / 2 exchanges: each takes away
/// at least one pair of indices in wrong order.
Order order_of(Precedence const& precedence);

} // namespace chemora::schedule
