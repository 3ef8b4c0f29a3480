// Peers of the benchmark of groups: the order of elements by their keys, written by hand with OpenMP.
#pragma once

#include <vector>

namespace performance {

/// Elements ordered by key; elements with equal keys keep their order.
struct OrderByHand {
  std::vector<int> order{}; ///< numbers of the elements
  std::vector<int> first{}; ///< position of the first element of each key, and the number of elements
  std::vector<int> keys{};  ///< from small to large
};

/// Each thread collects the keys of its elements in a hash table. The tables are merged and sorted; then each thread
/// counts the members of each group among its elements, and writes their numbers to their positions.
void order_by_hand(std::vector<int> const& keys, OrderByHand& result);

} // namespace performance
