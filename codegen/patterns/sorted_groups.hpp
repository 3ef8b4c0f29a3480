/// groupBy with any keys as maps, between which the elements are sorted by their keys.
///
///     groupBy(x in a by k: e)
///
/// becomes the keys of the elements, `map(x in a: k)`, and the members of all groups one after another, `map(p in
/// order: let x = a[p]; e)`, where `order` contains the numbers of the elements. The order of elements with equal keys
/// is that of the elements.
#pragma once

#include "codegen/patterns/pattern.hpp"

namespace chemora::patterns {

/// Arguments of the map of members: the numbers of the elements, and how many they are.
constexpr char const* sorted_order = "result.order";
constexpr char const* n_sorted = "result.elements";

struct SortedGroups {
  NodePtr keys{};    ///< an axis for each variable of the groupBy, the last one fastest
  NodePtr members{}; ///< in terms of `sorted_order` and `n_sorted`
};

/// Returns whether the node is a groupBy without a number of groups.
bool has_any_keys(Node const& node);

/// Returns the maps of a groupBy with any keys, and adds the variables of the map of members to the program. The number
/// of elements of each generator must not depend on other generators.
SortedGroups sorted_groups(Program& program, Node const& group);

/// The sort of elements by `keys`, as a program whose statements are kernels. `digit` contains the smallest key, the
/// value of a digit, and the number of its values. `order`, `heads` and `digit` are results of earlier statements:
///
/// | statement | value |
/// |---|---|
/// | `least`, `greatest` | the smallest and the largest key |
/// | `identity` | the numbers of elements in their order |
/// | `by_digit` | `order`, sorted by a digit of the keys; elements with equal digits keep their order |
/// | `changes` | the positions in the sorted order at which a group starts |
/// | `first`, `group_keys` | the position of the first member of each group and the number of elements; the keys |
Program const& sort_program();

} // namespace chemora::patterns
