/// Lowers groupBy with any keys to two maps. The elements are sorted by their keys between these maps.
///
///     groupBy(x in a by k: e)
///
/// becomes the map of the keys, `map(x in a: k)`, and the map of the members of all groups one after another,
/// `map(p in order: let x = a[p]; e)`. The array `order` contains the numbers of the elements, sorted by key. Elements
/// with equal keys retain their order.
#pragma once

#include "codegen/patterns/nodes.hpp"

namespace chemora::patterns {

/// Arguments of the map of members: the sorted numbers of the elements, and the number of elements.
inline std::string const sorted_order = result_argument(".order");
inline std::string const n_sorted = result_argument(".elements");

struct SortedGroups {
  NodePtr keys{};    ///< an axis for each variable of the groupBy, the last one fastest
  NodePtr members{}; ///< in terms of `sorted_order` and `n_sorted`
};

/// Returns whether the node is a groupBy without a number of groups.
bool has_any_keys(Node const& node);

/// Returns the maps of a groupBy with any keys, and adds the variables of the map of members to the program. The number
/// of elements of each generator must not depend on other generators.
SortedGroups sorted_groups(Program& program, Node const& group);

/// A hash table of keys. The hashes are divided into `key_slots` ranges, each of which has a first slot. The table has
/// further slots after the last first slot, for probes.
constexpr int key_slots = 4096;
constexpr long hashes_per_slot = (1L << 32) / key_slots;
constexpr int max_key_probes = 16;
constexpr int table_slots = key_slots + max_key_probes - 1;

/// Returns a program that orders elements by `keys`; its statements become kernels. The caller provides the other
/// inputs, among which are results of earlier statements. These statements sort elements by the digits of their keys:
///
/// | statement | value |
/// |---|---|
/// | `min_key`, `max_key` | the smallest and the largest key |
/// | `identity` | the numbers of the elements, not yet sorted |
/// | `by_digit` | `order`, sorted by a digit of the keys; elements with equal digits keep their order |
/// | `changes` | the positions in the sorted order at which a group starts |
/// | `first` | the position of the first member of each group, and the number of elements |
/// | `group_keys` | the key of each group |
///
/// `digit` contains the smallest key, the place value of the digit (a power of two), and the number of values of the
/// digit. These statements order elements by the ranks of their keys, if there are few of them:
///
/// | statement | value |
/// |---|---|
/// | `by_offset` | the numbers of the elements, ordered by the difference of key and smallest key, `digit[0]` |
/// | `sample` | the keys of the elements `places` |
/// | `ranks` | the rank of each key in the hash table of `slot_keys` and `slot_ranks`; -1 for missing keys |
/// | `smallest_rank` | the smallest of these |
/// | `missing` | the numbers of the elements whose keys the table does not have |
/// | `missing_sample` | the keys of the elements `missing_elements[p]`, for `p` in `places` |
/// | `by_rank` | the numbers of the elements, ordered by rank |
Program const& order_program();

} // namespace chemora::patterns
