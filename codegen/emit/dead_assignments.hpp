/// Removes assignments of private temporaries that no node reads. This pass runs before masks are chosen, so that
/// temporaries that only removed assignments read need no mask.
#pragma once

#include "codegen/ir/loop_tree.hpp"

namespace chemora::emit {

ir::LoopTree without_dead_assignments(ir::LoopTree tree);

} // namespace chemora::emit
