// What is wrong with the values that a kernel of a plan is to keep in its tile or in registers.
#pragma once

#include "codegen/plan/plan.hpp"

#include <functional>

namespace chemora::plan {

/// Tells what no graph can make right: on the host, without a thread that walks, names given twice.
void check_kept_mapping(KernelPlan const& kernel, std::function<void(std::string const& what)> const& find);

/// Tells which of the names are no values that the kernel can keep. `is_computed` says which values of the graph it
/// computes, loads included.
void check_kept_values(ir::Graph const& graph, KernelPlan const& kernel,
                       std::function<bool(ir::ValueId value)> const& is_computed,
                       std::function<void(std::string const& what)> const& find);

} // namespace chemora::plan
