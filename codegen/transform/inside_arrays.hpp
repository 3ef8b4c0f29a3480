/// Conditions that restrict a new instruction to elements inside of arrays. An instruction that accesses the smallest
/// box around the elements of other instructions may reach elements that none of them accesses.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <string>
#include <vector>

namespace chemora::transform {

/// Returns whether the instructions `ids` may be executed for a part only of the box of their loops, for fixed values
/// of the loops `outer`: because of conditions, or of ranges that depend on both outer and inner loops.
bool are_partly_executed(loops::LoopKernel const& kernel, std::vector<std::string> const& ids,
                         std::vector<std::string> const& outer);

/// Returns the conditions that the subscripts of all elements are inside of their arrays. The conditions on the
/// elements in a subscript precede the condition on this subscript.
std::vector<ir::ExpressionPtr> inside_arrays(loops::LoopKernel const& kernel,
                                             std::vector<ir::ExpressionPtr> const& elements);

} // namespace chemora::transform
