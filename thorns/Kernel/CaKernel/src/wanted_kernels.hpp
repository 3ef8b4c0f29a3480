// Which kernels a run will launch, before it does.
#pragma once

#include "cctk.h"
#include "registry.hpp"

#include <vector>

namespace ca_kernel {

/// The kernels of the registry that a function launches, by number.
std::vector<std::size_t> kernels_of(Registry const& registry, cFunctionData const& function);

enum class Want { never, if_triggered, always }; ///< if_triggered: only by functions with TRIGGERS, when output asks

/// By kernel of the registry: whether functions that are scheduled after BASEGRID launch it. A function launches
/// the kernel of its thorn that has its name, as generated ones do, or those that it lists: TAGS: Kernels="fill
/// smooth". Where the flesh tells nothing, none does. Throws base::UserError for a wrong list.
std::vector<Want> wanted_kernels(Registry const& registry);

/// The kernels that functions without TRIGGERS in bin EVOL launch, by number, once for each such function. Empty where
/// the flesh does not show its schedule. Throws base::UserError for a wrong list.
std::vector<std::size_t> evolution_kernels(Registry const& registry);

} // namespace ca_kernel
