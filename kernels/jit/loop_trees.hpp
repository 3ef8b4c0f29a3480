/// Lowers loop trees to source text, and determines how they are launched.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "kernels/jit/specialise.hpp"

#include <map>
#include <string>

namespace chemora::jit {

/// Returns the source of the tree in the device's language. `loops` is the text form of the tree. The shape has one
/// block for each point of the box of a launch. Its number of parameters includes the phase if the tree has phases.
Lowered lower_to_source(ir::LoopTree const& tree, plan::Language language);

/// Returns the number of blocks along each axis, which is the box of a launch: the maximum over all loops over blocks
/// of this axis, at least 1. `parameters` contains the values of all int32 parameters.
base::Index3 number_of_blocks(ir::LoopTree const& tree, std::map<std::string, double> const& parameters);

} // namespace chemora::jit
