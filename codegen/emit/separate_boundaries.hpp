/// Separates the iterations of a loop around vectors in which a vector is incomplete, or in which a subscript reaches
/// its limit. The vectors of all other iterations have a constant number of lanes, and subscripts without minima and
/// maxima.
///
///     for k from 0 to K
///       for i from 0 to min(31, n - 32*k - 1) vector extent 32
///         b[32*k + i] = a[maximum(32*k + i - 1, 0)]
///   ->
///     for k from 0 to min(K, 0)
///       for i from 0 to min(31, n - 32*k - 1) vector extent 32
///         b[32*k + i] = a[maximum(32*k + i - 1, 0)]
///     for k from max(0, 1) to min(K, (n - 32)/32)
///       for i from 0 to 31 vector extent 32
///         b[32*k + i] = a[32*k + i - 1]
///     for k from max(0, 1, (n - 31)/32) to K
///       for i from 0 to min(31, n - 32*k - 1) vector extent 32
///         b[32*k + i] = a[maximum(32*k + i - 1, 0)]
///
/// The iterations remain in their order. The passes before this one assign the iterations of loops to vectors.
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

ir::LoopTree with_separate_boundaries(ir::LoopTree tree);

} // namespace chemora::emit
