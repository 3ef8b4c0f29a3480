// Which kernels a run will launch, before it does.
#pragma once

#include "registry.hpp"

#include <vector>

namespace ca_kernel {

/// By kernel of the registry: whether any function that is scheduled after BASEGRID launches it. A function launches
/// the kernel of its thorn that has its name, as generated ones do, or those that it lists: TAGS: Kernels="fill
/// smooth". Where the flesh tells nothing, none. Throws base::UserError for a wrong list.
std::vector<bool> wanted_kernels(Registry const& registry);

} // namespace ca_kernel
