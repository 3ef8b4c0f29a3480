// Groups of tensors to groups of grid functions.
#pragma once

#include "codegen/tensor/component_system.hpp"

namespace chemora::tensor {

/// In the order of the file; then, for each that evolves, the group of its right-hand sides.
std::vector<ComponentGroup> expand_groups(TensorSystem const& system);

} // namespace chemora::tensor
