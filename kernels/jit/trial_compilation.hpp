// How many threads of a block a kernel has registers for: found by compiling it.
#pragma once

#include "codegen/ir/graph.hpp"
#include "kernels/device/device.hpp"
#include "kernels/jit/disk_cache.hpp"
#include "kernels/jit/workshop.hpp"

#include <string>

namespace chemora::jit {

/// Compiles `graph` for the smallest block, which leaves the compiler as many registers as it wants, and asks what it
/// took (Chemora paper, section on dynamic compilation). Gives the largest block that so many registers allow; 0 when
/// the device does not tell. Each process does this for itself; `cache` may be null. Throws device::DeviceError when
/// the kernel does not compile. Gives 0 where nothing is compiled.
int most_threads_by_trial(ir::Graph const& graph, base::Index3 const& allocated, Craftsman const& mine,
                          device::Device& device, DiskCache* cache);

} // namespace chemora::jit
