/// Fuses adjacent conditions that are equal, so that their value is computed and tested once.
///
///     if h: x = y * y         if h
///     if h: y = x + 1.0  ->     x = y * y
///                               y = x + 1.0
///
/// A condition remains separate from the next one if it changes an array that the condition reads. The schedule
/// (codegen/polyhedral) fuses conditions that read no array; the fusion of vector loops makes further ones adjacent.
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

ir::LoopTree with_fused_conditions(ir::LoopTree tree);

} // namespace chemora::emit
