/// Replaces loops of a loop tree by copies of their bodies.
///
///     for k from 0 to 1 unrolled       ->   s = a[0]; b[0] = s; s = a[1]; b[1] = s
///       s = a[k]
///       b[k] = s
///
///     for k from 0 to 1 interleaved    ->   s.0 = a[0]; s.1 = a[1]; b[0] = s.0; b[1] = s.1
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

/// Writes each node inside interleaved loops for all iterations before the next node. Temporaries of which each
/// iteration has its own copy become separate temporaries. The loops need a constant number of iterations; other loops,
/// and loops that need a temporary of which other loops use copies, become sequential.
ir::LoopTree with_interleaved_copies(ir::LoopTree tree);

/// Writes the iterations of unrolled loops one after another, if their number is constant and the copies have at most
/// `max_statements` statements together.
ir::LoopTree with_unrolled_loops(ir::LoopTree tree, long max_statements);

/// Returns the number of iterations of a loop if it does not depend on parameters or other loops, and both bounds are
/// single linear expressions.
std::optional<long> constant_extent(ir::TreeNode const& loop);

/// Returns a constant that the number of iterations does not exceed; nothing if no upper bound is a lower bound plus a
/// constant. Bounds with divisors are not considered.
std::optional<long> max_iterations(ir::TreeNode const& loop);

/// Returns the number of assignments, loops and conditions.
long count_statements(std::vector<ir::TreeNode> const& nodes);

} // namespace chemora::emit
