/// The kernels that a run will launch, according to its schedule.
#pragma once

#include "cctk.h"
#include "kernels/runtime/kernel_registry.hpp"

#include <vector>

namespace ca_kernel {

/// Indices in KernelRegistry::kernels() of the kernels that a scheduled function launches: the kernel of its thorn with
/// its name, as generated functions do, or those in its list TAGS: Kernels="fill smooth". Throws base::UserError for an
/// invalid list.
std::vector<std::size_t> kernels_of(chemora::runtime::KernelRegistry const& registry, cFunctionData const& function);

enum class Usage {
  never,
  if_triggered, ///< only by functions with TRIGGERS, which run when output is due
  always
};

/// For each registered kernel, its use by functions that are scheduled after BASEGRID. All are `never` with the flesh
/// of another Cactus, which does not show its schedule. Throws base::UserError for an invalid list.
std::vector<Usage> scheduled_usage(chemora::runtime::KernelRegistry const& registry);

/// The indices of the kernels that functions without TRIGGERS in bin EVOL launch, once for each such function. Empty
/// with the flesh of another Cactus. Throws base::UserError for an invalid list.
std::vector<std::size_t> evolution_kernels(chemora::runtime::KernelRegistry const& registry);

} // namespace ca_kernel
