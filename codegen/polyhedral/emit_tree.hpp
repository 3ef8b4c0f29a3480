/// Loop bounds and conditions of a schedule.
#pragma once

#include "codegen/polyhedral/schedule_order.hpp"

namespace chemora::polyhedral {

/// Returns the tree of a schedule that contains all loops. A loop runs from the least to the greatest value for which
/// one of its statements has instances. Statements are inside a condition if the loops include further values, and
/// inside the conditions of their instructions. Throws base::UserError for loops without the bounds that their tag
/// needs.
ir::LoopTree emit_tree(Program const& program, std::vector<ScheduleNode> const& nodes);

} // namespace chemora::polyhedral
