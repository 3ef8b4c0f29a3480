/// The order of the instructions of fused kernels.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <vector>

namespace chemora::transform {

/// Changes the orders of the instructions of `first` and `second`, which have the same loops, so that loops of the same
/// name become one: inside of it, the instructions of `first` come before those of `second`.
///
/// before: `a: order 0, i, 0` and `b: order 0, i, 0`, after: `a: order 0, i, 0` and `b: order 0, i, 1`.
void fuse_orders(std::vector<loops::Instruction>& first, std::vector<loops::Instruction>& second);

/// Changes the orders so that all instructions of `first` come before those of `second`.
void append_orders(std::vector<loops::Instruction>& first, std::vector<loops::Instruction>& second);

} // namespace chemora::transform
