/// Lists, before a loop over vectors, the iterations of an inner loop whose condition holds, if the condition is equal
/// in all lanes. Otherwise, each vector would test the condition of each iteration.
///
///     for i from 0 to 1023 vector extent 1024
///       s = p[i]
///       for k from 0 to min(7, n - 1)
///         s = s + select(c[k] == 1, a[i, k], 0)
///       p[i] = s
///   ->
///     k_count = 0
///     for k_once from 0 to min(1023, 0)
///       for k from 0 to min(7, n - 1)
///         if c[k] == 1
///           k_list[k_count] = k
///         if c[k] == 1
///           k_count = k_count + 1
///     for i from 0 to 1023 vector extent 1024
///       s = p[i]
///       for k from 0 to k_count - 1
///         s = s + a[i, k_list[k]]
///       p[i] = s
///
/// The results have the same bits, because the operations that are omitted do not change a value: sums of integers with
/// 0, and minima and maxima with the largest or smallest number. The list remains empty if there are no vectors.
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

ir::LoopTree with_chosen_iterations(ir::LoopTree tree);

} // namespace chemora::emit
