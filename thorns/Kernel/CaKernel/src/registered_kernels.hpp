/// Determines which registered kernels the schedule of this run launches, and the values of their parameters.
#pragma once

#include "cctk.h"
#include "kernels/runtime/kernel_registry.hpp"

#include <map>
#include <string>
#include <vector>

namespace ca_kernel {

/// Indices in KernelRegistry::kernels() of the kernels that a scheduled function launches: the kernel of its thorn
/// that has the function's name, as in generated thorns, and the kernels in its list TAGS: Kernels="fill smooth".
/// Throws base::UserError for an invalid list.
std::vector<std::size_t> kernels_of(chemora::runtime::KernelRegistry const& registry, cFunctionData const& function);

enum class Usage {
  never,
  if_triggered, ///< only by functions with TRIGGERS, which run when output is due
  always
};

/// Collective. For each registered kernel, its use by functions that are scheduled after BASEGRID. All are `never` with
/// the flesh of another Cactus, which does not show its schedule. Throws base::UserError for an invalid list.
std::vector<Usage> scheduled_usage(chemora::runtime::KernelRegistry const& registry);

/// Whether the schedule calls this function of a thorn. Always true with the flesh of another Cactus.
bool is_scheduled(std::string const& thorn, std::string const& function);

/// The indices of the kernels that functions without TRIGGERS in bin EVOL launch, once for each such function. Empty
/// with the flesh of another Cactus. Throws base::UserError for an invalid list.
std::vector<std::size_t> evolution_kernels(chemora::runtime::KernelRegistry const& registry);

/// The address of a parameter's value; null if the parameter does not exist. `owner` is an active thorn or the
/// implementation of one. `type` is a PARAMETER_ constant.
void const* find_parameter(std::string const& owner, std::string const& name, int& type);

/// Current values of the graph's parameters. Booleans are 0 or 1, a keyword is the index of its value, and widths of
/// the outer boundary zone come from the grid. Throws base::UserError for a parameter that `thorn` does not have.
std::map<std::string, double> parameter_values(cGH const* cctkGH, std::string const& thorn,
                                               chemora::ir::Graph const& graph);

/// Index of the variant whose guards hold for the current values. Throws base::UserError unless there is exactly one.
std::size_t choose_variant(chemora::runtime::RegisteredKernel const& kernel);

/// The graph of the variant whose guards hold.
inline chemora::ir::Graph const& chosen_graph(chemora::runtime::RegisteredKernel const& kernel) {
  return kernel.variants[choose_variant(kernel)].graph();
}

} // namespace ca_kernel
