// Whether the names a thorn is generated with are different from each other and possible in C.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/component_system.hpp"
#include "codegen/tensor/symbols.hpp"
#include "codegen/tensor/tensor_system.hpp"

namespace chemora::tensor {

/// Components (`v1` of `v_i`), right-hand sides (`urhs`), parameters, groups and functions of the calculations stand
/// beside each other in the generated thorn, where case does not count. Reports those that collide, with each other or
/// with words of C and of the framework. `is_evolved` of the variables must be known.
void check_generated_names(edl::SyntaxTree const& tree, TensorSystem const& system, Symbols const& symbols,
                           base::Diagnostics& diagnostics);

/// A calculation that fills ghost zones has further items in the schedule, named after it.
void check_names_of_items(ComponentSystem const& system, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
