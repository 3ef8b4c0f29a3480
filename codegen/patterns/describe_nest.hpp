/// The nest that the mapping of an expression needs: its patterns with their sizes, branches and accesses to memory.
#pragma once

#include "codegen/patterns/known_sizes.hpp"

#include <set>
#include <string>

namespace chemora::patterns {

/// Returns the nest of an expression whose value is stored to `result`.
///
/// Each variable of a map is a level. The variables of a zipWith share one level, and so do those of a reduction. A
/// pattern over the elements of a map has the level of this map, because it computes the elements where it needs them.
/// `stored` contains the variables of arrays whose elements are stored (inner_results.hpp). These maps are patterns of
/// their own, and accesses to their results have a flexible layout.
/// A size that depends on variables of enclosing patterns or on elements of arrays is unknown at launch. An access is
/// adjacent along a variable if the last subscript (of a grid function, the first one) is the variable plus terms
/// without it, and the other subscripts do not depend on it.
Nest nest_of(Program const& program, NodePtr const& value, std::string const& result, KnownNumbers const& known = {},
             std::set<int> const& stored = {});

} // namespace chemora::patterns
