/// The nest that the mapping of an expression needs: its patterns with their sizes, branches and accesses to memory.
#pragma once

#include "codegen/patterns/nest.hpp"
#include "codegen/patterns/pattern.hpp"

#include <map>
#include <string>

namespace chemora::patterns {

/// Values of sizes and parameters, by name. Other sizes are unknown.
struct KnownNumbers {
  std::map<std::string, double> exact{};
  std::map<std::string, double> hints{}; ///< approximate values that the user expects
};

/// Returns the nest of an expression whose value is stored to `result`.
///
/// Each variable of a map is a level. The variables of a zipWith share one level, and so do those of a reduction. A
/// pattern over the elements of a map has the level of this map, because it computes the elements where it needs them.
/// A size that depends on variables of enclosing patterns or on elements of arrays is unknown at launch. An access is
/// adjacent along a variable if the last subscript (of a grid function, the first one) is the variable plus terms
/// without it, and the other subscripts do not depend on it.
Nest nest_of(Program const& program, NodePtr const& value, std::string const& result, KnownNumbers const& known = {});

} // namespace chemora::patterns
