/// Moves iterations that end at a condition into vector loops, so that a vector ends when the condition holds in none
/// of its lanes.
///
///     for i vector: x = a[i]; h = true
///     for k from 0 to n - 1                     for i vector
///       for i vector                              x = a[i]; h = true
///         if h: h = x < 4.0               ->      for k from 0 to n - 1
///         if h: x = x * x                           if h: h = x < 4.0
///     for i vector: b[i] = x                        if h: x = x * x
///                                                 b[i] = x
///
/// The iterations assign private temporaries of the lanes only, so that lanes do not depend on each other. Adjacent
/// loops over the same lanes become a part of the vector loop, unless they assign other arrays that it accesses.
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

ir::LoopTree with_iterations_in_vectors(ir::LoopTree tree);

} // namespace chemora::emit
