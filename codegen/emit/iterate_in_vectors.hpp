/// Moves loops into vector loops in two cases. In the first case, the iterations end at a condition: each vector ends
/// when the condition holds in none of its lanes. In the second case, a loop of at most 8 iterations surrounds more
/// lanes than the registers hold: each vector stays in a register during the iterations.
///
///     for i vector: x = a[i]; h = true
///     for k from 0 to n - 1                     for i vector
///       for i vector                              x = a[i]; h = true
///         if h: h = x < 4.0               ->      for k from 0 to n - 1
///         if h: x = x * x                           if h: h = x < 4.0
///     for i vector: b[i] = x                        if h: x = x * x
///                                                 b[i] = x
///
/// The moved iterations assign only private temporaries of the lanes, so that no lane depends on another one. Adjacent
/// vector loops over the same lanes are fused with the new loop. They remain separate if one of them assigns an array
/// that the other one accesses, unless each lane accesses only its own elements of the array.
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

ir::LoopTree with_iterations_in_vectors(ir::LoopTree tree);

} // namespace chemora::emit
