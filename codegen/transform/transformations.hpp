/// The implementations of all transformations. Each is defined in the source of the same name. transform.cpp contains
/// the table with their names and parameters.
#pragma once

#include "codegen/transform/transform.hpp"

namespace chemora::transform {

// clang-format off
// Sorted by name.
loops::LoopKernel fuse_multiply_add(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel set_loop_priority(loops::LoopKernel kernel, Arguments const& arguments);
// clang-format on

} // namespace chemora::transform
