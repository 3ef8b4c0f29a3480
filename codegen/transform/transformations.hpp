/// The implementations of all transformations. Each is defined in the source of the same name, or of a
/// transformation that it is a variant of. transform.cpp contains
/// the table with their names and parameters.
#pragma once

#include "codegen/transform/transform.hpp"

namespace chemora::transform {

// clang-format off
// Sorted by name.
loops::LoopKernel add_barrier(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel add_prefetch(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel alias_temporaries(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel array_of_structures(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel assignment_to_subst(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel assume(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel buffer_array(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel collect_common_factors_on_increment(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel duplicate_inames(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel extract_subst(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel fix_parameters(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel fuse_multiply_add(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel interchange(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel join_inames(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel precompute(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel privatize_temporaries_with_inames(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel reassociate(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel remove_instructions(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel remove_unused_inames(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel rename_iname(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel set_array_dim_names(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel set_loop_priority(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel split_array_dim(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel split_iname(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel structure_of_arrays(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel tag_data_axes(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel tag_inames(loops::LoopKernel kernel, Arguments const& arguments);
loops::LoopKernel tile(loops::LoopKernel kernel, Arguments const& arguments);
// clang-format on

} // namespace chemora::transform
