// What a kernel takes of registers and stack, found by compiling it.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/device/device.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/jit/workshop.hpp"

#include <optional>

namespace chemora::jit {

/// Compiles `graph` with this plan and returns what the compiler took (Chemora paper, section on dynamic compilation).
/// A block of one warp leaves it as many registers as a thread can have. Empty where nothing is compiled, and on
/// devices whose compiler does not report registers (BlockLimits::facts_tell_threads). Each process does this for
/// itself; `cache` may be null. Throws device::DeviceError when the kernel does not compile.
std::optional<device::KernelFacts> trial_facts(ir::Graph const& graph, plan::KernelPlan const& plan,
                                               base::Index3 const& allocated, Craftsman const& mine,
                                               device::Device& device, DiskCache* cache);

} // namespace chemora::jit
