/// Simplifies loop trees before the host printer chooses masks and vectors.
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

/// Removes assignments of private temporaries that no node reads. Temporaries that only removed assignments read then
/// need no mask.
ir::LoopTree without_dead_assignments(ir::LoopTree tree);

/// Fuses adjacent conditions that are equal, so that their value is computed and tested once.
///
///     if h: x = y * y         if h
///     if h: y = x + 1.0  ->     x = y * y
///                               y = x + 1.0
///
/// A condition remains separate from the next one if it changes an array that the condition reads. The schedule
/// (codegen/polyhedral) fuses conditions that read no array; the fusion of vector loops makes further ones adjacent.
ir::LoopTree with_fused_conditions(ir::LoopTree tree);

} // namespace chemora::emit
