/// Replaces the loops over the elements of ordered reductions (LoopKernel::ordered) by loops that execute the
/// operations in the order of codegen/ir/ordered_reduction.hpp. A schedule contains only the simple loop, because the
/// dependences between many loops whose ranges depend on data take too long to compute.
///
///     s = 0.0                             s = 0.0
///     for k from 0 to n - 1        ->     for k_chunk from 0 to floor((n - 1) / 1024)
///       s = s + x[k]                        for k_part from 0 to 31 vector
///                                             s_partial[k_part] = 0.0
///                                           for k_row from 0 to min(31, floor((n - 1 - 1024*k_chunk) / 32))
///                                             s_partial = s_partial + the elements of the row
///                                           s_partial[0] = all partial results, by halves
///                                           s = s_partial[0]
///                                           if 1024 < n: s = s and the results of earlier chunks
///
/// The last row of a reduction may have fewer than 32 elements. Its elements are the lanes of vectors too, in groups of
/// 8. The partial result of a lane without an element does not change. Its subscripts are those of the last element,
/// which exists. An emitter may omit its reads and use 0 instead.
///
/// Elements are evaluated one after another, without vectors, if their evaluation contains loops or transcendental
/// functions, or if the reduction is inside loops over threads of a block or over lanes. These loops omit partial
/// results without elements, which are neutral.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/loops/loop_kernel.hpp"

namespace chemora::polyhedral {

/// `tree` is a schedule of the kernel.
ir::LoopTree with_ordered_reductions(loops::LoopKernel const& kernel, ir::LoopTree tree);

} // namespace chemora::polyhedral
