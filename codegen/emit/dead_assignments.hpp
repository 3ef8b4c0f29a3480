/// Removes assignments of private temporaries that no node reads. Compilers remove them too, but they do not know then
/// that other values are no longer needed after a loop.
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

ir::LoopTree without_dead_assignments(ir::LoopTree tree);

} // namespace chemora::emit
